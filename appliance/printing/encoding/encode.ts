/** Turns laid-out lines into the bytes of one document for one printer. Each document resets the printer and selects its code page. */
import type { DrawerJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { type CheckOptions, checkCharacters } from "./check-characters.ts"
import type { DrawerCommand } from "./command-set.ts"
import { drawMissingCodes } from "./draw-missing-codes.ts"
import { encodeLines } from "./encode-lines.ts"
import { fillTemplate } from "./fill-template.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly page: PageName }
  | { readonly ok: false; readonly reason: string }

/** The bytes of one copy, or the reason why the printer cannot print the document. */
export function encodeDocument(lines: readonly PrintLine[], options: CheckOptions): Encoded {
  const checked = checkCharacters(lines, options)
  if (!checked.ok) return checked
  const drawn = drawMissingCodes(checked.lines, options)
  if (!drawn.ok) return drawn
  return { ok: true, bytes: encodeLines(drawn.lines, { ...options, page: checked.page }), page: checked.page }
}

/**
 * The pulse that opens the drawer; null where the printer opens none. It names its times where the printer takes them, because
 * without them some drawers open only every second time.
 */
export function encodeDrawer(
  { pin, onMs, offMs }: DrawerJob["pulse"],
  { commands: { drawer } }: Pick<PrinterProfile, "commands">,
): Uint8Array | null {
  if (drawer === null) return null
  return fillTemplate(drawer.pins[pin], { on: timeOf(drawer.on, onMs), off: timeOf(drawer.off, offMs) })
}

function timeOf(time: DrawerCommand["on"], ms: number): number {
  return time === undefined ? 0 : Math.max(time.min, Math.min(time.max, Math.trunc(ms / time.unitMs)))
}
