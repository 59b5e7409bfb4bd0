/** The life of an order against a model written from the contract (docs/contract/orders.md#order-states, docs/contract/cancellation.md). */
import fc from "fast-check"
import { expect, it } from "vitest"
import { isRefusal } from "../../protocol/refusals.ts"
import { dayCloseStep } from "../../protocol/rules/business-day/day-close.ts"
import { beginRefund, cancelOrder, withdrawRefund } from "../../protocol/rules/cancellation/cancel-order.ts"
import { reportToKitchen } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { correctionReply, correctOrder } from "../../protocol/rules/orders/correction.ts"
import type { Correction } from "../../protocol/shapes/correction.ts"
import { KITCHEN_STAGES, type KitchenStage } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { anId, anOrder, aTender, charge, NOON } from "../kit/orders.ts"
import { hold } from "./hold.ts"

const DAY = { closed: false, active: "2026-11-21" }
const CANCELLATION = { reason: "El cliente se fue", type: null, note: null, group: null, by: "apikey:k-1" } as never

type Sent = {
  readonly id: string
  readonly ok: boolean
  readonly cents: number
  readonly method: string
  readonly minute: number
}
type Step =
  | { readonly is: "charge"; readonly tenders: readonly Sent[] }
  | { readonly is: "correct"; readonly key: string; readonly behind: number; readonly buyer: string }
  | { readonly is: "kitchen"; readonly stage: KitchenStage }
  | { readonly is: "cancel" | "ask refund" | "refund refused" | "close day" }

/** What a person would write on paper: nothing of it is taken from the rules. */
interface Model {
  status: "OPEN" | "COMPLETED" | "CANCELLED" | "FORCE_CLOSED"
  payment: string
  paid: boolean
  refunding: boolean
  isDispatched: boolean
  revision: number
  buyer: string | null
  readonly keys: Map<string, number>
  readonly tenders: Map<string, Sent>
  events: string[]
}

const tender = fc.record({
  id: fc.constantFrom("t-1", "t-2", "t-3", "t-4"),
  ok: fc.boolean(),
  cents: fc.constantFrom(0, 325, 650, 651),
  method: fc.constantFrom("CASH", "CARD"),
  minute: fc.nat({ max: 9 }),
})
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constant("charge" as const),
      tenders: fc.array(tender, { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      is: fc.constant("correct" as const),
      key: fc.constantFrom("a", "b", "c"),
      behind: fc.constantFrom(0, 0, 0, 1, -1),
      buyer: fc.constantFrom("ana", "luis"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant("kitchen" as const), stage: fc.constantFrom(...KITCHEN_STAGES) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      is: fc.constantFrom(
        "cancel" as const,
        "ask refund",
        "ask refund",
        "refund refused",
        "refund refused",
        "close day",
      ),
    }) as fc.Arbitrary<Step>,
  },
)
const birth = fc.record({ prepaid: fc.boolean(), channel: fc.constantFrom("POS", "KIOSK", "WEB", "GLOVO") })

it("an order does what the contract says at each step, and nothing else", () => {
  hold(
    fc.property(birth, fc.array(step, { maxLength: 14, size: "max" }), (born, steps) => {
      const real = new Real(born)
      const model = modelOf(born)
      expect(real.seen()).toEqual(seenOf(model))
      for (const one of steps) {
        const [said, due] = [real.take(one), expected(model, one)]
        expect({ ...real.seen(), said }, JSON.stringify(one)).toEqual({ ...seenOf(model), said: due })
      }
    }),
    300,
  )
})

function modelOf({ prepaid, channel }: { prepaid: boolean; channel: string }): Model {
  const handedOver = prepaid && ["POS", "KIOSK"].includes(channel)
  return {
    status: handedOver ? "COMPLETED" : "OPEN",
    payment: prepaid ? "SUCCEEDED" : "PENDING",
    paid: prepaid,
    refunding: false,
    isDispatched: false,
    revision: 1,
    buyer: null,
    keys: new Map(),
    tenders: new Map(),
    events: [],
  }
}

