/** Records the commands of `escpos-buffer`, which knows the printers of Brazil. Each model is connected to memory and each verb is recorded. */
import escpos from "escpos-buffer"
import {
  BOLD,
  type CommandSet,
  type DrawerCommand,
  type Language,
  type RecordedModel,
  TALL,
  WIDE,
} from "../../appliance/printing/encoding/command-set.ts"
import { drawerCommand, hexOf, qrCommand } from "./find-holes.ts"
import { allFrom, ENCODER, encoderCommands } from "./from-encoder.ts"

export const ESCPOS_BUFFER = "escpos-buffer"
const RESET = "1b40"
/** Only in the printer's memory. The library's `1d f9 35` writes the mode into flash each time. */
const BEMATECH_MODE = { "ESC/Bema": "1df92030", "ESC/POS": "1df92031" } as const
/** These take `ESC @` for something else, or are not known to have it. */
const WITHOUT_RESET = ["daruma", "diebold"]
/** These speak ESC/POS, so they also take its barcodes. */
const ESC_POS_PROFILES = ["controlid", "tectoy", "epson"]
/** The library counts three bytes more than the data, and so reads the line end into the code. */
const BEMATECH_QR = {
  bytes: "1d6b5102{size}0001{length}{data}0d0a",
  sizes: [2, 4, 6, 8, 10, 12, 14, 16],
  lengthAdds: 0,
}
/** The language of each of the library's profiles; ESC/POS where none is named. */
const LANGUAGES: Readonly<Record<string, Language>> = {
  bematech: "bematech",
  daruma: "daruma",
  diebold: "diebold",
  elgin: "elgin",
  sweda: "elgin",
  dataregis: "elgin",
  perto: "perto",
}
const ELGIN_ESC_POS = ["I7", "I9"]
const BEMATECH_ESC_POS_COLUMNS = 42
const PAGES: Readonly<Record<string, string>> = {
  cp1252: "windows1252",
  cp858: "cp858",
  cp850: "cp850",
  cp860: "cp860",
  cp437: "cp437",
  iso88591: "iso8859-1",
}
/** Printed between the commands. It stands in none of them. */
const MARK = "~"
const MARK_HEX = "7e"
/** The control code for wide letters. On most printers it holds for one line. */
const SHIFT_OUT = "0e"
const PICTURE = { width: 515, lines: 2, bytesPerLine: 515 * 3 }

type ModelName = Extract<Parameters<typeof escpos.Printer.CONNECT>[0], string>
type Verb = (printer: escpos.Printer) => Promise<unknown>
interface Capability {
  readonly model: string
  readonly name?: string
  readonly profile: string
  readonly brand: string
  readonly columns: number
  readonly feed?: number
  readonly codepages: readonly { code: string; command: string }[]
}

/** What connecting writes, and what the verb writes after it. `columns` selects the font, and with it the mode of a Bematech. */
async function record(model: ModelName, verb: Verb, columns?: number): Promise<{ greeting: Buffer; written: Buffer }> {
  const connection = new escpos.InMemory()
  const printer = await escpos.Printer.CONNECT(model, connection)
  if (columns !== undefined) await printer.setColumns(columns)
  const greeting = connection.buffer()
  await verb(printer)
  return { greeting, written: connection.buffer().subarray(greeting.length) }
}

export interface Recording {
  readonly capability: Capability
  /** The library's own bytes, without our changes. */
  readonly commands: CommandSet
}

async function recordModel(capability: Capability, columns?: number): Promise<Recording> {
  const model = capability.model as ModelName
  const write = async (verb: Verb) => (await record(model, verb, columns)).written
  const { greeting } = await record(model, async () => undefined, columns)
  const { Align, Cut, Drawer } = escpos
  const pages = pagesOf(capability)
  const firstPage = Object.values(pages).find((command) => command !== "" && hexOf(greeting).includes(command)) ?? ""
  return {
    capability,
    commands: {
      begin: hexOf(greeting).replaceAll(firstPage, ""),
      lineEnd: hexOf(await write((printer) => printer.feed(1))),
      styles: await stylesOf(write),
      align: {
        left: hexOf(await write((printer) => printer.setAlignment(Align.Left))),
        center: hexOf(await write((printer) => printer.setAlignment(Align.Center))),
      },
      cut: hexOf(await write((printer) => printer.cutter(Cut.Partial))),
      drawer: await drawerCommand((pin, on, off) =>
        write((printer) => printer.drawer(pin === 0 ? Drawer.First : Drawer.Second, on, off)),
      ),
      // The library throws where it would draw the code as a picture.
      qr: await qrCommand((data, size) => write((printer) => printer.qrcode(data, size))).catch(() => null),
      barcode: {},
      image: await imageOf(write),
      sources: {},
    },
  }
}

