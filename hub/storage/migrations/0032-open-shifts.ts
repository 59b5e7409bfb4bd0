/** A new box receives every open shift. This index finds them among the shifts of all years. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const openShifts: EngineMigration = {
  id: 32,
  name: "open shifts",
  sql: "CREATE INDEX cash_shift_open ON cash_shift (store_id) WHERE closed_at IS NULL;",
}
