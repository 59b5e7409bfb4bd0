/** Printers as data: each profile is whole, and its code pages bear the numbers that an independent library knows for the model. */

import ReceiptPrinterEncoder from "@point-of-sale/receipt-printer-encoder"
import escpos from "escpos-buffer"
import { describe, expect, it } from "vitest"
import { renderReceipt } from "../../../../appliance/emulator/index.ts"
import {
  encodeDocument,
  encodeDrawer,
  findProfile,
  type PageName,
  PROFILES,
  type PrinterProfile,
} from "../../../../appliance/printing/index.ts"
import type { PrintLine } from "../../../../protocol/shapes/print-job.ts"
import { emulate, openRoom, receipt, specOf } from "../kit.ts"

/** Our names → theirs. */
const THEIR_NAME: Partial<Record<PageName, string>> = {
  windows1252: "cp1252",
  "iso8859-1": "iso88591",
  cp858: "cp858",
  cp850: "cp850",
  cp860: "cp860",
  cp437: "cp437",
}

const SELECT_PAGE = "\x1bt"

/** The number of a page in `ESC t`, as the other library has it for a model. */
function theirNumbers(model: string): Map<string, number> {
  const { codepages = [] } = escpos.Model.EXPAND(escpos.Model.FIND(model)) as unknown as {
    codepages?: { code: string; command: string }[]
  }
  const selected = codepages.filter(({ command }) => command.startsWith(SELECT_PAGE))
  return new Map(selected.map(({ code, command }) => [code, command.charCodeAt(SELECT_PAGE.length)]))
}

describe.each([
  ["epson-80", "TM-T20"],
  ["elgin-80", "I9"],
  ["bematech-80", "MP-4200 TH"],
  ["controlid-80", "PrintiD"],
  ["elgin-vox-80", "VOX"],
  ["sweda-80", "SI-300L"],
  ["daruma-80", "DR700"],
])("%s", (id, model) => {
  it(`numbers the pages that both know as ${model} does`, () => {
    const theirs = theirNumbers(model)
    const shared = Object.entries(findProfile(id)?.pageNumbers ?? {}).flatMap(([page, number]) => {
      const known = theirs.get(THEIR_NAME[page as PageName] ?? "")
      return known === undefined ? [] : [{ page, number, known }]
    })
    expect(shared.length).toBeGreaterThan(0)
    for (const { page, number, known } of shared) expect([page, number]).toEqual([page, known])
  })
})

it.each(PROFILES.map((profile) => [profile.id, profile] as const))(
  "%s tries only pages that it can select",
  (_id, profile) => {
    expect(profile.pages.length).toBeGreaterThan(0)
    for (const page of profile.pages) expect(profile.pageNumbers[page]).toBeTypeOf("number")
  },
)

const PULSE = { pin: 0, onMs: 120, offMs: 120 } as const

/** What the other library writes for a model. */
async function theirs(
  model: Parameters<typeof escpos.Printer.CONNECT>[0],
  write: (printer: escpos.Printer) => Promise<void>,
): Promise<string> {
  const connection = new escpos.InMemory()
  const printer = await escpos.Printer.CONNECT(model, connection)
  const greeting = connection.buffer().toString("hex")
  await write(printer)
  return connection.buffer().toString("hex").slice(greeting.length)
}

function profileOf(id: string): PrinterProfile {
  const profile = findProfile(id)
  if (profile === undefined) throw new Error(`no profile ${id}`)
  return profile
}

function ours(id: string, lines: readonly PrintLine[]): string {
  const profile = profileOf(id)
  const encoded = encodeDocument(lines, { profile, codepage: null, width: profile.width })
  if (!encoded.ok) throw new Error(encoded.reason)
  return Buffer.from(encoded.bytes).toString("hex")
}

