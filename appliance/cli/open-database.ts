/** Opens an appliance's database for a command at its console; refuses one that a newer version made, and brings none to another schema. */
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
