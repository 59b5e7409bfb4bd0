/** Records the commands of `node-thermal-printer`: Custom, Tanca and Brother, and others to compare with. */
import thermal from "node-thermal-printer"
import { BOLD, type CommandSet, type RecordedModel, TALL, WIDE } from "../../appliance/printing/encoding/command-set.ts"
import { barcodeCommand, hexOf, qrCommand } from "./find-holes.ts"
import { allFrom, BARCODES, ENCODER, encoderCommands, IMAGES } from "./from-encoder.ts"

export const NODE_THERMAL_PRINTER = "node-thermal-printer"
const BY_HAND = "by hand"
const PAGES: Readonly<Record<string, string>> = {
  WPC1252: "windows1252",
  WESTERN_EUROPEAN: "windows1252",
  PC858_EURO: "cp858",
  PC850_MULTILINGUAL: "cp850",
  PC860_PORTUGUESE: "cp860",
  PC437_USA: "cp437",
  STANDARD: "cp437",
}
/** What its Tanca calls the symbologies of `GS k`. */
const TANCA_BARCODES = { code128: 73, ean13: 67, itf: 70 } as const
const BROTHER_CODE128 = { hri: "r1", width: "w2", o: "", c: "", e: "e0", z: "z2", f: "f0" }

type Type = keyof typeof thermal.types
type Config = Readonly<Record<string, Buffer>>

interface Driver {
  readonly config: Config
  printQR(data: string, settings: object): Buffer
  code128(data: string, settings: object): Buffer
  printBarcode(data: string, type: number | string, settings: object): Buffer
}

function driverOf(type: Type): Driver {
  const printer = new thermal.printer({ type: thermal.types[type], interface: "tcp://127.0.0.1" } as never)
  return (printer as unknown as { printer: Driver }).printer
}

/** The bytes that the library has for a printer, for what it has. */
export async function thermalCommands(
  type: Type,
): Promise<Partial<CommandSet> & { readonly pages: RecordedModel["pages"] }> {
  const { config } = driverOf(type)
  const hex = (name: string) => hexOf(config[name])
  const sizes = { 0: hex("TXT_NORMAL"), [WIDE]: hex("TXT_2WIDTH"), [TALL]: hex("TXT_2HEIGHT") }
  return {
    begin: hex("HW_INIT"),
    lineEnd: hex("CTL_LF"),
    styles: [
      { mask: WIDE + TALL, set: { ...sizes, [WIDE + TALL]: hex("TXT_4SQUARE") }, clears: BOLD },
      { mask: BOLD, set: { 0: hex("TXT_BOLD_OFF"), [BOLD]: hex("TXT_BOLD_ON") } },
    ],
    align: { left: hex("TXT_ALIGN_LT"), center: hex("TXT_ALIGN_CT") },
    cut: hex("PAPER_PART_CUT"),
    drawer: { pins: [hex("CD_KICK") || hex("CD_KICK_2"), hex("CD_KICK") || hex("CD_KICK_5")] },
    qr: await qrOf(type),
    pages: Object.fromEntries(
      Object.entries(PAGES).flatMap(([theirs, page]) => {
        const command = hex(`CODE_PAGE_${theirs}`)
        return command === "" ? [] : [[page, command]]
      }),
    ),
  }
}

async function qrOf(type: Type): Promise<CommandSet["qr"]> {
  // Its driver for Daruma has none, and says so on the console.
  if (type === "DARUMA") return null
  const settings = { model: 2, correction: "m", correctionLevel: "M" }
  const driver = driverOf(type)
  return qrCommand((data, cellSize) => driver.printQR(data, { ...settings, cellSize }).subarray()).catch(() => null)
}

