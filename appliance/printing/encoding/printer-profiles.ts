/** Printers as data: what a model can do, which language it speaks and by which number it knows each code page. */
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import { CLASSIC, type ClassicCommandSet } from "./classic-command-sets.ts"

/** Names as the code page tables know them. */
export type PageName = "windows1252" | "cp858" | "cp850" | "cp860" | "cp437" | "iso8859-1"

export interface PrinterProfile {
  readonly id: string
  readonly name: string
  /** `classic` printers have words of their own for styles, cut and drawer: `tongue`. */
  readonly language: "esc-pos" | "star-prnt" | "star-line" | "classic"
  readonly tongue?: ClassicCommandSet
  readonly width: PaperWidth
  /** The number by which the printer selects each page; a printer that has just one page selects nothing. */
  readonly pageNumbers: Readonly<Partial<Record<PageName, number>>>
  /** Pages to try, the best first: the first that carries the whole text is used. */
  readonly pages: readonly PageName[]
  /** Rows fed before the cut, so that the last row is past the knife. */
  readonly feedBeforeCut: number
  readonly cut: "full" | "partial" | "none"
  /** Whether it tells how it is when it is asked, in its own language; a printer that cannot is never said to have printed. */
  readonly status: boolean
  /** The proof that a job is on paper: its own number (`GS ( H`), the paper status that comes after the cut (`GS r 1`), or Star's count of marks (ETB). */
  readonly endOfJob: "process-id" | "paper-status" | "mark-count"
}

const EPSON_PAGES = { cp437: 0, cp850: 2, cp860: 3, windows1252: 16, cp858: 19 } as const
const CITIZEN_PAGES = { cp437: 0, cp858: 2, cp860: 3, windows1252: 16 } as const
/** In `ESC GS t`. */
const STAR_PAGES = { cp437: 1, cp858: 4, cp860: 6, windows1252: 32 } as const
/** Elgin, Bematech and their relatives number their pages in their own way. */
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

/** Their replies are not ours to read: what they printed is not known. */
const MUTE = { ...BASE, status: false } as const

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
    ...MUTE,
    id: "elgin-vox-80",
    name: "Elgin VOX, NIX",
    language: "classic",
    tongue: CLASSIC.elgin,
    width: 42,
    pageNumbers: ELGIN_PAGES,
  },
  {
    ...MUTE,
    id: "sweda-80",
    name: "Sweda SI-250, SI-300",
    language: "classic",
    tongue: CLASSIC.elgin,
    width: 42,
    pageNumbers: ELGIN_PAGES,
    feedBeforeCut: 8,
  },
  {
    ...MUTE,
    id: "daruma-80",
    name: "Daruma DR600, DR700, DR800",
    language: "classic",
    tongue: CLASSIC.daruma,
    width: 48,
    pageNumbers: DARUMA_PAGES,
    pages: ["windows1252", "iso8859-1", "cp850"],
    feedBeforeCut: 8,
  },
  {
    ...MUTE,
    id: "diebold-80",
    name: "Diebold TSP-143, IM400 (Mecaf)",
    language: "classic",
    tongue: CLASSIC.diebold,
    width: 48,
    // It has the one page, and no command for it.
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
