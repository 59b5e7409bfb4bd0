/** Printers as data: what a model can do and by which number it knows each code page. */
import type { PaperWidth } from "../../protocol/shapes/print-job.ts"

/** Names as the code page tables know them. */
export type PageName = "windows1252" | "cp858" | "cp850" | "cp860" | "cp437" | "iso8859-1"

export interface PrinterProfile {
  readonly id: string
  readonly name: string
  readonly width: PaperWidth
  /** The number of each page in `ESC t`. */
  readonly pageNumbers: Readonly<Partial<Record<PageName, number>>>
  /** Pages to try, the best first: the first that carries the whole text is used. */
  readonly pages: readonly PageName[]
  /** Rows fed before the cut, so that the last row is past the knife. */
  readonly feedBeforeCut: number
  readonly cut: "full" | "partial" | "none"
  /** Whether DLE EOT and automatic status are answered; a printer that cannot is never said to have printed. */
  readonly status: boolean
  /** The proof that a job is on paper: its own number (`GS ( H`), or the paper status that comes after the cut (`GS r 1`). */
  readonly endOfJob: "process-id" | "paper-status"
}

const EPSON_PAGES = { cp437: 0, cp850: 2, cp860: 3, windows1252: 16, cp858: 19 } as const
/** Elgin and Bematech number their pages in their own way (as escpos-buffer knows it; not yet tried on the printers themselves). */
const ELGIN_PAGES = { windows1252: 1, cp850: 2, cp437: 3, cp860: 4, cp858: 5 } as const
const BEMATECH_PAGES = { cp850: 2, cp437: 3, cp860: 4, cp858: 5 } as const

const BASE = {
  pageNumbers: EPSON_PAGES,
  pages: ["windows1252", "cp858", "cp850"],
  feedBeforeCut: 4,
  cut: "partial",
  status: true,
  endOfJob: "paper-status",
} as const

export const PROFILES: readonly PrinterProfile[] = [
  { ...BASE, id: "generic-80", name: "Generic 80 mm", width: 48 },
  { ...BASE, id: "generic-58", name: "Generic 58 mm", width: 32, cut: "none" },
  { ...BASE, id: "epson-80", name: "Epson TM-T20, TM-T88 (80 mm)", width: 42, endOfJob: "process-id" },
  { ...BASE, id: "epson-80-48", name: "Epson TM-m30, 48 columns", width: 48, endOfJob: "process-id" },
  { ...BASE, id: "elgin-80", name: "Elgin i7, i9", width: 48, pageNumbers: ELGIN_PAGES },
  {
    ...BASE,
    id: "bematech-80",
    name: "Bematech MP-4200 TH (ESC/POS)",
    width: 48,
    pageNumbers: BEMATECH_PAGES,
    pages: ["cp858", "cp850"],
  },
  { ...BASE, id: "controlid-80", name: "Control iD Print iD", width: 48 },
]

export function findProfile(id: string): PrinterProfile | undefined {
  return PROFILES.find((profile) => profile.id === id)
}