/** Moves the model, and answers what the caller is to hear. */
function expected(model: Model, step: Step): string {
  model.events = []
  if (step.is === "charge") return charged(model, step.tenders)
  if (step.is === "correct") return corrected(model, step)
  const takesNothing = model.status !== "OPEN" || model.refunding
  if (step.is === "kitchen") {
    // The highest stage counts: what was dispatched while a refund was asked is handed over with the next report.
    model.isDispatched ||= step.stage === "order.dispatched"
    if (model.isDispatched && model.paid && !takesNothing) complete(model)
    return "heard"
  }
  if (step.is === "refund refused") {
    if (!model.refunding) return "nothing"
    model.refunding = false
    return "done"
  }
  if (step.is === "cancel") {
    if (model.status !== "OPEN") return "nothing"
    model.status = "CANCELLED"
    // No provider gave anything back here: what was paid must still be returned.
    model.payment = "CANCELED"
    model.refunding = false
    model.events = ["order.cancelled"]
    return "done"
  }
  if (takesNothing) return "nothing"
  if (step.is === "ask refund") {
    if (!model.paid) return "nothing"
    model.refunding = true
    return "done"
  }
  if (model.paid) complete(model)
  else model.status = "FORCE_CLOSED"
  return "done"
}

function complete(model: Model): void {
  model.status = "COMPLETED"
  model.payment = "SUCCEEDED"
  model.events = ["order.completed"]
}

function charged(model: Model, tenders: readonly Sent[]): string {
  if (new Set(tenders.map(({ id }) => id)).size < tenders.length) return "VALIDATION_ERROR"
  const known = (one: Sent) => model.tenders.get(one.id)
  const differs = (one: Sent) => {
    const before = known(one)
    return before && (before.ok !== one.ok || before.cents !== one.cents || before.method !== one.method)
  }
  if (tenders.some(differs)) return "CONFLICT"
  const fresh = tenders.filter((one) => !known(one))
  if (fresh.length === 0) return "duplicate"
  if (model.status !== "OPEN" || model.paid) return "ORDER_NOT_OPEN"
  const approved = fresh.filter(({ ok }) => ok)
  const cents = approved.reduce((all, one) => all + one.cents, 0)
  if (approved.length > 0 && cents !== 650) return "AMOUNT_MISMATCH"
  for (const one of fresh) model.tenders.set(one.id, one)
  if (approved.length === 0) return "declined"
  model.paid = true
  complete(model)
  return "settled"
}

function corrected(model: Model, { key, behind, buyer }: { key: string; behind: number; buyer: string }): string {
  const before = model.keys.get(key)
  if (before !== undefined) return `duplicate ${before}`
  if (behind !== 0 && model.revision - behind >= 1) return "STALE_REVISION"
  if (model.status !== "OPEN") return "ORDER_NOT_OPEN"
  if (model.buyer === buyer) return "noop"
  model.buyer = buyer
  model.revision += 1
  model.keys.set(key, model.revision)
  return `applied ${model.revision}`
}

function seenOf(model: Model) {
  const sent = [...model.tenders.values()]
  const open = model.status === "OPEN"
  return {
    status: model.status,
    paymentStatus: model.payment,
    isCompletedAt: model.status === "COMPLETED",
    refunding: model.refunding && open,
    revision: model.revision,
    buyer: model.buyer,
    paidSoFar: model.paid ? "65000" : "0",
    settlement: model.paid ? "settled" : sent.some(({ ok }) => !ok) ? "declined" : "pending",
    tenders: [sent.filter(({ ok }) => ok).length, sent.filter(({ ok }) => !ok).length],
    methods: methodsOf(model, sent),
    onFile: sent.toSorted((a, b) => a.minute - b.minute).map(({ id }) => id),
    events: model.events,
    aside: "untouched",
  }
}

/** The declared method until real tenders take its place. */
function methodsOf({ paid }: Model, sent: readonly Sent[]): Record<string, number> {
  const approved = sent.filter(({ ok }) => ok)
  if (!paid || approved.length === 0) return { LINK: 65_000 }
  const by: Record<string, number> = {}
  for (const { method, cents } of approved) by[method] = (by[method] ?? 0) + cents * 100
  return by
}

/** The rules themselves, folded over one order; what they were given is frozen, so that a change of it throws. */
class Real {
  private order: OrderRecord
  private readonly first: OrderRecord
  private readonly keys = new Map<string, Correction>()
  private events: string[] = []
  private counted = true

