/** Whether an outage was an outage test of the store. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const drill: EngineMigration = {
  id: 36,
  name: "drill",
  sql: `
    ALTER TABLE component_outage ADD COLUMN drill SMALLINT NOT NULL DEFAULT 0;
  `,
}
