/** The hub's SQLite file, moved to PostgreSQL. */
import type { Move, Moved } from "../../runtime/storage/move-database.ts"
import { MIGRATIONS } from "./migrations.ts"

/** Loaded on demand, with PostgreSQL's driver: most hubs never move. */
export async function moveHubDatabase(move: Omit<Move, "migrations">): Promise<Moved> {
  const { moveDatabase } = await import("../../runtime/storage/move-database.ts")
  return moveDatabase({ ...move, migrations: MIGRATIONS })
}
