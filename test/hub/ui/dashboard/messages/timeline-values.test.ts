/** Every code in an order's timeline has a message. */
import { expect, it } from "vitest"
import { TIMELINE_VALUES } from "../../../../../hub/ui/dashboard/messages/timeline-values.ts"
import { QUEUE_STATES } from "../../../../../protocol/rules/queue/queue-states.ts"
import { FiscalEventType } from "../../../../../protocol/shapes/callback-fiscal.ts"
import { AuthorizationMode, DocumentStatus } from "../../../../../protocol/shapes/fiscal-representation.ts"
import { KITCHEN_STAGES } from "../../../../../protocol/shapes/kitchen.ts"

const codesOf = (schema: object) => (schema as { readonly enum: readonly string[] }).enum

it.each([
  ["state", QUEUE_STATES.states.filter((state) => state !== "(new)")],
  ["step", [...KITCHEN_STAGES, ...codesOf(FiscalEventType)]],
  ["verdict", codesOf(DocumentStatus)],
  ["mode", codesOf(AuthorizationMode)],
])("%s", (name, codes) => {
  const told = Object.keys(TIMELINE_VALUES).filter((key) => key.startsWith(`value.${name}.`))
  expect(told.sort()).toEqual(codes.map((code) => `value.${name}.${code}`).sort())
})
