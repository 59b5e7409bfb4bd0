/** Opens the box's database for a console command, without migrating it. Throws if a newer version made it. */
import { refuseNewerFile } from "../../runtime/storage/migrate.ts"
import { openSqlite, type SqliteDatabase } from "../../runtime/storage/sqlite.ts"
import { MIGRATIONS } from "../storage/index.ts"

export function openDatabase(path: string): SqliteDatabase {
  const db = openSqlite(path)
  try {
    refuseNewerFile(db, MIGRATIONS)
    return db
  } catch (error) {
    db.close()
    throw error
  }
}
