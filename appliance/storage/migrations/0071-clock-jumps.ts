/** Finds the newest clock jump and day close without scanning the audit log. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const clockJumps: Migration = {
  id: 71,
  name: "clock jumps",
  sql: "CREATE INDEX audit_clock ON audit (seq) WHERE json_extract(body, '$.action') IN ('clock.jumped', 'day.close')",
}