describe.each([
  ["elgin-vox-80", "VOX"],
  ["sweda-80", "SI-300L"],
  ["daruma-80", "DR700"],
  ["diebold-80", "IM402"],
] as const)("%s speaks the words of %s", (id, model) => {
  it("in its cut", async () => {
    expect(ours(id, [{ t: "cut" }])).toContain(await theirs(model, (printer) => printer.cutter()))
  })

  it("in its drawer, with the times that it takes", async () => {
    const drawer = Buffer.from(encodeDrawer(PULSE, profileOf(id))).toString("hex")
    expect(drawer).toBe(await theirs(model, (printer) => printer.drawer(escpos.Drawer.First, PULSE.onMs, PULSE.offMs)))
  })

  it("in its QR codes", async () => {
    const theirCode = await theirs(model, (printer) => printer.qrcode("https://example.com", 5))
    expect(ours(id, [{ t: "qr", data: "https://example.com", size: 5 }])).toContain(theirCode)
  })

  it("in bold, and in double width and height", async () => {
    const { Bold, DoubleWidth, DoubleHeight } = escpos.Style
    const bold = await theirs(model, (printer) => printer.write("A", Bold))
    expect(ours(id, [{ t: "text", s: "A", bold: true }])).toContain(bold)
    const double = await theirs(model, (printer) => printer.write("A", DoubleWidth | DoubleHeight))
    const [on, off] = double.split("41")
    const written = ours(id, [{ t: "text", s: "A", size: "double" }])
    expect(written).toContain(`${on}41`)
    // In which order the two go off does not matter.
    expect(written.slice(written.indexOf(`${on}41`) + double.length - (off ?? "").length, -4)).toHaveLength(
      (off ?? "").length,
    )
  })
})

const LETTERS = "ñáéíóúüçãõâêôàºª¿¡ ÑÁÉÍÓÚÜÇÃÕÂÊÔÀ €"

describe.each(["star-80", "star-line-80"])("%s in Star's own language", (id) => {
  it("prints letters, styles, codes and pictures as they were laid out", () => {
    const profile = profileOf(id)
    const lines: PrintLine[] = [
      { t: "text", s: LETTERS },
      { t: "text", s: "GRANDE", size: "double", bold: true },
      { t: "feed", n: 1 },
      { t: "qr", data: "https://example.com/ñ" },
      { t: "barcode", data: "A-1234", symbology: "code128" },
      { t: "cut" },
    ]
    const encoded = encodeDocument(lines, { profile, codepage: null, width: 48 })
    if (!encoded.ok) throw new Error(encoded.reason)
    const { text, svg } = renderReceipt(encoded.bytes, { width: 48, profile })
    expect(text).toContain(`${LETTERS}\nGRANDE`)
    expect(text).toContain("[QR https://example.com/ñ]")
    expect(text).toContain("[A-1234]")
    expect(svg).toContain('scale(2 2)"><text')
  })

  it("cuts with ESC d and opens its drawer with BEL and the requested times", () => {
    expect(ours(id, [{ t: "cut" }])).toContain("0a0a0a1b6401")
    expect(Buffer.from(encodeDrawer(PULSE, profileOf(id))).toString("hex")).toBe("1b070c0c07")
  })
})

it("StarPRNT gets a picture as one raster command, Star Line in raster mode", () => {
  const image: PrintLine = { t: "image", width: 16, height: 2, bits: Buffer.from([1, 2, 3, 4]).toString("base64") }
  expect(ours("star-80", [image])).toContain("1b1d53010200020000" + "01020304")
  expect(ours("star-line-80", [image])).toContain("1b2a7241620200010262020003041b2a7242")
})

/** The same pages as the library has for the model. */
it.each([
  ["epson-80", "epson"],
  ["bixolon-80", "bixolon"],
  ["citizen-80", "citizen"],
  ["star-80", "star"],
  ["star-line-80", "star"],
])("%s selects its pages as the encoder's own table of %s does", (id, mapping) => {
  const profile = profileOf(id)
  const language = profile.language === "classic" ? "esc-pos" : profile.language
  for (const page of Object.keys(profile.pageNumbers) as PageName[]) {
    const select = (codepageMapping: string | Record<string, number>) =>
      Buffer.from(
        new ReceiptPrinterEncoder({ language, codepageMapping: codepageMapping as never })
          .codepage(page)
          .text("ó")
          .encode(),
      ).toString("hex")
    expect(select(profile.pageNumbers as Record<string, number>)).toBe(select(mapping))
  }
})

it("a printer without status prints a document, which ends unknown", async () => {
  const emulator = await emulate("tcp", { profile: "star-80" })
  const room = openRoom([specOf(emulator, "tcp", "?profile=star-80&status=no")])
  room.printing.start()
  const { jobId } = room.enqueue(receipt())
  await emulator.waitForReceipts(1)
  await room.until(() => room.job(jobId).status === "unknown")
  expect(emulator.receipts[0]?.text).toContain("María José Peña")
})
