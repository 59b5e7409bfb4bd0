/** The code page that a person found to read right on a printer; it goes before what the printer's SPEC says. */
import type { BoxTx } from "../../storage/index.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import type { PageName } from "./printer-profiles.ts"

/** The page that the printer keeps to; null: each paper takes the first page that carries it. */
export function pageOf({ db }: BoxTx, { id, codepage, profile }: PrinterSpec): PageName | null {
  const query = db.prepare<[string], { page: string }>("SELECT page FROM printer_page WHERE printer_id = ?")
  const page = query.get(id)?.page
  // Chosen for another model that stood there before.
  return page !== undefined && Object.hasOwn(profile.pageNumbers, page) ? (page as PageName) : codepage
}

/** Null: as the SPEC says. */
export function savePage(
  { db, now }: BoxTx,
  { printerId, page, by }: { printerId: string; page: string | null; by: string },
): void {
  db.prepare("DELETE FROM printer_page WHERE printer_id = ?").run(printerId)
  if (page === null) return
  db.prepare("INSERT INTO printer_page (printer_id, page, set_by, set_at) VALUES (?, ?, ?, ?)").run(
    printerId,
    page,
    by,
    now,
  )
}
