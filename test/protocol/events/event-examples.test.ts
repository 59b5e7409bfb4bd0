import { expect, it } from "vitest"
import { envelopeOf } from "../../../protocol/events/envelope.ts"
import { eventExample } from "../../../protocol/events/event-examples.ts"
import { EVENT_TYPES, EVENTS } from "../../../protocol/events/event-table.ts"
import { createValidator } from "../../../runtime/validate.ts"

const validator = createValidator()

it.each(EVENT_TYPES)("the example of %s has its shape", (type) => {
  const { version, data } = EVENTS[type]
  expect(validator.check(envelopeOf(type, version, data), eventExample(type))).toEqual([])
})
