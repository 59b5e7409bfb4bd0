/** Printers as data: each profile is whole, and its code pages bear the numbers that an independent library knows for the model. */

import escpos from "escpos-buffer"
import { describe, expect, it } from "vitest"
import { renderReceipt } from "../../../../appliance/emulator/index.ts"
import {
  encodeDocument,
  encodeDrawer,
  findProfile,
  PROFILES,
  type PrinterProfile,
} from "../../../../appliance/printing/index.ts"
import type { PrintLine } from "../../../../protocol/shapes/print-job.ts"
import { emulate, openRoom, receipt, specOf } from "../kit.ts"

/** Settings of older versions name these. */
const OLDER_NAMES: readonly (readonly [id: string, width: number, status: boolean])[] = [
  ["generic-80", 48, true],
  ["generic-58", 32, true],
  ["epson-80", 42, true],
  ["epson-80-48", 48, true],
  ["bixolon-80", 42, true],
  ["citizen-80", 48, true],
  ["star-80", 48, true],
  ["star-line-80", 48, true],
  ["elgin-80", 48, true],
  ["elgin-vox-80", 42, false],
  ["sweda-80", 42, false],
  ["daruma-80", 48, false],
  ["diebold-80", 48, false],
  ["bematech-80", 48, true],
  ["controlid-80", 48, true],
]

it.each(OLDER_NAMES)(
  "%s, a name of older settings, still has %i columns and answers as before",
  (id, width, status) => {
    expect(findProfile(id)).toMatchObject({ id, width, status })
  },
)

it("no two profiles have the same id", () => {
  expect(new Set(PROFILES.map(({ id }) => id)).size).toBe(PROFILES.length)
})

it.each(PROFILES.map((profile) => [profile.id, profile] as const))(
  "%s tries only pages that it can select",
  (_id, profile) => {
    expect(profile.pages.length).toBeGreaterThan(0)
    for (const page of profile.pages) expect(profile.pageCommands[page]).toBeTypeOf("string")
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
  ["elgin-80", "I9"],
  ["controlid-printid-touch", "PrintiD-Touch"],
  ["tectoy-q4", "Q4"],
  ["perto-pertoprinter", "PertoPrinter"],
  ["dataregis-dt200", "DT200"],
] as const)("%s speaks the words of %s", (id, model) => {
  it("in its cut", async () => {
    expect(ours(id, [{ t: "cut" }])).toContain(await theirs(model, (printer) => printer.cutter()))
  })

  it("in its drawer, with the times that it takes", async () => {
    const drawer = Buffer.from(encodeDrawer(PULSE, profileOf(id)) ?? []).toString("hex")
    expect(drawer).toBe(await theirs(model, (printer) => printer.drawer(escpos.Drawer.First, PULSE.onMs, PULSE.offMs)))
  })

  it("in its QR codes", async () => {
    const theirCode = await theirs(model, (printer) => printer.qrcode("https://example.com", 5))
    expect(ours(id, [{ t: "qr", data: "https://example.com", size: 5 }])).toContain(theirCode)
  })

  it("in bold, and in double width and height", async () => {
    const { Bold, DoubleWidth, DoubleHeight } = escpos.Style
    for (const [style, line] of [
      [Bold, { bold: true }],
      [DoubleWidth | DoubleHeight, { size: "double" }],
    ] as const) {
      const [on] = (await theirs(model, (printer) => printer.write("~", style))).split("7e")
      expect(ours(id, [{ t: "text", s: "~", ...line }])).toContain(`${on}7e`)
    }
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
    expect(Buffer.from(encodeDrawer(PULSE, profileOf(id)) ?? []).toString("hex")).toBe("1b070c0c07")
  })
})

it("StarPRNT gets a picture as one raster command, Star Line in raster mode", () => {
  const image: PrintLine = { t: "image", width: 16, height: 2, bits: Buffer.from([1, 2, 3, 4]).toString("base64") }
  expect(ours("star-80", [image])).toContain("1b1d53010200020000" + "01020304")
  expect(ours("star-line-80", [image])).toContain("1b2a7241620200010262020003041b2a7242")
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
