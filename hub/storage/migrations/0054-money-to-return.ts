/** Which orders hold money that must be returned to the guest. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const moneyToReturn: EngineMigration = {
  id: 54,
  name: "money to return",
  sql: `
    ALTER TABLE orders ADD COLUMN to_return BIGINT NOT NULL DEFAULT 0;
    CREATE INDEX order_to_return ON orders (account_id, updated_at, order_id) WHERE to_return = 1;
  `,
}
