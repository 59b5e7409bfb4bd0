/** A made-up event has the shape that real ones have. */
import { describe, expect, it } from "vitest"
import { EVENT_TYPES, EVENTS } from "../../../protocol/events/event-table.ts"
import { sampleData } from "../../../protocol/events/sample-event.ts"
import { createValidator } from "../../../protocol/runtime/validate.ts"

const NOW = "2026-11-21T18:00:00.000Z"

describe("a made-up event", () => {
  const validator = createValidator()
  it.each(EVENT_TYPES)("of %s fits its schema", (type) => {
    expect(validator.check(EVENTS[type].data, sampleData(type, NOW))).toEqual([])
  })
})
