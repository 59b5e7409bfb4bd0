/** The disk of a box: a database in memory that outlives its process, of which a backup may be taken; or a real file. */
import { statSync } from "node:fs"
import type { Database } from "better-sqlite3"
import { MIGRATIONS } from "../../appliance/storage/index.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"

/** What stands for the rooms of a box. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS sim_sale (uid INTEGER PRIMARY KEY, amount INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_order (place INTEGER PRIMARY KEY, n INTEGER NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_revision (n INTEGER PRIMARY KEY, revision INTEGER NOT NULL, state TEXT NOT NULL);
  CREATE TABLE IF NOT EXISTS sim_command (place INTEGER PRIMARY KEY, request TEXT NOT NULL);
`
const NOW = "2026-03-01T00:00:00.000Z"

export interface BoxDisk {
  /** As a process finds it when it starts. */
  open(): Database
  /** All that is durable, as bytes. */
  image(): Buffer
  /** Another disk, or this one with what it held earlier. */
  put(image: Buffer): void
  /** What the file system says of the file. */
  facts(): { readonly ino: number; readonly birthtimeMs: number; readonly ctimeMs: number }
  close(): void
}

let template: Buffer | null = null

/** Migrated once: every box begins with a copy of these bytes. */
function emptyBox(): Buffer {
  if (template) return template
  const db = new Sqlite(":memory:")
  migrateSqlite(db, MIGRATIONS, NOW)
  db.exec(TABLES)
  template = db.serialize()
  db.close()
  return template
}

let files = 0

export function createMemoryDisk(image?: Buffer): BoxDisk {
  let db = openImage(image ?? emptyBox())
  let ino = nextFile()
  return {
    open: () => db,
    image: () => db.serialize(),
    put(next) {
      db.close()
      db = openImage(next)
      ino = nextFile()
    },
    facts: () => ({ ino, birthtimeMs: 0, ctimeMs: 0 }),
    close: () => db.close(),
  }
}

function nextFile(): number {
  files += 1
  return files
}

function openImage(image: Buffer): Database {
  const db = new Sqlite(image)
  db.pragma("foreign_keys = ON")
  // Nobody else opens what lies in memory.
  db.pragma("locking_mode = EXCLUSIVE")
  keepStatements(db)
  return db
}

/** Compiling costs more than running; the product's box keeps its statements as well. */
function keepStatements(db: Database): void {
  const kept = new Map<string, ReturnType<Database["prepare"]>>()
  const prepare = db.prepare.bind(db)
  const preparing = (text: string) => {
    const statement = kept.get(text) ?? prepare(text)
    kept.set(text, statement)
    return statement
  }
  db.prepare = preparing as typeof db.prepare
}

/** Opened and closed by each process, as the product does. The simulated power fails, the real one does not: it need not wait for the disk. */
export function createFileDisk(path: string): BoxDisk {
  let db: Database | null = null
  return {
    open() {
      db?.close()
      db = openSqlite(path, { keepStatements: true })
      db.pragma("synchronous = OFF")
      migrateSqlite(db, MIGRATIONS, NOW)
      db.exec(TABLES)
      return db
    },
    image: () => (db as Database).serialize(),
    put: () => {
      throw new Error("a real file is not put back in this simulation")
    },
    facts: () => statSync(path),
    close: () => db?.close(),
  }
}
