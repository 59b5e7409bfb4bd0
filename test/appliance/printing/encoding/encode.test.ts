/** Lines to bytes, proved by reading the bytes back as a printer would. */
import { describe, expect, test } from "vitest"
import { previewDocument, renderReceipt } from "../../../../appliance/emulator/index.ts"
import { encodeDocument, PROFILES, type PrinterProfile } from "../../../../appliance/printing/index.ts"
import type { PrintLine } from "../../../../protocol/shapes/print-job.ts"
import { receipt } from "../kit.ts"

const LETTERS = "ñáéíóúüçãõâêôàºª¿¡ ÑÁÉÍÓÚÜÇÃÕÂÊÔÀ €"
const BASE = PROFILES[0] as PrinterProfile

function text(s: string): PrintLine {
  return { t: "text", s }
}

function encode(lines: readonly PrintLine[], profile = BASE, codepage: "cp858" | "cp850" | null = null) {
  return encodeDocument(lines, { profile, codepage, width: 48 })
}

function readBack(lines: readonly PrintLine[], profile = BASE, codepage: "cp858" | "cp850" | null = null): string {
  const encoded = encode(lines, profile, codepage)
  if (!encoded.ok) throw new Error(encoded.reason)
  return renderReceipt(encoded.bytes, { width: 48, profile }).text.trimEnd()
}

describe.each(PROFILES)("$id", (profile) => {
  test("prints all letters of Spanish and Portuguese, and the euro where it has one", () => {
    const hasEuro = profile.pages.some((page) => page !== "cp850")
    expect(readBack([text(LETTERS)], profile)).toBe(hasEuro ? LETTERS : LETTERS.replace("€", "EUR"))
  })
})

test("a printer set to cp858 gets its text in cp858", () => {
  expect(readBack([text(LETTERS)], BASE, "cp858")).toBe(LETTERS)
})

test("a document begins with a reset, enables status, and selects its page once", () => {
  const encoded = encode(receipt().paper.lines.filter((line) => line.t !== "qr"))
  if (!encoded.ok) throw new Error(encoded.reason)
  const hex = Buffer.from(encoded.bytes).toString("hex")
  expect(hex.startsWith("1b401c2e1b4d001d61ff")).toBe(true)
  expect(hex.split("1b7410")).toHaveLength(2)
})

test("a style command is written only where the style changes", () => {
  const bold = (s: string): PrintLine => ({ t: "text", s, bold: true, size: "tall" })
  const encoded = encode([text("a"), bold("b"), bold("c"), { t: "rule", ch: "-", s: "-" }, text("d"), { t: "cut" }])
  if (!encoded.ok) throw new Error(encoded.reason)
  const hex = Buffer.from(encoded.bytes).toString("hex")
  expect(hex.match(/1b45..|1d21../g)).toEqual(["1d2101", "1b4501", "1d2100", "1b4500"])
})

test("a picture is sent in bands and printed whole", () => {
  const [width, height] = [16, 100]
  const bits = Buffer.from(Array.from({ length: (width / 8) * height }, (_, n) => n % 251))
  const picture: PrintLine = { t: "image", width, height, bits: bits.toString("base64") }
  const encoded = encode([picture])
  if (!encoded.ok) throw new Error(encoded.reason)
  const hex = Buffer.from(encoded.bytes).toString("hex")
  const bands = [...hex.matchAll(/1d7630000200(..)00/g)].map((head) => {
    const from = head.index / 2 + 8
    return encoded.bytes.subarray(from, from + Number.parseInt(head[1] ?? "", 16) * (width / 8))
  })
  expect(bands.map(({ length }) => length)).toEqual([96, 96, 8])
  expect(Buffer.concat(bands)).toEqual(bits)
})

test("a character that the page lacks becomes plain letters, never a question mark", () => {
  expect(readBack([text("Smørrebrød “à la carte” – 2 × łosoś … 5 €")], BASE, "cp850")).toBe(
    'Smørrebrød "à la carte" - 2 × losos ... 5 EUR',
  )
  expect(readBack([text("饺子 Gyoza 🥟")])).toBe("** Gyoza *")
})

test("a row that grows by transliteration keeps its figures in their column", () => {
  const line: PrintLine = {
    t: "columns",
    s: "Café… especial                              9,50",
    cells: [{ s: "Café… especial" }, { s: "9,50", align: "right", guard: "money" }],
  }
  expect(readBack([line], BASE, "cp850")).toBe("Café... especial                            9,50")
})

test.each(["money", "tax_id", "fiscal"] as const)("a missing character in a %s refuses the document", (guard) => {
  const reason = `unprintable ${guard}: ₡ is not in windows1252`
  expect(encode([{ t: "text", s: "₡ 100", guard }])).toEqual({ ok: false, reason })
  const cells = [{ s: "Total" }, { s: "₡ 100", guard }]
  expect(encode([{ t: "columns", s: "Total                    ₡ 100", cells }])).toEqual({ ok: false, reason })
})

test("bold, double size, code, feed and cut are encoded", () => {
  const lines: PrintLine[] = [
    { t: "text", s: "  GRANDE", size: "double", bold: true },
    { t: "feed", n: 2 },
    { t: "qr", data: "https://example.com/ñ" },
    { t: "barcode", data: "A-1234", symbology: "code128" },
    { t: "image", width: 16, height: 2, bits: Buffer.from([0xff, 0x00, 0x00, 0xff]).toString("base64") },
    { t: "cut" },
  ]
  const encoded = encode(lines)
  if (!encoded.ok) throw new Error(encoded.reason)
  const { text: read, svg } = renderReceipt(encoded.bytes, { width: 48 })
  expect(read).toContain("    GRANDE\n\n\n")
  expect(read).toContain("[QR https://example.com/ñ]")
  expect(read).toContain("[A-1234]")
  expect(read).toContain("[picture 16x2]")
  expect(/scale\(2 2\)"><text [^>]*font-weight="bold">GRANDE/.test(svg)).toBe(true)
})

test.each([32, 42, 48] as const)("at %i columns each printed row equals the plain text", (width) => {
  const job = receipt({ width })
  const preview = previewDocument(job)
  if ("reason" in preview) throw new Error(preview.reason)
  const read = preview.text.split("\n").map((row) => row.trim())
  for (const line of job.paper.lines) if ("s" in line) expect(read).toContain(line.s.trim())
})