  constructor({ prepaid, channel }: { prepaid: boolean; channel: string }) {
    this.order = frozen(
      anOrder({ channel, ...(prepaid ? { prepaid: { LINK: "6.50" } } : { declared: { LINK: "6.50" } }) }),
    )
    this.first = this.order
  }

  take(step: Step): string {
    this.events = []
    if (step.is === "charge") return this.charge(step.tenders)
    if (step.is === "correct") return this.correct(step)
    if (step.is === "kitchen") {
      const report = { eventId: "evt_000000000001", eventType: step.stage, occurredAt: NOON, station: null }
      return this.become(reportToKitchen(this.order, report, NOON), "heard")
    }
    if (step.is === "close day") return this.become(dayCloseStep(this.order, NOON))
    const cancel = { cancellation: CANCELLATION, refunds: [], now: NOON, id: anId() }
    if (step.is === "cancel") return this.become(cancelOrder(this.order, cancel))
    const next =
      step.is === "ask refund" ? beginRefund(this.order, cancel) : withdrawRefund(this.order, { day: DAY, now: NOON })
    return this.become(next && { order: next, events: [] })
  }

  seen() {
    const { order, first } = this
    const same = JSON.stringify([order.totals, order.orderLines, order.createdAt, order.businessDayDate])
    const kept = same === JSON.stringify([first.totals, first.orderLines, first.createdAt, first.businessDayDate])
    const methods = order.paymentMethods.map(({ method, amount }) => [method, Number(amount)])
    return {
      status: order.status,
      paymentStatus: order.paymentStatus,
      isCompletedAt: order.completedAt !== null,
      refunding: order.cancelling !== undefined,
      revision: order.revision,
      buyer: order.customer?.uid ?? null,
      paidSoFar: order.settlement?.paidSoFar,
      settlement: order.settlement?.status,
      tenders: [order.settlement?.tenderCount, order.settlement?.declinedCount],
      methods: Object.fromEntries(methods),
      onFile: order.payments.map(({ transactionId }) => transactionId),
      events: this.events,
      aside: kept && this.counted ? "untouched" : kept ? "a change was not counted" : "lines or totals changed",
    }
  }

  private charge(tenders: readonly Sent[]): string {
    const sent = tenders.map(({ id, ok, cents, method, minute }) =>
      aTender({
        occurred_at: `2026-11-21T12:0${minute}:00-05:00`,
        transaction_id: id,
        status: ok ? "approved" : "declined",
        amount: (cents / 100).toFixed(2),
        method,
      }),
    )
    const answer = charge(this.order, sent)
    if (isRefusal(answer)) return answer.refused
    return this.become(answer, answer.outcome)
  }

  private correct({ key, behind, buyer }: { key: string; behind: number; buyer: string }): string {
    const expectedRevision = Math.max(1, this.order.revision - behind)
    const request = {
      expectedRevision,
      idempotencyKey: key,
      client: { uid: buyer, name: buyer, lastName: "Paz" },
    } as never
    const answer = correctOrder({
      order: this.order,
      request,
      known: this.keys.get(key) ?? null,
      correctionsBytes: 0,
      now: NOON,
    })
    if (isRefusal(answer)) return answer.refused
    if (answer.outcome === "applied" && answer.correction) this.keys.set(key, answer.correction)
    this.become({ order: answer.order, events: [] }, "")
    const { applied } = correctionReply(answer)
    return `${answer.outcome}${applied ? ` ${applied.revision}` : ""}`
  }

  /** Whatever changes an order is counted, so that a copy of before never takes its place. */
  private become(next: { order: OrderRecord; events: readonly { type: string }[] } | null, said = "done"): string {
    if (next === null) return "nothing"
    const changed = JSON.stringify(next.order) !== JSON.stringify(this.order)
    this.counted &&= next.order.sequence === this.order.sequence + (changed ? 1 : 0)
    this.order = frozen(next.order)
    this.events = next.events.map(({ type }) => type)
    return said
  }
}

function frozen<T>(value: T): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value
  Object.values(value).forEach(frozen)
  return Object.freeze(value)
}
