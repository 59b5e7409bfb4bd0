/**
 * The commands of a printer as data. All bytes are hexadecimal. A hole in braces, such as `{size}`, is filled when a document is
 * written. The sets in `printer-models.json` are recorded from libraries by `npm run record`.
 */
import type { PrintLine } from "../../../protocol/shapes/print-job.ts"

type Barcode = Extract<PrintLine, { t: "barcode" }>["symbology"]

/** Which commands a printer understands. Printers of one language may still lack some of them. */
export type Language =
  | "esc-pos"
  | "star-prnt"
  | "star-line"
  | "bematech"
  | "elgin"
  | "daruma"
  | "diebold"
  | "perto"
  | "brother"

/** Bits of a style. */
export const BOLD = 1
export const WIDE = 2
export const TALL = 4

export interface CommandSet {
  /** Resets the printer, and selects its mode and font. */
  readonly begin: string
  /** Selects the command language of a printer that has several. It is also sent before the printer is asked for its status. */
  readonly mode?: string
  readonly lineEnd: string
  /** Where a style changes, they are tried in this order. */
  readonly styles: readonly StyleCommand[]
  readonly align: { readonly left: string; readonly center: string }
  /** Null without a cutter. */
  readonly cut: string | null
  /** Null where the printer opens no drawer. */
  readonly drawer: DrawerCommand | null
  /** Null where it prints no QR code by itself. */
  readonly qr: CodeCommand | null
  readonly barcode: Readonly<Partial<Record<Barcode, CodeCommand>>>
  readonly image: ImageCommand
  /** Where each command comes from. */
  readonly sources: Readonly<Record<string, string>>
}

export interface StyleCommand {
  /** The style bits that it sets. */
  readonly mask: number
  /** The command for each value of these bits. */
  readonly set: Readonly<Record<string, string>>
  /** Style bits that it switches off without saying so: `ESC !` ends bold. */
  readonly clears?: number
  /** The printer ends it with the line. It is switched off there and on again for the next line, so that all printers do the same. */
  readonly endsWithLine?: boolean
}

/** The holes are `{size}`, `{height}`, `{length}` (two bytes, low first) or `{length1}`, and `{data}`. */
export interface CodeCommand {
  readonly bytes: string
  /** What stands for sizes 1 to 8. */
  readonly sizes?: readonly number[]
  /** Added to the number of data bytes. */
  readonly lengthAdds?: number
}

/** The holes are `{on}` and `{off}`. */
export interface DrawerCommand {
  readonly pins: readonly [string, string]
  readonly on?: PulseTime
  readonly off?: PulseTime
}

interface PulseTime {
  readonly unitMs: number
  readonly min: number
  readonly max: number
}

/** A picture goes in bands. The holes of a band are `{bytesPerRow}`, `{width}`, `{rows}` (two bytes, low first) and `{data}`. */
export interface ImageCommand {
  /** `rows`: eight dots side by side in a byte. `columns`: eight dots one above the other, column after column. */
  readonly layout: "rows" | "columns"
  readonly bandRows: number
  readonly begin: string
  readonly band: string
  readonly end: string
}

/** A model as the libraries know it. */
export interface RecordedModel {
  readonly id: string
  readonly brand: string
  readonly name: string
  readonly language: Language
  readonly columns: number
  readonly feedBeforeCut: number
  /** The name of its command set. */
  readonly commands: string
  /** The commands that select its code pages. */
  readonly pages: Readonly<Record<string, string>>
  readonly source: string
}
