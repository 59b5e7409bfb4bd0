/** What the hub keeps of a store's ops for a box that loses its disk. */
import { describe, expect, it } from "vitest"
import { latestPerId, type RestorableRecord, recordToKeep } from "../../../protocol/sync/restorable-records.ts"

describe("what is kept of an op", () => {
  it("is the name of an order or a document, and all of what is small", () => {
    expect(recordToKeep({ kind: "order.changed", body: { order: { id: "o-1", totals: [] }, events: [] } })).toEqual({
      kind: "order.changed",
      id: "o-1",
    })
    expect(recordToKeep({ kind: "fiscal.numbered", body: { record: { fiscalRequestId: "f-1" } } })).toEqual({
      kind: "fiscal.numbered",
      id: "f-1",
    })
    const shift = { kind: "shift.changed", body: { shift: { shiftId: "s-1" } } }
    expect(recordToKeep(shift)).toEqual(shift)
  })

  it("is nothing of a beat, of the trail, or of what names nothing", () => {
    for (const kind of ["health.reported", "audit.recorded", "order.changed", "unheard.of"]) {
      expect(recordToKeep({ kind, body: null }), kind).toBeNull()
    }
  })
})

describe("what is returned", () => {
  it("has each order once, where it was changed last, and the rest in order", () => {
    const day = (name: string): RestorableRecord => ({ kind: "day.opened", body: { day: name } })
    const order = (id: string): RestorableRecord => ({ kind: "order.changed", id })
    const kept = [order("a"), day("one"), order("b"), order("a"), day("two")]
    expect(latestPerId(kept)).toEqual([day("one"), order("b"), order("a"), day("two")])
  })
})
