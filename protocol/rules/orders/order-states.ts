/** State machine of an order (docs/contract/orders.md#order-states). */
import { machine } from "../../machine.ts"
import type { OrderRecord } from "../../shapes/order.ts"

/**
 * `OPEN, paid` came prepaid: it takes no tender, and the day's close completes it. `OPEN, being refunded` waits for a payment provider:
 * only the provider's answer or a correction changes it.
 */
export type OrderState = (typeof ORDER_STATES.states)[number]
export type OrderTrigger = (typeof ORDER_STATES.triggers)[number]

export const ORDER_STATES = machine({
  states: ["(none)", "OPEN", "OPEN, paid", "OPEN, being refunded", "COMPLETED", "FORCE_CLOSED", "CANCELLED"],
  triggers: [
    "created, to be paid",
    "created prepaid at a register",
    "created prepaid on another channel",
    "corrected",
    "tender declined",
    "charged in full",
    "dispatched by the kitchen",
    "cancelled",
    "refund asked of a provider",
    "refund refused",
    "business day closed",
  ],
  rows: [
    { from: "(none)", on: "created, to be paid", to: "OPEN", also: "settlement pending; `order.opened`" },
    {
      from: "(none)",
      on: "created prepaid at a register",
      to: "COMPLETED",
      also: "settlement settled, origin intake; `order.completed`",
    },
    {
      from: "(none)",
      on: "created prepaid on another channel",
      to: "OPEN, paid",
      also: "settlement settled, origin intake; `order.opened`",
    },
    { from: "OPEN", on: "corrected", to: "OPEN", also: "revision +1; no event" },
    { from: "OPEN, paid", on: "corrected", to: "OPEN, paid", also: "revision +1; no event" },
    { from: "OPEN", on: "tender declined", to: "OPEN", also: "settlement declined; the tender is kept; no event" },
    {
      from: "OPEN",
      on: "charged in full",
      to: "COMPLETED",
      also: "settlement settled; payment methods are the real tenders; `order.completed`",
    },
    { from: "OPEN, paid", on: "dispatched by the kitchen", to: "COMPLETED", also: "`order.completed`" },
    { from: "OPEN", on: "cancelled", to: "CANCELLED", also: "payment CANCELED; `order.cancelled`" },
    {
      from: "OPEN, paid",
      on: "cancelled",
      to: "CANCELLED",
      also: "payment CANCELED, REFUNDED once the money is recorded as returned; `order.cancelled`",
    },
    { from: "OPEN, paid", on: "refund asked of a provider", to: "OPEN, being refunded", also: "no event" },
    { from: "OPEN, being refunded", on: "corrected", to: "OPEN, being refunded", also: "revision +1; no event" },
    { from: "OPEN, being refunded", on: "refund refused", to: "OPEN, paid", also: "as it was; no event" },
    {
      from: "OPEN, being refunded",
      on: "cancelled",
      to: "CANCELLED",
      also: "payment REFUNDED, or CANCELED while the store still has a part; `order.cancelled`",
    },
    { from: "OPEN", on: "business day closed", to: "FORCE_CLOSED", also: "listed first to the manager; no event" },
    { from: "OPEN, paid", on: "business day closed", to: "COMPLETED", also: "`order.completed`" },
  ],
})

/** The order's state; null stands for an order that does not exist yet. */
export function orderStateOf(order: Pick<OrderRecord, "status" | "settlement" | "cancelling"> | null): OrderState {
  if (order === null) return "(none)"
  if (order.status !== "OPEN") return order.status
  if (order.cancelling) return "OPEN, being refunded"
  return order.settlement?.status === "settled" ? "OPEN, paid" : "OPEN"
}
