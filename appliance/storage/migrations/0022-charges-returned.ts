/** Money of a charge that goes back because its sale got no number: which tenders, and why; they settle nothing, however often they are heard. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const chargesReturned: Migration = {
  id: 22,
  name: "charges that go back",
  sql: "ALTER TABLE charge ADD COLUMN returned TEXT;",
}
