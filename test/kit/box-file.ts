/** A box's database as its first start makes it: migrated once for each worker, and copied for each box. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { MIGRATIONS } from "../../appliance/storage/index.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { tempFile } from "./temp.ts"
import { NOW } from "./tenants.ts"

let image: Buffer | undefined

/** Answers the file in the box's directory. */
export function layBoxFile(data: string): string {
  image ??= migrated()
  const file = join(data, "box.db")
  writeFileSync(file, image)
  return file
}

function migrated(): Buffer {
  const db = openSqlite(tempFile("box.db"))
  migrateSqlite(db, MIGRATIONS, NOW)
  const whole = db.serialize()
  db.close()
  return whole
}
