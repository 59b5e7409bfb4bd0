/** Dead letters of boxes: operations from the back office that a box could not apply, and what a user decided about them. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const parkedInStores: EngineMigration = {
  id: 40,
  name: "parked in stores",
  sql: `
    CREATE TABLE store_parked (
      store_id TEXT NOT NULL,
      mark TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      reason TEXT NOT NULL,
      parked_at TEXT NOT NULL,
      tried_at TEXT,
      may_retry BIGINT NOT NULL,
      asked_as TEXT,
      asked_at TEXT,
      PRIMARY KEY (store_id, mark)
    );
    CREATE INDEX store_parked_waiting ON store_parked (account_id, parked_at, store_id, mark);
  `,
}
