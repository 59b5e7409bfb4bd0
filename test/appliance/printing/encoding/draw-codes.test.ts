/** Codes drawn as pictures, checked against the patterns that the standards publish. */
import { describe, expect, it } from "vitest"
import { drawCode, faultOfCode } from "../../../../appliance/printing/encoding/draw-codes.ts"
import type { PrintLine } from "../../../../protocol/shapes/print-job.ts"

type Barcode = Extract<PrintLine, { t: "barcode" }>

const PAPER_DOTS = 576

function barcode(symbology: Barcode["symbology"], data: string): Barcode {
  return { t: "barcode", symbology, data }
}

/** The first row of dots, two of which are a module. */
function modulesOf(line: Barcode): string {
  const picture = drawCode(line, PAPER_DOTS)
  if (picture === null) throw new Error("too wide")
  const row = Buffer.from(picture.bits, "base64").subarray(0, Math.ceil(picture.width / 8))
  const dots = [...row].map((byte) => byte.toString(2).padStart(8, "0")).join("")
  return dots.slice(0, picture.width).replaceAll(/(.)\1/g, "$1")
}

describe("a barcode as a picture", () => {
  it("is Code 128 B with start, check character and stop", () => {
    const [start, a, check, stop] = ["11010010000", "10100011000", "10001011000", "1100011101011"]
    expect(modulesOf(barcode("code128", "A"))).toBe(start + a + check + stop)
  })

  it("is EAN-13 with its check digit", () => {
    const modules = modulesOf(barcode("ean13", "400638133393"))
    expect(modules).toHaveLength(95)
    expect([modules.slice(0, 3), modules.slice(45, 50), modules.slice(-3)]).toEqual(["101", "01010", "101"])
    expect(modulesOf(barcode("ean13", "400638133393"))).toBe(modulesOf(barcode("ean13", "4006381333931")))
  })

  it("is interleaved 2 of 5 with start and stop", () => {
    expect(modulesOf(barcode("itf", "00"))).toBe("1010" + "1010111000111000" + "10" + "11101")
  })

  it("is refused by a paper that is too narrow for it", () => {
    expect(drawCode(barcode("code128", "A".repeat(60)), 384)).toBeNull()
  })
})

describe("a QR code as a picture", () => {
  it("has its size and four white modules around it", () => {
    expect(drawCode({ t: "qr", data: "A" }, PAPER_DOTS)).toMatchObject({ width: 29 * 5, height: 29 * 5 })
  })

  it("gets smaller where the paper is narrow", () => {
    expect(drawCode({ t: "qr", data: "A".repeat(300) }, 128)?.width).toBeLessThanOrEqual(128)
  })
})

it.each([
  [barcode("code128", "A-1"), null],
  [barcode("code128", "ñ"), "Code 128 holds only plain letters and digits"],
  [barcode("itf", "123"), "ITF holds an even number of digits"],
  [barcode("ean13", "4006381333931"), null],
  [barcode("ean13", "4006381333932"), "EAN-13 holds 12 digits and their check digit"],
  [{ t: "qr", data: "x".repeat(3000) } as const, "more than 2331 bytes"],
])("the fault of %j is %s", (line, fault) => {
  expect(faultOfCode(line)).toBe(fault)
})
