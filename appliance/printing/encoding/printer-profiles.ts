/** Printers as data: each model of the libraries with what none of them knows, and the names under which older settings stored a printer. */
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import type { CommandSet, Language, RecordedModel } from "./command-set.ts"
import recorded from "./printer-models.json" with { type: "json" }

/** Names of the code page tables, in the order in which they are tried. */
const PAGES = ["windows1252", "cp858", "iso8859-1", "cp850", "cp860", "cp437"] as const
export type PageName = (typeof PAGES)[number]
/** A document chooses among these. The others lack capitals with accents: only a person chooses them. */
const GOOD_PAGES: readonly PageName[] = ["windows1252", "cp858", "iso8859-1", "cp850"]

/** `image`: the code is drawn, because the printer has no command for it. Every model prints pictures. */
export interface Capabilities {
  readonly qr: "native" | "image"
  readonly barcode: "native" | "some" | "image"
  readonly drawer: boolean
  readonly cutter: boolean
}

export interface PrinterProfile {
  readonly id: string
  readonly brand: string
  /** The model's name without its brand. */
  readonly model: string
  readonly name: string
  readonly language: Language
  readonly commands: CommandSet
  readonly width: PaperWidth
  /** The command that selects each page. */
  readonly pageCommands: Readonly<Partial<Record<PageName, string>>>
  /** Pages to try, the best first. A document uses the first page that has all its characters. */
  readonly pages: readonly PageName[]
  /** Rows fed before the cut, so that the last row is past the cutter. */
  readonly feedBeforeCut: number
  readonly capabilities: Capabilities
  /** Whether the printer reports its status. The jobs of one that does not end as unknown. */
  readonly status: boolean
  /** The command that makes the printer report each change of its status; empty where a document needs none. */
  readonly reportStatus: string
  /** How it confirms that a job is on paper: the job's own number (`GS ( H`), the paper status after the cut (`GS r 1`), or Star's mark count (ETB). */
  readonly endOfJob: "process-id" | "paper-status" | "mark-count"
}

const { commandSets, models } = recorded as unknown as {
  readonly commandSets: Readonly<Record<string, CommandSet>>
  readonly models: readonly RecordedModel[]
}

/** ESC/POS. `ESC @` may switch it off, so each document switches it on. */
const REPORT_STATUS = "1d61ff"
/** These answer the status queries of their language. The manuals of others do not say what their status bits mean. */
const ANSWERING =
  /^(epson|bixolon|star|xprinter|hp|fujitsu|metapace|citizen-ct|custom|controlid|elgin-i|bematech-mp-4200-th-esc-pos|pos-)/
/** Epson models that answer with the number of a job. Older ones do not know `GS ( H`. */
const WITH_PROCESS_ID = /^epson-tm-(m|p|t20i|t70ii|t88v)/
/** Code 128, EAN-13, ITF. */
const SYMBOLOGIES = 3
const WIDTHS = [48, 42, 32] as const

/** The names that settings stored before each model had its own. They keep the width and the feed of then. */
const OLDER_NAMES: readonly (Partial<PrinterProfile> & { readonly id: string; readonly of: string })[] = [
  { id: "generic-80", of: "pos-8360", name: "Generic 80 mm" },
  { id: "generic-58", of: "pos-5890", name: "Generic 58 mm" },
  { id: "epson-80", of: "epson-tm-t88vi", name: "Epson TM-T20, TM-T88 (80 mm)" },
  { id: "epson-80-48", of: "epson-tm-m30iii", name: "Epson TM-m30, 48 columns" },
  { id: "bixolon-80", of: "bixolon-srp350iii", name: "Bixolon SRP-350III" },
  { id: "citizen-80", of: "citizen-ct-s310ii", name: "Citizen CT-S310II", feedBeforeCut: 4 },
  { id: "star-80", of: "star-tsp100iv", name: "Star TSP143IV, mC-Print (StarPRNT)" },
  { id: "star-line-80", of: "star-tsp650ii", name: "Star TSP650, TSP700 (Star Line)" },
  { id: "elgin-80", of: "elgin-i9", name: "Elgin i7, i9" },
  { id: "elgin-vox-80", of: "elgin-vox", name: "Elgin VOX, NIX", feedBeforeCut: 4 },
  { id: "sweda-80", of: "sweda-si-300l", name: "Sweda SI-250, SI-300" },
  { id: "daruma-80", of: "daruma-dr700", name: "Daruma DR600, DR700, DR800" },
  { id: "diebold-80", of: "diebold-tsp-143", name: "Diebold TSP-143, IM400 (Mecaf)" },
  { id: "bematech-80", of: "bematech-mp-4200-th-esc-pos", name: "Bematech MP-4200 TH (ESC/POS)", width: 48 },
  { id: "controlid-80", of: "controlid-printid", name: "Control iD Print iD", feedBeforeCut: 4 },
]

const byModel = new Map(models.map((model) => [model.id, profileOf(model)]))

/** The first one is used where a setting names none. */
export const PROFILES: readonly PrinterProfile[] = [
  ...OLDER_NAMES.map(({ of, ...own }) => ({ ...(byModel.get(of) as PrinterProfile), ...own })),
  ...byModel.values(),
]

export function findProfile(id: string): PrinterProfile | undefined {
  return PROFILES.find((profile) => profile.id === id)
}

function profileOf(model: RecordedModel): PrinterProfile {
  const { id, brand, name, language, feedBeforeCut } = model
  const status = ANSWERING.test(id)
  const commands = commandSets[model.commands] as CommandSet
  const isStar = language === "star-prnt" || language === "star-line"
  const pageCommands = Object.fromEntries(
    PAGES.flatMap((page) => (model.pages[page] === undefined ? [] : [[page, model.pages[page]]])),
  )
  return {
    id,
    brand,
    model: name,
    name: `${brand} ${name}`,
    language,
    commands,
    capabilities: capabilitiesOf(commands),
    width: WIDTHS.find((width) => width <= model.columns) ?? 32,
    pageCommands,
    pages: GOOD_PAGES.filter((page) => Object.hasOwn(pageCommands, page)),
    feedBeforeCut,
    status,
    reportStatus: status && !isStar ? REPORT_STATUS : "",
    endOfJob: isStar ? "mark-count" : WITH_PROCESS_ID.test(id) ? "process-id" : "paper-status",
  }
}

function capabilitiesOf({ qr, barcode, drawer, cut }: CommandSet): Capabilities {
  const symbologies = Object.keys(barcode).length
  return {
    qr: qr === null ? "image" : "native",
    barcode: symbologies === 0 ? "image" : symbologies < SYMBOLOGIES ? "some" : "native",
    drawer: drawer !== null,
    cutter: cut !== null,
  }
}
