/** Payments of a charge to be returned because the sale got no fiscal number, and why. They never settle an order. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const chargesReturned: Migration = {
  id: 22,
  name: "charges that go back",
  sql: "ALTER TABLE charge ADD COLUMN returned TEXT;",
}
