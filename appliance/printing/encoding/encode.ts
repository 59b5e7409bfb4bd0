/** Turns laid-out lines into the bytes of one document for one printer. Each document resets the printer and selects its code page. */
import type { DrawerJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { type CheckOptions, checkCharacters } from "./check-characters.ts"
import { encodeClassic } from "./encode-classic.ts"
import { encodeWithLibrary } from "./encode-with-library.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

/** Star commands give times in steps of this. */
const STAR_STEP_MS = 10
const STAR_STEPS_MAX = 127

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly page: PageName }
  | { readonly ok: false; readonly reason: string }

/** The bytes of one copy, or the reason why the printer cannot print the document. */
export function encodeDocument(lines: readonly PrintLine[], options: CheckOptions): Encoded {
  const checked = checkCharacters(lines, options)
  if (!checked.ok) return checked
  const encode = options.profile.commandSet === undefined ? encodeWithLibrary : encodeClassic
  return { ok: true, bytes: encode(checked.lines, { ...options, page: checked.page }), page: checked.page }
}

/** The pulse that opens the drawer. It names its times, because without them some drawers open only every second time. */
export function encodeDrawer(pulse: DrawerJob["pulse"], profile?: PrinterProfile): Uint8Array {
  const { pin, onMs, offMs } = pulse
  if (profile?.commandSet) return Uint8Array.from(profile.commandSet.drawer(pulse))
  if (profile?.language === "star-prnt" || profile?.language === "star-line") {
    const [on = 1, off = 1] = [onMs, offMs].map((ms) =>
      Math.max(1, Math.min(STAR_STEPS_MAX, Math.round(ms / STAR_STEP_MS))),
    )
    return Uint8Array.of(0x1b, 0x07, on, off, pin === 0 ? 0x07 : 0x1a)
  }
  return Uint8Array.of(0x1b, 0x70, pin, Math.round(onMs / 2), Math.round(offMs / 2))
}
