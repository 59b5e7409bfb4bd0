/** Money by shift, and the sequence in which shifts were opened. Neither depends on the clock. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const shiftMoves: Migration = {
  id: 50,
  name: "shift moves",
  sql: `
    ALTER TABLE money_move ADD COLUMN shift_id TEXT;
    CREATE INDEX money_move_by_shift ON money_move (shift_id, method, currency, amount) WHERE shift_id IS NOT NULL;

    -- Null for a shift that an older program opened: its money is found by time until it is closed.
    ALTER TABLE shift ADD COLUMN sequence INTEGER;
    CREATE INDEX shift_by_sequence ON shift (sequence) WHERE sequence IS NOT NULL;
  `,
}