/** Style by style, or as one command for both sizes, as `ESC !` is. */
async function stylesOf(write: (verb: Verb) => Promise<Buffer>): Promise<CommandSet["styles"]> {
  const { Style } = escpos
  const around = async (style: number) => {
    const [on = "", off = ""] = hexOf(await write((printer) => printer.write(MARK, style))).split(MARK_HEX)
    return { on, off }
  }
  const bold = await around(Style.Bold)
  const wide = await around(Style.DoubleWidth)
  const tall = await around(Style.DoubleHeight)
  const both = await around(Style.DoubleWidth | Style.DoubleHeight)
  const boldCommand = { mask: BOLD, set: { 0: bold.off, [BOLD]: bold.on } }
  if (both.on === wide.on + tall.on) {
    return [
      { mask: WIDE, set: { 0: wide.off, [WIDE]: wide.on }, ...(wide.on === SHIFT_OUT ? { endsWithLine: true } : {}) },
      { mask: TALL, set: { 0: tall.off, [TALL]: tall.on } },
      boldCommand,
    ]
  }
  const set = { 0: both.off, [WIDE]: wide.on, [TALL]: tall.on, [WIDE + TALL]: both.on }
  return [{ mask: WIDE + TALL, set, clears: BOLD }, boldCommand]
}

async function imageOf(write: (verb: Verb) => Promise<Buffer>): Promise<CommandSet["image"]> {
  const { width, lines, bytesPerLine } = PICTURE
  const dots = Buffer.alloc(bytesPerLine, 0xaa)
  const picture = { width, lines, lineData: () => dots } as unknown as Parameters<escpos.Printer["draw"]>[0]
  const written = hexOf(await write((printer) => printer.draw(picture)))
  const [begin = "", between = "", end = ""] = written.split(hexOf(dots))
  const widthHex = hexOf(Uint8Array.of(width & 0xff, width >> 8))
  // Between two bands are the end of the first and the head of the second. The first head follows what begins the picture.
  const head = begin.slice(begin.lastIndexOf("1b2a"))
  const tail = between.slice(0, between.length - head.length)
  return {
    layout: "columns",
    bandRows: 24,
    begin: begin.slice(0, begin.length - head.length),
    band: `${head.replace(widthHex, "{width}")}{data}${tail}`,
    end: end.slice(tail.length),
  }
}

function pagesOf({ codepages }: Capability): Record<string, string> {
  const known = codepages.filter(({ code }) => PAGES[code] !== undefined)
  return Object.fromEntries(
    known.map(({ code, command }) => [PAGES[code] as string, hexOf(Buffer.from(command, "latin1"))]),
  )
}

/** Every model as the library has it. A Bematech comes twice: it chooses its mode by the number of columns. */
export async function recordAll(): Promise<Recording[]> {
  const capabilities = escpos.Model.ALL() as unknown as readonly Capability[]
  return Promise.all(capabilities.map((capability) => recordModel(capability)))
}

export async function recordByName(name: string, columns?: number): Promise<Recording> {
  return recordModel(escpos.Model.EXPAND(escpos.Model.FIND(name)) as unknown as Capability, columns)
}

/** The models with our changes. The table of differences (`compare-libraries.ts`) gives the reasons. */
export async function escposBufferModels(): Promise<{ model: RecordedModel; commands: CommandSet }[]> {
  const escPos = await encoderCommands("esc-pos")
  const recordings = await recordAll()
  const i9 = recordings.find(({ capability }) => capability.model === "I9") as Recording
  const { capability, commands } = await recordByName("MP-4200 TH", BEMATECH_ESC_POS_COLUMNS)
  const bematechEscPos = {
    capability: { ...capability, model: "MP-4200 TH ESC/POS", columns: BEMATECH_ESC_POS_COLUMNS, feed: 4 },
    commands,
  }
  return [...recordings, bematechEscPos].map((recording) => ({
    model: modelOf(recording.capability),
    commands: chooseCommands(recording, escPos, i9.commands),
  }))
}