export async function thermalModels(): Promise<{ model: RecordedModel; commands: CommandSet }[]> {
  return [
    {
      model: await modelOf("CUSTOM", { brand: "Custom", name: "ESC/POS", columns: 42 }),
      commands: await customCommands(),
    },
    {
      model: await modelOf("TANCA", { brand: "Tanca", name: "ESC/POS", columns: 48 }),
      commands: await tancaCommands(),
    },
    {
      model: await modelOf("BROTHER", { brand: "Brother", name: "ESC/P", columns: 32 }),
      commands: await brotherCommands(),
    },
  ]
}

async function modelOf(
  type: Type,
  { brand, name, columns }: Pick<RecordedModel, "brand" | "name" | "columns">,
): Promise<RecordedModel> {
  const { pages } = await thermalCommands(type)
  const id = `${brand}-${name}`.toLowerCase().replaceAll("/", "-")
  const language = type === "BROTHER" ? "brother" : "esc-pos"
  return { id, brand, name, language, columns, feedBeforeCut: 4, commands: "", pages, source: NODE_THERMAL_PRINTER }
}

async function customCommands(): Promise<CommandSet> {
  const driver = driverOf("CUSTOM")
  const code128 = await barcodeCommand(BARCODES.code128, (data, height) => driver.code128(data, { height, hriPos: 2 }))
  return escPosLike("CUSTOM", { code128 })
}

async function tancaCommands(): Promise<CommandSet> {
  const driver = driverOf("TANCA")
  const record = (symbology: keyof typeof TANCA_BARCODES) =>
    barcodeCommand(BARCODES[symbology], (data, height) =>
      driver.printBarcode(data, TANCA_BARCODES[symbology], { height, hriPos: 2 }),
    )
  // Code 128 of ESC/POS needs its character set named first, which this library leaves to its caller.
  return escPosLike("TANCA", { ean13: await record("ean13"), itf: await record("itf") })
}

/** ESC/POS with the library's own differences. Its drawer command has no times, and it knows no bands. */
async function escPosLike(type: Type, barcode: CommandSet["barcode"]): Promise<CommandSet> {
  const escPos = await encoderCommands("esc-pos")
  const { pages: _, ...own } = await thermalCommands(type)
  return {
    ...escPos,
    ...own,
    qr: own.qr ? { ...own.qr, bytes: `${own.qr.bytes}0a` } : null,
    drawer: escPos.drawer,
    barcode: { ...escPos.barcode, ...barcode },
    image: IMAGES["esc-pos"],
    sources: { ...allFrom(NODE_THERMAL_PRINTER), drawer: ENCODER, image: BY_HAND },
  }
}

/** A label printer in ESC/P mode: no drawer, no double height. Its pictures are columns of 48 dots. */
async function brotherCommands(): Promise<CommandSet> {
  const driver = driverOf("BROTHER")
  const { config } = driver
  const { pages: _, ...own } = await thermalCommands("BROTHER")
  const code128 = await barcodeCommand(BARCODES.code128, (data, height) =>
    driver.printBarcode(data, "ta", { ...BROTHER_CODE128, height }),
  )
  return {
    begin: own.begin ?? "",
    lineEnd: own.lineEnd ?? "",
    styles: [
      { mask: WIDE, set: { 0: hexOf(config.TXT_2WIDTH_OFF), [WIDE]: hexOf(config.TXT_2WIDTH) } },
      { mask: BOLD, set: { 0: hexOf(config.TXT_BOLD_OFF), [BOLD]: hexOf(config.TXT_BOLD_ON) } },
    ],
    align: own.align as CommandSet["align"],
    // The library's partial cut cancels cutting.
    cut: hexOf(config.PAPER_FULL_CUT),
    drawer: null,
    qr: own.qr ? { ...own.qr, bytes: `${own.qr.bytes}0a` } : null,
    barcode: { code128: { ...code128, bytes: `${code128.bytes}0a` } },
    image: { layout: "columns", bandRows: 48, begin: "", band: "1b2a48{width}{data}0a", end: "" },
    sources: { ...allFrom(NODE_THERMAL_PRINTER) },
  }
}
