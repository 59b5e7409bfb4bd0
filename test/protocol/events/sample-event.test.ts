/** A made-up event has the shape that real ones have. */
import { describe, expect, it } from "vitest"
import { EVENT_TYPES, EVENTS } from "../../../protocol/events/event-table.ts"
import { sampleData } from "../../../protocol/events/sample-event.ts"
import { createValidator } from "../../../runtime/validate.ts"

const NOW = "2026-11-21T18:00:00.000Z"

describe("a made-up event", () => {
  const validator = createValidator()
  it.each(EVENT_TYPES)("of %s fits its schema", (type) => {
    expect(validator.check(EVENTS[type].data, sampleData(type, NOW))).toEqual([])
  })

  it("is the example of the reference, of today, and of nobody", () => {
    const data = sampleData("order.completed", NOW)
    expect(data).toMatchObject({
      orderId: "00000000-0000-4000-8000-000000000000",
      orderExternal: "sample",
      completedAt: NOW,
      orderLines: [{ name: "Hamburguesa clásica" }],
    })
    expect(JSON.stringify(data)).not.toMatch(/web-1001|0b8f9c1e|acme/i)
  })
})
