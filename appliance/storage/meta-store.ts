/** Single values that the box stores about itself, by key. */
import type { Database } from "better-sqlite3"

export function readMeta(db: Database, key: string): string | null {
  const row = db.prepare<[string], { value: string }>("SELECT value FROM meta WHERE key = ?").get(key)
  return row?.value ?? null
}

export function writeMeta(db: Database, key: string, value: string): void {
  db.prepare("INSERT INTO meta (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value").run(
    key,
    value,
  )
}

/** Increments a counter and returns it; the first value is 1. */
export function countUp(db: Database, key: string): number {
  const row = db
    .prepare<[string], { value: string }>(
      `INSERT INTO meta (key, value) VALUES (?, '1')
       ON CONFLICT (key) DO UPDATE SET value = CAST(CAST(value AS INTEGER) + 1 AS TEXT) RETURNING value`,
    )
    .get(key)
  return Number(row?.value)
}

export function dropMeta(db: Database, key: string): void {
  db.prepare("DELETE FROM meta WHERE key = ?").run(key)
}
