/** The identity of the printer that was last connected at each address. */
import type { Database } from "better-sqlite3"

export function findIdentity(db: Database, printerId: string): string | null {
  const stored = db.prepare("SELECT identity FROM printer_identity WHERE printer_id = ?").get(printerId)
  return (stored as { identity: string } | undefined)?.identity ?? null
}

/** The printers that were last seen with this identity. */
export function findOwners(db: Database, identity: string): string[] {
  const stored = db.prepare("SELECT printer_id FROM printer_identity WHERE identity = ?").all(identity)
  return (stored as { printer_id: string }[]).map((row) => row.printer_id)
}

export function saveIdentity(db: Database, row: { printerId: string; identity: string; now: string }): void {
  db.prepare(
    `INSERT INTO printer_identity (printer_id, identity, seen_at) VALUES (?, ?, ?)
     ON CONFLICT (printer_id) DO UPDATE SET identity = excluded.identity, seen_at = excluded.seen_at`,
  ).run(row.printerId, row.identity, row.now)
}
