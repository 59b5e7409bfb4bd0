/** Printers as data: the command language of each model, its paper width, its code pages, and how it confirms a job. */
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import { CLASSIC, type ClassicCommandSet } from "./classic-command-sets.ts"

/** Names of the code page tables. */
export type PageName = "windows1252" | "cp858" | "cp850" | "cp860" | "cp437" | "iso8859-1"

export interface PrinterProfile {
  readonly id: string
  readonly name: string
  /** A `classic` printer has its own `commandSet`. */
  readonly language: "esc-pos" | "star-prnt" | "star-line" | "classic"
  readonly commandSet?: ClassicCommandSet
  readonly width: PaperWidth
  /** The number that selects each page. */
  readonly pageNumbers: Readonly<Partial<Record<PageName, number>>>
  /** Pages to try, the best first. A document uses the first page that has all its characters. */
  readonly pages: readonly PageName[]
  /** Rows fed before the cut, so that the last row is past the cutter. */
  readonly feedBeforeCut: number
  readonly cut: "full" | "partial" | "none"
  /** Whether the printer reports its status. The jobs of one that does not end as unknown. */
  readonly status: boolean
  /** How it confirms that a job is on paper: the job's own number (`GS ( H`), the paper status after the cut (`GS r 1`), or Star's mark count (ETB). */
  readonly endOfJob: "process-id" | "paper-status" | "mark-count"
}

const EPSON_PAGES = { cp437: 0, cp850: 2, cp860: 3, windows1252: 16, cp858: 19 } as const
const CITIZEN_PAGES = { cp437: 0, cp858: 2, cp860: 3, windows1252: 16 } as const
/** For `ESC GS t`. */
const STAR_PAGES = { cp437: 1, cp858: 4, cp860: 6, windows1252: 32 } as const
const ELGIN_PAGES = { windows1252: 1, cp850: 2, cp437: 3, cp860: 4, cp858: 5 } as const
const BEMATECH_PAGES = { cp850: 2, cp437: 3, cp860: 4, cp858: 5 } as const
const DARUMA_PAGES = { "iso8859-1": 1, cp850: 2, windows1252: 3, cp437: 4 } as const

const BASE = {
  language: "esc-pos",
  pageNumbers: EPSON_PAGES,
  pages: ["windows1252", "cp858", "cp850"],
  feedBeforeCut: 4,
  cut: "partial",
  status: true,
  endOfJob: "paper-status",
} as const

/** No public manual says what the status bytes of these printers mean. */
const WITHOUT_STATUS = { ...BASE, status: false } as const

export const PROFILES: readonly PrinterProfile[] = [
  { ...BASE, id: "generic-80", name: "Generic 80 mm", width: 48 },
  { ...BASE, id: "generic-58", name: "Generic 58 mm", width: 32, cut: "none" },
  { ...BASE, id: "epson-80", name: "Epson TM-T20, TM-T88 (80 mm)", width: 42, endOfJob: "process-id" },
  { ...BASE, id: "epson-80-48", name: "Epson TM-m30, 48 columns", width: 48, endOfJob: "process-id" },
  { ...BASE, id: "bixolon-80", name: "Bixolon SRP-350III", width: 42 },
  {
    ...BASE,
    id: "citizen-80",
    name: "Citizen CT-S310II",
    width: 48,
    pageNumbers: CITIZEN_PAGES,
    pages: ["windows1252", "cp858"],
  },
  {
    ...BASE,
    id: "star-80",
    name: "Star TSP143IV, mC-Print (StarPRNT)",
    language: "star-prnt",
    width: 48,
    pageNumbers: STAR_PAGES,
    pages: ["windows1252", "cp858"],
    feedBeforeCut: 3,
    endOfJob: "mark-count",
  },
  {
    ...BASE,
    id: "star-line-80",
    name: "Star TSP650, TSP700 (Star Line)",
    language: "star-line",
    width: 48,
    pageNumbers: STAR_PAGES,
    pages: ["windows1252", "cp858"],
    feedBeforeCut: 3,
    endOfJob: "mark-count",
  },
  { ...BASE, id: "elgin-80", name: "Elgin i7, i9", width: 48, pageNumbers: ELGIN_PAGES },
  {
    ...WITHOUT_STATUS,
    id: "elgin-vox-80",
    name: "Elgin VOX, NIX",
    language: "classic",
    commandSet: CLASSIC.elgin,
    width: 42,
    pageNumbers: ELGIN_PAGES,
  },
  {
    ...WITHOUT_STATUS,
    id: "sweda-80",
    name: "Sweda SI-250, SI-300",
    language: "classic",
    commandSet: CLASSIC.elgin,
    width: 42,
    pageNumbers: ELGIN_PAGES,
    feedBeforeCut: 8,
  },
  {
    ...WITHOUT_STATUS,
    id: "daruma-80",
    name: "Daruma DR600, DR700, DR800",
    language: "classic",
    commandSet: CLASSIC.daruma,
    width: 48,
    pageNumbers: DARUMA_PAGES,
    pages: ["windows1252", "iso8859-1", "cp850"],
    feedBeforeCut: 8,
  },
  {
    ...WITHOUT_STATUS,
    id: "diebold-80",
    name: "Diebold TSP-143, IM400 (Mecaf)",
    language: "classic",
    commandSet: CLASSIC.diebold,
    width: 48,
    // It has only this page, and no command to select it.
    pageNumbers: { windows1252: 0 },
    pages: ["windows1252"],
    feedBeforeCut: 8,
  },
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
