/** The code page that a person chose for a printer after reading its code-page document. It overrides the printer's SPEC. */
import type { BoxTx } from "../../storage/index.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import type { PageName } from "./printer-profiles.ts"

/** The page that the printer uses; null where each document chooses. */
export function pageOf({ db }: BoxTx, { id, codepage, profile }: PrinterSpec): PageName | null {
  const query = db.prepare<[string], { page: string }>("SELECT page FROM printer_page WHERE printer_id = ?")
  const page = query.get(id)?.page
  // A page that this profile lacks was chosen for another printer that stood at this address.
  return page !== undefined && Object.hasOwn(profile.pageCommands, page) ? (page as PageName) : codepage
}

/** `page` null: as the SPEC says. */
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
