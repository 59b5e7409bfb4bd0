/** Records the commands of `@point-of-sale/receipt-printer-encoder`: ESC/POS and Star. */
import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import {
  BOLD,
  type CommandSet,
  type ImageCommand,
  type RecordedModel,
  TALL,
  WIDE,
} from "../../appliance/printing/encoding/command-set.ts"
import { barcodeCommand, drawerCommand, hexOf, qrCommand } from "./find-holes.ts"

export const ENCODER = "@point-of-sale/receipt-printer-encoder"
const BY_HAND = "by hand"
const PAGES = ["windows1252", "cp858", "cp850", "cp860", "cp437"] as const
export const BARCODES = {
  code128: { short: "A-1234", long: "A-123456" },
  ean13: { short: "400638133393", long: "4006381333931" },
  itf: { short: "1234", long: "123456" },
} as const

type EncoderLanguage = "esc-pos" | "star-prnt" | "star-line"
type Encoder = ReceiptPrinterEncoder
type ModelId = NonNullable<NonNullable<ConstructorParameters<typeof ReceiptPrinterEncoder>[0]>["printerModel"]>

/** Bands of 48 rows are under 4 KB, which every printer can buffer. The library sends a picture as a whole. */
export const IMAGES: Readonly<Record<EncoderLanguage, ImageCommand>> = {
  "esc-pos": {
    layout: "rows",
    bandRows: 48,
    begin: "",
    band: "1d763000{bytesPerRow}{rows}{data}",
    end: "",
  },
  "star-prnt": { layout: "rows", bandRows: 48, begin: "", band: "1b1d5301{bytesPerRow}{rows}00{data}", end: "" },
  "star-line": { layout: "rows", bandRows: 1, begin: "1b2a7241", band: "62{bytesPerRow}{data}", end: "1b2a7242" },
}

/** The bytes of one verb, without the page and the line end that the library adds. */
function record(language: EncoderLanguage, verb: (encoder: Encoder) => Encoder): Uint8Array {
  const options = { language, columns: 48, newline: "\n", feedBeforeCut: 0, autoFlush: false } as const
  return verb(new ReceiptPrinterEncoder(options)).encode()
}

/** The command that switches a style on or off, which the library writes only around text. */
function aroundText(language: EncoderLanguage, before: (encoder: Encoder) => Encoder): [string, string] {
  const written = hexOf(record(language, (encoder) => before(encoder.raw([])).text("~")))
  const page = language === "esc-pos" ? /1b74..|0a$/g : /1b1d74..|0a$/g
  const [on = "", off = ""] = written.replaceAll(page, "").split("7e")
  return [on, off]
}

export async function encoderCommands(language: EncoderLanguage): Promise<CommandSet> {
  const [bold] = aroundText(language, (encoder) => encoder.bold(true))
  const [, notBold] = hexOf(record(language, (encoder) => encoder.bold(true).text("~").bold(false).text("~")))
    .replaceAll(/0a$/g, "")
    .split("7e")
  const size = (wide: number, tall: number) => aroundText(language, (encoder) => encoder.size(wide, tall))[0]
  const normal = hexOf(record(language, (encoder) => encoder.size(2, 2).text("~").size(1, 1).text("~"))).split("7e")[1]
  const barcode = async (symbology: keyof typeof BARCODES) =>
    barcodeCommand(BARCODES[symbology], (data, height) =>
      record(language, (encoder) => encoder.barcode(data, symbology, { height, text: true })),
    )
  return {
    begin: hexOf(record(language, (encoder) => encoder.initialize())),
    lineEnd: "0a",
    styles: [
      {
        mask: WIDE + TALL,
        set: { 0: normal ?? "", [WIDE]: size(2, 1), [TALL]: size(1, 2), [WIDE + TALL]: size(2, 2) },
      },
      { mask: BOLD, set: { 0: notBold ?? "", [BOLD]: bold } },
    ],
    align: alignOf(language),
    cut: hexOf(record(language, (encoder) => encoder.cut("partial"))).replace(/0a$/, ""),
    drawer: await drawerCommand((pin, on, off) => record(language, (encoder) => encoder.pulse(pin, on, off))),
    qr: await qrCommand((data, size) =>
      record(language, (encoder) => encoder.qrcode(data, { model: 2, size, errorlevel: "m" })),
    ),
    barcode: { code128: await barcode("code128"), ean13: await barcode("ean13"), itf: await barcode("itf") },
    image: IMAGES[language],
    sources: { ...allFrom(ENCODER), image: BY_HAND },
  }
}

export function allFrom(source: string): Record<string, string> {
  const verbs = ["begin", "lineEnd", "styles", "align", "cut", "drawer", "qr", "barcode", "image"]
  return Object.fromEntries(verbs.map((verb) => [verb, source]))
}

function alignOf(language: EncoderLanguage): CommandSet["align"] {
  const written = hexOf(
    record(language, (encoder) =>
      encoder.align("center").qrcode("~", { model: 2, size: 4, errorlevel: "m" }).align("left"),
    ),
  )
  const plain = hexOf(record(language, (encoder) => encoder.qrcode("~", { model: 2, size: 4, errorlevel: "m" })))
  const at = written.indexOf(plain)
  return { center: written.slice(0, at), left: written.slice(at + plain.length) }
}

/** Each model of the library, and its commands: those of its language, less what the model lacks. */
export async function encoderModels(): Promise<{ model: RecordedModel; commands: CommandSet }[]> {
  return Promise.all(
    ReceiptPrinterEncoder.printerModels.map(async ({ id, name }) => {
      const encoder = new ReceiptPrinterEncoder({ printerModel: id as ModelId })
      const { language, columns, printerCapabilities } = encoder
      const { qrcode, cutter } = printerCapabilities as { qrcode: { supported: boolean }; cutter?: { feed: number } }
      const commands = await encoderCommands(language as EncoderLanguage)
      const [brand = "", ...rest] = name.trim().split(" ")
      const hasBrand = rest.length > 0
      return {
        model: {
          id,
          brand: hasBrand ? brand : "Generic",
          name: hasBrand ? rest.join(" ") : brand,
          language: language as EncoderLanguage,
          columns,
          feedBeforeCut: cutter?.feed ?? 4,
          commands: "",
          pages: pagesOf(id as ModelId, language as EncoderLanguage),
          source: ENCODER,
        },
        commands: {
          ...commands,
          qr: qrcode.supported ? commands.qr : null,
          cut: cutter === undefined ? null : commands.cut,
        },
      }
    }),
  )
}

/** The pages that the model has. The library throws for others. */
function pagesOf(printerModel: ModelId, language: EncoderLanguage): Record<string, string> {
  const select = (page: (typeof PAGES)[number]) => {
    try {
      const bytes = new ReceiptPrinterEncoder({ printerModel, errors: "strict" }).codepage(page).text("ó").encode()
      return hexOf(bytes).match(language === "esc-pos" ? /1b74../ : /1b1d74../)?.[0]
    } catch {
      return undefined
    }
  }
  const found = PAGES.map((page) => [page, select(page)] as const)
  return Object.fromEntries(found.filter(([, command]) => command !== undefined)) as Record<string, string>
}
