/** The hub's SQLite file, moved to PostgreSQL. */
import { type Move, type Moved, moveDatabase } from "../../protocol/runtime/move-database.ts"
import { MIGRATIONS } from "./migrations.ts"

export function moveHubDatabase(move: Omit<Move, "migrations">): Promise<Moved> {
  return moveDatabase({ ...move, migrations: MIGRATIONS })
}
