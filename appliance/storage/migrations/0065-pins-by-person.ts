/** Binds the hash of a PIN to its person, so that two people may have the same PIN. Attempts count per person and screen. */
import { createHash } from "node:crypto"
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const pinsByPerson: Migration = {
  id: 65,
  name: "pins by person",
  sql: "DELETE FROM pin_tries",
  *fill() {
    const rows = yield { sql: "SELECT id, pin_hash FROM staff WHERE pin_hash IS NOT NULL", values: [] }
    for (const { id, pin_hash } of rows) {
      // A copy of bindToPerson as it was when this migration was written.
      const bound = createHash("sha256").update(`${id}:${pin_hash}`).digest("hex")
      yield { sql: "UPDATE staff SET pin_hash = $1 WHERE id = $2", values: [bound, String(id)] }
    }
  },
}
