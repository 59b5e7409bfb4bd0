import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { applyAvailability, isOut, laterStock } from "../../../../protocol/rules/catalog/stock.ts"
import type { StockFact } from "../../../../protocol/shapes/stock.ts"

const NOW = "2026-11-21T18:00:00.000Z"
const LATER = "2026-11-21T19:00:00.000Z"
const at = (side: "hub" | "store", now = NOW) => ({ productId: "p", side, now })
const said = (known: StockFact | null, body: { available: boolean; until?: string }, side: "hub" | "store") =>
  applyAvailability(known, body, at(side)) as StockFact

describe("a product in a store (docs/contract/menu.md#availability)", () => {
  it.each([
    ["nothing was said of", null, false],
    ["is available", { available: true, until: null }, false],
    ["is out", { available: false, until: null }, true],
    ["is out until later", { available: false, until: LATER }, true],
    ["was out until now", { available: false, until: NOW }, false],
  ])("that %s: out is %s", (_what, fact, out) => {
    expect(isOut(fact, NOW)).toBe(out)
  })

  it("counts what is said of it, and not what is said again", () => {
    const first = said(null, { available: false }, "hub")
    expect(first).toEqual({
      ...{ productId: "p", available: false, until: null },
      revision: 1,
      side: "hub",
      changedAt: NOW,
    })
    expect(said(first, { available: false }, "store")).toBe(first)
    expect(said(first, { available: false, until: LATER }, "store")).toMatchObject({ revision: 2, until: LATER })
  })

  it.each([
    ["a moment that has passed", { available: false, until: NOW }],
    ["a moment for what is there", { available: true, until: LATER }],
  ])("is refused with %s", (_what, body) => {
    expect(applyAvailability(null, body, at("hub"))).toMatchObject({
      refused: "VALIDATION_ERROR",
      details: [{ path: "until" }],
    })
  })

  it("is what was said knowing the other's word; unknowing, what the store said", () => {
    const hub = said(null, { available: false }, "hub")
    const store = said(null, { available: false, until: LATER }, "store")
    expect([laterStock(hub, store), laterStock(store, hub)]).toEqual([store, store])
    const knowing = said(store, { available: true }, "hub")
    expect([laterStock(store, knowing), laterStock(knowing, store)]).toEqual([knowing, knowing])
  })

  it("ends the same on both sides, in whatever order they hear each other", () => {
    const word = fc.record({
      side: fc.constantFrom("hub" as const, "store" as const),
      available: fc.boolean(),
      hear: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (words) => {
        const knows: Record<"hub" | "store", StockFact | null> = { hub: null, store: null }
        const told: StockFact[] = []
        for (const { side, available, hear } of words) {
          const fact = said(knows[side], { available }, side)
          if (fact === knows[side]) continue
          knows[side] = fact
          told.push(fact)
          const other = side === "hub" ? "store" : "hub"
          if (hear) knows[other] = laterStock(knows[other], fact)
        }
        for (const side of ["hub", "store"] as const) {
          for (const fact of told) if (fact.side !== side) knows[side] = laterStock(knows[side], fact)
        }
        expect(knows.hub).toEqual(knows.store)
      }),
    )
  })
})
