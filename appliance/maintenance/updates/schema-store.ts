/** Reads a database's schema version, and whether anything was sold since a copy was made. */
import { existsSync } from "node:fs"
import type { Database } from "better-sqlite3"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

/** Operations that a box records although nothing is sold. */
const QUIET = ["component.beat", "health.reported", "audit.recorded"]

/** The newest applied migration; 0 for a new or missing database. */
export function schemaOf(db: Database): number {
  const has = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = 'schema_migration'").get()
  if (!has) return 0
  return (
    db.prepare<[], { newest: number }>("SELECT coalesce(max(id), 0) AS newest FROM schema_migration").get()?.newest ?? 0
  )
}

export function schemaOfFile(path: string): number {
  return reading(path, schemaOf)
}

/**
 * Whether the store has recorded operations, or received any from the hub, since `kept` was made: then the copy must not replace the
 * database. In doubt, it has.
 */
export function soldSince(path: string, kept: string): boolean {
  try {
    const before = reading(kept, marksOf)
    return reading(path, (db) => {
      const { epoch, orders } = marksOf(db)
      return epoch !== before.epoch || orders !== before.orders || loudAfter(db, before.head) > 0
    })
  } catch {
    return true
  }
}

/** Checkpoints the log into the file, so that the file alone is the database. Nobody else may have it open. */
export function settleLog(path: string): void {
  const db = new Sqlite(path)
  try {
    db.pragma("wal_checkpoint(TRUNCATE)")
  } finally {
    db.close()
  }
}

/** Copies a database that may be in use, as of one moment. */
export function copyMoment(path: string, to: string): void {
  const db = new Sqlite(path, { readonly: true, fileMustExist: true })
  try {
    db.prepare("VACUUM INTO ?").run(to)
  } finally {
    db.close()
  }
}

interface Marks {
  readonly epoch: string | null
  readonly head: number
  readonly orders: number
}

function marksOf(db: Database): Marks {
  const line = db.prepare<[], { epoch: string }>("SELECT epoch FROM sync_line WHERE id = 1").get()
  const head = db.prepare<[], { head: number }>("SELECT coalesce(max(seq), 0) AS head FROM outbox").get()
  const orders = db.prepare<[], { orders: number }>("SELECT count(*) AS orders FROM orders").get()
  return { epoch: line?.epoch ?? null, head: head?.head ?? 0, orders: orders?.orders ?? 0 }
}

function loudAfter(db: Database, head: number): number {
  const places = QUIET.map(() => "?").join(", ")
  const found = db.prepare<unknown[], { loud: number }>(
    `SELECT count(*) AS loud FROM outbox WHERE seq > ? AND kind NOT IN (${places})`,
  )
  return found.get(head, ...QUIET)?.loud ?? 0
}

function reading<T>(path: string, look: (db: Database) => T): T {
  if (!existsSync(path)) throw new Error(`there is no ${path}`)
  const db = new Sqlite(path, { readonly: true })
  try {
    return look(db)
  } finally {
    db.close()
  }
}
