/** The newest clock jump and the newest close of a day are found without reading the audit log. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const clockJumps: Migration = {
  id: 71,
  name: "clock jumps",
  sql: "CREATE INDEX audit_clock ON audit (seq) WHERE json_extract(body, '$.action') IN ('clock.jumped', 'day.close')",
}
