/** What guests write, on every paper that carries it: each visible character leaves something, and figures keep their column. */
import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { previewDocument } from "../../../../appliance/emulator/index.ts"
import { PROFILES, type PrinterProfile } from "../../../../appliance/printing/index.ts"
import { layOut } from "../../../../protocol/print/lay-out.ts"
import { receiptDocument } from "../../../../protocol/print/print-documents.ts"
import { cancellationSlip, kitchenTicketPaper } from "../../../../protocol/print/slips.ts"
import type { PrintJob } from "../../../../protocol/shapes/print-job.ts"
import { anOrder, aStore } from "../../../kit/orders.ts"
import { receipt } from "../kit.ts"

const WIDTH = 32
const PRICE = "2,50"
const MANNER = { locale: "es-EC", currencyCode: "USD" }
const CP858: PrinterProfile = { ...(PROFILES[0] as PrinterProfile), pages: ["cp858"] }

function printed(job: PrintJob, profile?: PrinterProfile): string {
  const preview = previewDocument(job, profile ? { profile } : {})
  if ("reason" in preview) throw new Error(preview.reason)
  return preview.text
}

/** A row of the note with a price at the right edge, as the printer puts it on paper. */
function priced(note: string, profile?: PrinterProfile): string[] {
  const cells = [{ s: "{note}" }, { s: "{price|amount}", width: 9, align: "right", guard: "money" }] as const
  const lines = layOut([{ t: "columns", cells: [...cells] }], { note, price: 25_000 }, { width: WIDTH, manner: MANNER })
  const job = receipt({ width: WIDTH })
  return printed({ ...job, paper: { ...job.paper, lines } }, profile)
    .trimEnd()
    .split("\n")
}

function visibleCharacters(text: string): number {
  const characters = [...new Intl.Segmenter("und", { granularity: "grapheme" }).segment(text)]
  return characters.filter(({ segment }) => /[^\s\u0085\p{Default_Ignorable_Code_Point}]/u.test(segment)).length
}

const row = (shown: string) => shown.padEnd(WIDTH - PRICE.length) + PRICE

describe("a note beside a price", () => {
  it.each([
    ["a name in Spanish", "José ñandú", "José ñandú"],
    ["accents that came as marks of their own", "Jose\u0301 n\u0303andu\u0301", "José ñandú"],
    ["a mark without a composed letter", "x\u0302 y\u0302\u0308", "x y"],
    ["a mark without a letter", "\u0301 ajo", "* ajo"],
    ["accents that stand for themselves", "\u1fdd \u1fbd", "* *"],
    ["wide blanks", "a\u2003b\u3000c", "a b c"],
    ["Chinese", "日本", "**"],
    ["Arabic with vowel marks", "شَاي", "***"],
    ["Hindi", "चाय", "**"],
    ["Thai", "กำ", "*"],
    ["Korean in jamo", "\u1112\u1161\u11ab", "*"],
    ["a family", "👨‍👩‍👧‍👦", "[familia: hombre,"],
    ["a skin tone", "👍🏽", "[pulgar hacia arriba]"],
    ["a flag", "🇪🇨", "[Bandera: Ecuador]"],
    ["a letter in a key", "a\u20e3", "a *"],
    ["a forbidden food", "🥜\u20e0", "[cacahuetes] *"],
    ["a variation of an ideograph", "葛\u{e0100}", "*"],
    ["control characters", "a\u0007b\u001b@", "a*b*@"],
    ["a tab", "a\tb", "a b"],
    ["writing from right to left", "\u202Eabc\u202C", "abc"],
    ["Vietnamese", "Đặng", "Dang"],
    ["hyphens and thirds", "sin‐sal ⅓", "sin-sal 1/3"],
  ])("%s", (_, note, shown) => {
    expect(priced(note)[0]).toBe(row(shown))
    expect(priced(note, CP858)[0]).toBe(row(shown))
  })

  it.each(["uno\r\ndos", "uno\rdos", "uno\u2028dos", "uno\u0085dos"])("%j has two rows", (note) => {
    expect(priced(note)).toEqual([row("uno"), "dos"])
  })

  it("keeps the price in its column for any text, and prints something for each visible character", () => {
    const anyText = fc.string({ unit: "grapheme", minLength: 1, maxLength: 12 })
    fc.assert(
      fc.property(anyText, (note) => {
        const rows = priced(note)
        expect(rows[0]).toHaveLength(WIDTH)
        expect(rows[0]?.endsWith(PRICE)).toBe(true)
        const ink = rows.join("").replace(/ /g, "").length - PRICE.length
        expect(ink).toBeGreaterThanOrEqual(visibleCharacters(note))
      }),
    )
  })
})

describe("the documents of an order", () => {
  const notes = "alergia: 🥜🦐"
  const base = anOrder()
  const [line] = base.orderLines
  if (!line) throw new Error("no line")
  const order = {
    ...base,
    customer: { ...base.customer, name: "日本 🌮🌮" },
    metadata: { ...base.metadata, notes },
    orderLines: [{ ...line, name: "Taco 🌮", notes }],
  }
  const request = { jobId: "j", width: 42 } as const
  const dispatch = { eventId: "e", station: "grill", at: base.createdAt, lineIds: [line.lineId] }

  it("print pictographs as words", () => {
    const ticket = printed(kitchenTicketPaper(aStore(), { order, dispatch } as never, request))
    expect(ticket).toContain("** [taco] [taco]")
    expect(ticket.match(/alergia: \[cacahuetes\] \[gamba\]/g)).toHaveLength(2)
    for (const paper of [receiptDocument(aStore(), order, request), cancellationSlip(aStore(), order, request)])
      expect(printed(paper)).toContain("Taco [taco]")
  })
})
