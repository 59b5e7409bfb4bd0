/** Laid-out lines → the bytes of one paper in its printer's language. Every paper starts from nothing and names its code page. */
import type { DrawerJob, PrintLine } from "../../../protocol/shapes/print-job.ts"
import { type PreflightOptions, preflight } from "./check-characters.ts"
import { writeClassic } from "./encode-classic.ts"
import { writeWithLibrary } from "./encode-with-library.ts"
import type { PageName, PrinterProfile } from "./printer-profiles.ts"

/** Star says times in steps of this. */
const STAR_STEP_MS = 10
const STAR_STEPS_MAX = 127

export type Encoded =
  | { readonly ok: true; readonly bytes: Uint8Array; readonly page: PageName }
  | { readonly ok: false; readonly reason: string }

/** One copy of a paper. */
export function encodeDocument(lines: readonly PrintLine[], options: PreflightOptions): Encoded {
  const checked = preflight(lines, options)
  if (!checked.ok) return checked
  const write = options.profile.tongue === undefined ? writeWithLibrary : writeClassic
  return { ok: true, bytes: write(checked.lines, { ...options, page: checked.page }), page: checked.page }
}

/** The pulse that opens the drawer, with its times: without them drawers open every second time. */
export function encodeDrawer(pulse: DrawerJob["pulse"], profile?: PrinterProfile): Uint8Array {
  const { pin, onMs, offMs } = pulse
  if (profile?.tongue) return Uint8Array.from(profile.tongue.drawer(pulse))
  if (profile?.language === "star-prnt" || profile?.language === "star-line") {
    const [on = 1, off = 1] = [onMs, offMs].map((ms) =>
      Math.max(1, Math.min(STAR_STEPS_MAX, Math.round(ms / STAR_STEP_MS))),
    )
    return Uint8Array.of(0x1b, 0x07, on, off, pin === 0 ? 0x07 : 0x1a)
  }
  return Uint8Array.of(0x1b, 0x70, pin, Math.round(onMs / 2), Math.round(offMs / 2))
}