/** The pages of a model as the library has them. */
export function escposBufferPages(name: string): Record<string, string> {
  return pagesOf(escpos.Model.EXPAND(escpos.Model.FIND(name)) as unknown as Capability)
}

function chooseCommands({ capability, commands }: Recording, escPos: CommandSet, i9: CommandSet): CommandSet {
  const { profile, model } = capability
  if (profile === "epson") return escPos
  const own = model === "I7" ? i9 : commands
  const chosen: Partial<CommandSet> = {
    begin: beginOf(own, profile),
    qr: profile === "bematech" ? BEMATECH_QR : endLine(own),
    ...(profile === "bematech" && own.drawer ? { mode: bematechMode(own.drawer), drawer: inMode(own.drawer) } : {}),
    ...(ESC_POS_PROFILES.includes(profile) || own === i9 ? { barcode: escPos.barcode } : {}),
    ...(profile === "generic" ? { styles: escPos.styles } : {}),
  }
  const sources = {
    ...allFrom(ESCPOS_BUFFER),
    begin: `${ESCPOS_BUFFER}, by hand`,
    ...(profile === "bematech"
      ? { qr: `${ESCPOS_BUFFER}, by hand`, drawer: `${ESCPOS_BUFFER}, by hand`, mode: "by hand" }
      : {}),
    ...(chosen.barcode ? { barcode: ENCODER } : {}),
    ...(chosen.styles ? { styles: ENCODER } : {}),
  }
  return { ...own, ...chosen, sources }
}

function beginOf({ begin, drawer, styles }: CommandSet, profile: string): string {
  // Without a reset, a torn document would leave its style on.
  if (WITHOUT_RESET.includes(profile)) return begin + styles.map(({ set }) => set[0]).join("")
  if (profile !== "bematech") return RESET + begin
  return bematechMode(drawer) + RESET
}

/** Only ESC/Bema has `ESC v`. */
function bematechMode(drawer: CommandSet["drawer"]): string {
  return BEMATECH_MODE[drawer?.pins[0].startsWith("1b76") ? "ESC/Bema" : "ESC/POS"]
}

/** A pulse may be the first thing that the printer gets after it was switched on. */
function inMode(drawer: DrawerCommand): DrawerCommand {
  const mode = bematechMode(drawer)
  return { ...drawer, pins: [mode + drawer.pins[0], mode + drawer.pins[1]] }
}

/** The code with a line end behind it, without which the next row would begin beside it. */
function endLine({ qr, lineEnd }: CommandSet): CommandSet["qr"] {
  return qr === null || qr.bytes.endsWith(lineEnd) ? qr : { ...qr, bytes: qr.bytes + lineEnd }
}

function modelOf(capability: Capability): RecordedModel {
  const { brand, profile, model, name = model, columns, feed = 0 } = capability
  const shownBrand = brand === "ControliD" ? "Control iD" : brand
  return {
    id: `${brand}-${model}`
      .toLowerCase()
      .replaceAll("+", "-plus")
      .replaceAll(/[^a-z0-9]+/g, "-"),
    brand: shownBrand,
    name,
    language: languageOf(capability),
    columns,
    feedBeforeCut: feed,
    commands: "",
    pages: profile === "generic" ? agreed(pagesOf(capability)) : pagesOf(capability),
    source: ESCPOS_BUFFER,
  }
}

function languageOf({ profile, model }: Capability): Language {
  return ELGIN_ESC_POS.includes(model) ? "esc-pos" : (LANGUAGES[profile] ?? "esc-pos")
}

/** The pages that the other library numbers alike for a printer without a brand. */
function agreed({ cp850 = "", cp860 = "", cp437 = "" }: Record<string, string>): Record<string, string> {
  return { cp850, cp860, cp437 }
}
