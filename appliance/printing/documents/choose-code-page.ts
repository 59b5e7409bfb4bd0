/** Saves the code page of a printer: a person read the code-page document and chose the line that is printed correctly. */
import type { choosePage as endpoint } from "../../../protocol/http/print-jobs.ts"
import { invalid, refuse } from "../../../protocol/refusals.ts"
import type { BoxHandler } from "../../storage/index.ts"
import { findPrinter, type Printing, savePage } from "../index.ts"

export const choosePageHandler =
  ({ printing }: { printing: Printing }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const printer = findPrinter(printing.printers, body.printerId)
    if (!printer) return refuse("NOT_FOUND", `There is no printer ${body.printerId}.`)
    const pages = Object.keys(printer.profile.pageNumbers)
    const page = body.line === null ? null : pages[body.line - 1]
    if (page === undefined) return invalid({ path: "line", message: `the ticket has lines 1 to ${pages.length}` })
    savePage(tx, { printerId: printer.id, page, by: caller.actor })
    return { status: 200, data: { printerId: printer.id, codepage: page } }
  }
