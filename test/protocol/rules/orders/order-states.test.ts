import { readFileSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { finalStates, reachable, step, toMarkdown } from "../../../../protocol/machine.ts"
import { isRefusal, type Refusal } from "../../../../protocol/refusals.ts"
import { dayCloseStep } from "../../../../protocol/rules/business-day/day-close.ts"
import { beginRefund, cancelOrder, withdrawRefund } from "../../../../protocol/rules/cancellation/cancel-order.ts"
import { reportToKitchen } from "../../../../protocol/rules/kitchen/kitchen-stages.ts"
import { type CorrectionOutcome, correctOrder } from "../../../../protocol/rules/orders/correction.ts"
import { createOrder, type OrderEvent } from "../../../../protocol/rules/orders/injection.ts"
import {
  ORDER_STATES,
  type OrderState,
  type OrderTrigger,
  orderStateOf,
} from "../../../../protocol/rules/orders/order-states.ts"
import { confirmPayment } from "../../../../protocol/rules/payments/settlement.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import type { Store } from "../../../../protocol/shapes/store.ts"
import { productRoot } from "../../../../runtime/root.ts"

const NOW = "2026-11-21T17:31:00.000Z"
const STORE: Store = {
  id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
  accountId: "acme",
  vendorId: "acme.ec.quito",
  code: "UIO-001",
  number: 1,
  name: "Quito Norte",
  countryCode: "EC",
  currency: "USD",
  timeZone: "America/Guayaquil",
  businessDayCutoff: "04:00",
  active: "ACTIVE",
  status: "PUBLISHED",
  legal: null,
  operatingHours: {},
  stations: [],
  fiscal: null,
}

type Change = { readonly order: OrderRecord; readonly events: readonly OrderEvent[] } | null

function create(channel: string, status: "PENDING" | "SUCCEEDED"): NonNullable<Change> {
  const created = createOrder({
    injection: {
      orderId: "o-1",
      orderCode: "A-1",
      createdAt: NOW,
      channel,
      store: { id: STORE.id },
      order: { products: [{ productId: "p", name: "Arepa", quantity: 1, unitPrice: "6.50" }] },
      payments: {
        totals: [{ code: "TOTAL", amount: "6.50" }],
        currencyCode: "USD",
        status,
        paymentMethods: [{ method: "CARD", amount: "6.50" }],
      },
    },
    id: "019aa000-0000-7000-8000-000000000001",
    tenant: STORE,
    store: STORE,
    businessDayDate: "2026-11-21",
    now: NOW,
  })
  if (isRefusal(created)) throw new Error(created.message)
  return created
}

/** null when the rule refused the tender with ORDER_NOT_OPEN; any other refusal is a broken test. */
function charge(order: OrderRecord, status: "approved" | "declined"): Change {
  const tender = { transaction_id: "t-new", amount: "6.50", currency_code: "USD", method: "CARD", occurred_at: NOW }
  const charged = confirmPayment({
    order,
    confirmation: { payments: [{ ...tender, status }] },
    declineReasons: [],
    now: NOW,
  })
  if (!isRefusal(charged)) return charged
  expect(charged.refused).toBe("ORDER_NOT_OPEN")
  return null
}

/** null when the rule refused with ORDER_NOT_OPEN. */
function correct(order: OrderRecord): Change {
  const request = { expectedRevision: 1, idempotencyKey: "k", client: { uid: "c-1", name: "Ana" } }
  const corrected: CorrectionOutcome | Refusal = correctOrder({
    order,
    request,
    known: null,
    correctionsBytes: 0,
    now: NOW,
  })
  if (!isRefusal(corrected)) return quietly(corrected.order)
  expect(corrected.refused).toBe("ORDER_NOT_OPEN")
  return null
}

const CANCELLATION = { reason: "Too late", type: null, note: null, group: "other", by: "apikey:k" } as const
const MARK = { id: "019aa000-0000-7000-8000-000000000002", cancellation: CANCELLATION, now: NOW }
const DAY = { closed: false, active: "2026-11-21" }

/** null when it was heard and moved nothing but the kitchen's own stage. */
function dispatch(order: OrderRecord): Change {
  const report = { eventId: "evt_1", eventType: "order.dispatched", occurredAt: NOW, station: null } as const
  const { events, order: heard } = reportToKitchen(order, report, NOW)
  return events.length > 0 ? { order: heard, events } : null
}

function quietly(order: OrderRecord | null): Change {
  return order && { order, events: [] }
}

/** What each trigger does to an order, by the rules. */
const RULES: Partial<Record<OrderTrigger, (order: OrderRecord) => Change>> = {
  corrected: correct,
  "tender declined": (order) => charge(order, "declined"),
  "charged in full": (order) => charge(order, "approved"),
  "dispatched by the kitchen": (order) => dispatch(order),
  "business day closed": (order) => dayCloseStep(order, NOW),
  cancelled: (order) => cancelOrder(order, { cancellation: CANCELLATION, refunds: [], now: NOW }),
  "refund asked of a provider": (order) => quietly(beginRefund(order, MARK)),
  "refund refused": (order) => quietly(withdrawRefund(order, { day: DAY, now: NOW })),
}

const CREATIONS: Partial<Record<OrderTrigger, () => NonNullable<Change>>> = {
  "created, to be paid": () => create("POS", "PENDING"),
  "created prepaid at a register": () => create("KIOSK", "SUCCEEDED"),
  "created prepaid on another channel": () => create("WEB", "SUCCEEDED"),
}

const EXAMPLES: Record<Exclude<OrderState, "(none)">, () => OrderRecord> = {
  OPEN: () => create("POS", "PENDING").order,
  "OPEN, paid": () => create("WEB", "SUCCEEDED").order,
  "OPEN, being refunded": () => ({
    ...create("WEB", "SUCCEEDED").order,
    cancelling: { id: MARK.id, at: NOW, cancellation: CANCELLATION },
  }),
  COMPLETED: () => create("POS", "SUCCEEDED").order,
  FORCE_CLOSED: () => ({ ...create("POS", "PENDING").order, status: "FORCE_CLOSED" }),
  CANCELLED: () => ({ ...create("POS", "PENDING").order, status: "CANCELLED" }),
}

const eventOf = (from: OrderState, on: OrderTrigger) =>
  ORDER_STATES.rows.find((row) => row.from === from && row.on === on)?.also?.match(/`(order\.\w+)`/)?.[1]

describe("creation of an order follows the state table", () => {
  it.each(Object.entries(CREATIONS))("%s", (trigger, made) => {
    const on = trigger as OrderTrigger
    const { order, events } = made()
    expect(orderStateOf(order)).toBe(step(ORDER_STATES, "(none)", on))
    expect(events.map(({ type }) => type)).toEqual([eventOf("(none)", on)])
  })
})

describe("every trigger in every state follows the state table", () => {
  const walk = Object.entries(EXAMPLES).flatMap(([state, example]) =>
    Object.entries(RULES).map(([trigger, rule]) => ({ state, trigger, example, rule })),
  )

  it.each(walk)("$state, $trigger", ({ state, trigger, example, rule }) => {
    const [from, on] = [state as OrderState, trigger as OrderTrigger]
    const before = example()
    expect(orderStateOf(before)).toBe(from)
    const change = rule(before)
    expect(change && orderStateOf(change.order)).toBe(step(ORDER_STATES, from, on))
    const event = eventOf(from, on)
    expect(change?.events.map(({ type }) => type) ?? []).toEqual(event ? [event] : [])
    expect(before).toEqual(example())
  })
})

describe("order state table", () => {
  it("has a rule for each trigger", () => {
    const tried = [...Object.keys(CREATIONS), ...Object.keys(RULES)]
    const toCome = ORDER_STATES.triggers.filter((trigger) => !tried.includes(trigger))
    expect(toCome).toEqual([])
  })

  it("never reopens a closed order", () => {
    expect(finalStates(ORDER_STATES)).toEqual(["COMPLETED", "FORCE_CLOSED", "CANCELLED"])
    expect([...reachable(ORDER_STATES, "COMPLETED")]).toEqual([])
  })

  it("never pays an open order without closing it, and never reverts a payment", () => {
    expect([...reachable(ORDER_STATES, "OPEN")]).not.toContain("OPEN, paid")
    expect([...reachable(ORDER_STATES, "OPEN, paid")]).not.toContain("FORCE_CLOSED")
  })

  it("equals the table in the README", () => {
    const readme = readFileSync(join(productRoot(), "protocol/README.md"), "utf8")
    expect(readme).toContain(`\n\n${toMarkdown(ORDER_STATES)}\n`)
  })
})
