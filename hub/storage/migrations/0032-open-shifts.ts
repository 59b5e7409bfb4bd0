/** A new box is told of every shift that nobody has closed: found without looking through those of all the years. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const openShifts: EngineMigration = {
  id: 32,
  name: "open shifts",
  sql: "CREATE INDEX cash_shift_open ON cash_shift (store_id) WHERE closed_at IS NULL;",
}
