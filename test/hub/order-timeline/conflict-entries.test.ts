/** A conflict in an order's timeline: its reason as a code, or as the text of an older version. */
import { expect, it } from "vitest"
import { conflictEntries } from "../../../hub/order-timeline/conflict-entries.ts"
import type { TimelineFacts } from "../../../hub/order-timeline/timeline-facts.ts"
import type { OrderConflict } from "../../../protocol/shapes/conflict.ts"
import { anOrder, NOON } from "../../kit/orders.ts"

const OLD: OrderConflict = { at: NOON, side: "hub", what: "payment", key: "tx-1", why: "The order is COMPLETED." }
const REASON = { code: "REFUND_REFUSED", params: { said: "no such payment" } } as const

it.each([
  ["a reason", { ...OLD, reason: REASON }, { conflict: "REFUND_REFUSED", said: "no such payment" }],
  ["only a text, as stored by version 0.2", OLD, { why: OLD.why }],
])("has %s", (_which, conflict, facts) => {
  const order = { ...anOrder(), metadata: { conflicts: [conflict] } }
  const [entry] = conflictEntries({ order, home: "store" } as unknown as TimelineFacts)
  const shown = Object.fromEntries((entry?.facts ?? []).map(({ name, value }) => [name, value]))
  expect(shown).toEqual({ reference: "tx-1", ...facts })
})
