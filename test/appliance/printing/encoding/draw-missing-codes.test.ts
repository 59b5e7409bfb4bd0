/** Codes of a document for printers with and without commands for them. */
import { expect, it } from "vitest"
import { drawMissingCodes } from "../../../../appliance/printing/encoding/draw-missing-codes.ts"
import { findProfile, type PrinterProfile } from "../../../../appliance/printing/index.ts"
import type { PrintLine } from "../../../../protocol/shapes/print-job.ts"

const QR: PrintLine = { t: "qr", data: "https://example.com" }
const BARCODE: PrintLine = { t: "barcode", data: "4006381333931", symbology: "ean13" }

function draw(lines: readonly PrintLine[], id: string, width: 32 | 48 = 48) {
  return drawMissingCodes(lines, { profile: findProfile(id) as PrinterProfile, width })
}

it("a printer with commands for codes gets them as they are", () => {
  expect(draw([QR, BARCODE], "epson-80")).toEqual({ ok: true, lines: [QR, BARCODE] })
})

it("a printer without gets pictures in the middle, and the number below a barcode", () => {
  expect(draw([QR], "controlid-80")).toMatchObject({ ok: true, lines: [{ t: "image", align: "center" }] })
  const number = { t: "text", s: "                 4006381333931" }
  expect(draw([BARCODE], "daruma-80")).toMatchObject({ ok: true, lines: [{ t: "image", align: "center" }, number] })
})

it.each([
  [
    { t: "barcode", data: "123", symbology: "itf" },
    "epson-80",
    "unprintable barcode: ITF holds an even number of digits",
  ],
  [{ t: "qr", data: "x".repeat(3000) }, "epson-80", "unprintable qr: more than 2331 bytes"],
  [
    { t: "barcode", data: "A".repeat(60), symbology: "code128" },
    "daruma-80",
    "unprintable barcode: the paper is too narrow",
  ],
] as const)("%j is refused by %s: %s", (line, id, reason) => {
  expect(draw([line], id, 32)).toEqual({ ok: false, reason })
})
