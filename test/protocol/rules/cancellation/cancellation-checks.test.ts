import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { beginRefund, cancelOrder, paidMoney } from "../../../../protocol/rules/cancellation/cancel-order.ts"
import {
  type CancellationQuestion,
  decideCancellation,
  refuseByVerdict,
} from "../../../../protocol/rules/cancellation/cancellation-checks.ts"
import { BUILT_IN_TEXTS } from "../../../../protocol/rules/cancellation/cancellation-texts.ts"
import { type CancellationRule, CancellationVerdict } from "../../../../protocol/shapes/cancellation.ts"
import { KITCHEN_STAGES } from "../../../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { createValidator } from "../../../../runtime/validate.ts"
import { anOrder, NOON } from "../../../kit/orders.ts"

const CANCELLATION = { reason: "Sin repartidor", type: null, note: null, group: "other", by: "apikey:k" } as const
const MARK = { id: "0190a000-0000-7000-8000-00000000000f", at: NOON, cancellation: CANCELLATION }
const minutesLater = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()

const validator = createValidator()

function question(over: Partial<CancellationQuestion> = {}): CancellationQuestion {
  return {
    order: anOrder(),
    day: { closed: false, active: "2026-11-21" },
    gateway: false,
    rules: [],
    type: null,
    locale: "es",
    now: NOON,
    ...over,
  }
}

const invoiced = (status: string, compensates?: object): OrderRecord => ({
  ...anOrder(),
  fiscal: { status, ...(compensates && { compensates }) },
})
/** The authority refused the void: the invoice stands. `compensates` where a credit note of our own numbering asked for it. */
const voidRefused = (compensates: object | null): OrderRecord => ({
  ...anOrder(),
  fiscal: { status: "rejected", stillValid: true, compensates },
})
const rule = (over: Partial<CancellationRule>): CancellationRule => ({ id: "r", name: "La regla", ...over })

describe("built-in cancellation checks", () => {
  const paid = anOrder({ channel: "WEB", prepaid: { LINK: "6.50" } })

  it.each<[string, Partial<CancellationQuestion>, string | null]>([
    ["an open order", {}, null],
    ["an open order that came prepaid", { order: paid }, null],
    ["an order whose refund is under way", { order: { ...paid, cancelling: MARK } }, "CANCELLATION_IN_PROGRESS"],
    ["a completed order", { order: { ...anOrder(), status: "COMPLETED" } }, "ORDER_NOT_CANCELLABLE"],
    ["a cancelled order", { order: { ...anOrder(), status: "CANCELLED" } }, "ORDER_NOT_CANCELLABLE"],
    ["a force-closed order", { order: { ...anOrder(), status: "FORCE_CLOSED" } }, "ORDER_NOT_CANCELLABLE"],
    ["an order of a closed day", { day: { closed: true, active: "2026-11-21" } }, "BUSINESS_DAY_CLOSED"],
    [
      "an order of a day before the active one",
      { day: { closed: false, active: "2026-11-22" } },
      "BUSINESS_DAY_CLOSED",
    ],
    ["an order of a day to come", { day: { closed: false, active: "2026-11-20" } }, null],
    ["a document that the authority voided", { order: invoiced("cancelled") }, "FISCAL_ALREADY_CANCELLED"],
    ["a document voided through our numbering", { order: invoiced("cancelled", { documentNumber: "1" }) }, null],
    ["an authorized invoice, native", { order: invoiced("authorized") }, null],
    [
      "an authorized invoice, gateway",
      { order: invoiced("authorized"), gateway: true },
      "FISCAL_REPRESENTATION_NOT_VOIDED",
    ],
    ["a pending invoice, gateway", { order: invoiced("pending"), gateway: true }, "FISCAL_REPRESENTATION_NOT_VOIDED"],
    ["a credit note, gateway", { order: invoiced("authorized", { documentNumber: "1" }), gateway: true }, null],
    ["a rejected invoice, gateway", { order: invoiced("rejected"), gateway: true }, null],
    [
      "an invoice whose credit note was refused, gateway",
      { order: voidRefused({ documentNumber: "1" }), gateway: true },
      "FISCAL_REPRESENTATION_NOT_VOIDED",
    ],
    ["an invoice whose void was refused, native", { order: voidRefused(null) }, null],
    ["no invoice, gateway", { gateway: true }, null],
  ])("%s", (_what, over, code) => {
    expect(decideCancellation(question(over)).code).toBe(code)
  })

  it("run in the contract's order, before the account's rules", () => {
    const everything: CancellationQuestion = question({
      order: { ...invoiced("cancelled"), cancelling: MARK, status: "COMPLETED" },
      day: { closed: true, active: "2026-11-22" },
      gateway: true,
      rules: [rule({ maxAmount: "0" })],
    })
    const { order } = everything
    const { cancelling: _mark, ...unmarked } = order
    const open: OrderRecord = { ...unmarked, status: "OPEN" }
    const day = { closed: false, active: "2026-11-21" }
    const steps: Partial<CancellationQuestion>[] = [
      {},
      { order: unmarked },
      { order: open },
      { order: open, day },
      { order: { ...open, fiscal: { status: "authorized" } }, day },
      { order: { ...open, fiscal: null }, day },
      { order: { ...open, fiscal: null }, day, rules: [] },
    ]
    expect(steps.map((step) => decideCancellation({ ...everything, ...step }).code)).toEqual([
      "CANCELLATION_IN_PROGRESS",
      "ORDER_NOT_CANCELLABLE",
      "BUSINESS_DAY_CLOSED",
      "FISCAL_ALREADY_CANCELLED",
      "FISCAL_REPRESENTATION_NOT_VOIDED",
      "CANCELLATION_POLICY_DENIED",
      null,
    ])
  })

  it.each(["es", "en", "pt"] as const)("have texts in %s", (locale) => {
    const verdict = decideCancellation(question({ locale, order: { ...anOrder(), status: "COMPLETED" } }))
    expect(verdict).toMatchObject(BUILT_IN_TEXTS.ORDER_NOT_CANCELLABLE[locale])
    expect(verdict.resolvedFrom).toMatchObject({ source: "built-in", orderStatus: "COMPLETED" })
  })
})

describe("account's cancellation rule", () => {
  const at = (stage: string) => ({ ...anOrder(), kitchen: { stage } })

  it.each<[string, Partial<CancellationRule>, Partial<CancellationQuestion>, object | null]>([
    ["age at the limit", { maxAgeMinutes: 60 }, { now: minutesLater(60) }, null],
    ["age over it", { maxAgeMinutes: 60 }, { now: minutesLater(60.5) }, { limit: 60, actual: 61, unit: "minutes" }],
    ["an order from a clock that runs ahead", { maxAgeMinutes: 0 }, { now: minutesLater(-5) }, null],
    ["amount at the limit", { maxAmount: "6.50" }, {}, null],
    ["amount over it", { maxAmount: "6.4999" }, {}, { limit: 6.4999, actual: 6.5, unit: "USD" }],
    ["of another channel", { maxAmount: "0", channels: ["WEB"] }, {}, null],
    ["of this channel", { maxAmount: "0", channels: ["POS"] }, {}, { limit: 0, actual: 6.5, unit: "USD" }],
    [
      "of this channel, in another case",
      { maxAmount: "0", channels: ["pos"] },
      {},
      { limit: 0, actual: 6.5, unit: "USD" },
    ],
    ["a stage not reached", { maxKitchenStage: "order.preparing" }, {}, null],
    ["the last stage allowed", { maxKitchenStage: "order.preparing" }, { order: at("order.preparing") }, null],
    ["a stage beyond", { maxKitchenStage: "order.preparing" }, { order: at("order.ready") }, {}],
    ["an allowed type", { allowedTypes: ["a", "b"] }, { type: "b" }, null],
    ["a type not allowed", { allowedTypes: ["a"] }, { type: "b" }, {}],
    ["no type where some are allowed", { allowedTypes: ["a"] }, {}, {}],
  ])("%s", (_what, limits, over, threshold) => {
    const verdict = decideCancellation(question({ ...over, rules: [rule(limits)] }))
    expect(verdict.eligible).toBe(threshold === null)
    if (threshold !== null) {
      expect(verdict).toMatchObject({ code: "CANCELLATION_POLICY_DENIED", message: "La regla" })
      expect(verdict.threshold ?? {}).toEqual(threshold)
      expect(verdict).not.toHaveProperty("reasonDetail")
    }
  })

  it("returns the text of the first denying rule in every language", () => {
    const rules = [
      rule({ maxAmount: "100" }),
      rule({ id: "late", name: "Tarde", reasonDetail: "Muy tarde.", maxAmount: "1" }),
    ]
    const verdict = decideCancellation(question({ locale: "en", rules: [...rules, rule({ maxAmount: "0" })] }))
    expect(verdict).toMatchObject({ message: "Tarde", reasonDetail: "Muy tarde.", resolvedFrom: { rule: "late" } })
    expect(refuseByVerdict(verdict)).toMatchObject({
      refused: "CANCELLATION_POLICY_DENIED",
      message: "Tarde",
      data: { reasonDetail: "Muy tarde.", threshold: { limit: 1, actual: 6.5, unit: "USD" } },
    })
  })
})

const orders = fc
  .record({
    channel: fc.constantFrom("POS", "WEB", "GLOVO"),
    total: fc.integer({ min: 0, max: 200 }),
    prepaid: fc.boolean(),
    status: fc.constantFrom("OPEN", "OPEN", "OPEN", "COMPLETED", "FORCE_CLOSED", "CANCELLED"),
    marked: fc.boolean(),
    stage: fc.constantFrom(null, ...KITCHEN_STAGES),
    fiscal: fc.constantFrom(null, "pending", "authorized", "cancelled", "rejected"),
    compensates: fc.boolean(),
  })
  .map(({ channel, total, prepaid, status, marked, stage, fiscal, compensates }): OrderRecord => {
    const order = anOrder({ channel, total, ...(prepaid && { prepaid: { LINK: total } }) })
    return {
      ...order,
      status: order.status === "COMPLETED" ? order.status : (status as OrderRecord["status"]),
      kitchen: stage && { stage },
      fiscal: fiscal === null ? null : { status: fiscal, compensates: compensates ? { documentNumber: "1" } : null },
      ...(marked && { cancelling: MARK }),
    }
  })

const rules = fc.array(
  fc.record(
    {
      id: fc.string({ minLength: 1 }),
      name: fc.string({ minLength: 1 }),
      reasonDetail: fc.string(),
      channels: fc.subarray(["POS", "WEB", "GLOVO"]),
      maxAgeMinutes: fc.integer({ min: 0, max: 120 }),
      maxAmount: fc.integer({ min: 0, max: 200 }).map(String),
      maxKitchenStage: fc.constantFrom(...KITCHEN_STAGES),
      allowedTypes: fc.subarray(["a", "b"]),
    },
    { requiredKeys: ["id", "name"] },
  ),
  { maxLength: 3 },
)

const questions: fc.Arbitrary<CancellationQuestion> = fc.record({
  order: orders,
  day: fc.record({ closed: fc.boolean(), active: fc.constantFrom("2026-11-20", "2026-11-21", "2026-11-22") }),
  gateway: fc.boolean(),
  rules,
  type: fc.constantFrom(null, "a", "b"),
  locale: fc.constantFrom("es", "en", "pt"),
  now: fc.integer({ min: -10, max: 150 }).map(minutesLater),
})

describe("cancellation of random orders", () => {
  it("gives a valid, repeatable verdict that equals the refusal and changes nothing", () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const before = structuredClone(asked)
        const verdict = decideCancellation(asked)
        expect(asked).toEqual(before)
        expect(decideCancellation(asked)).toEqual(verdict)
        expect(validator.check(CancellationVerdict, verdict)).toEqual([])
        const refused = refuseByVerdict(verdict)
        expect(verdict.eligible).toBe(refused === null)
        expect(refused?.refused ?? null).toBe(verdict.code)
        expect(refused?.data?.threshold).toEqual(verdict.threshold)
      }),
      { seed: 20261121 },
    )
  })

  it("succeeds for eligible orders, and no order is eligible that its state forbids", () => {
    fc.assert(
      fc.property(questions, (asked) => {
        const { eligible } = decideCancellation(asked)
        const now = asked.now
        const cancelled = cancelOrder(asked.order, { cancellation: CANCELLATION, refunds: [], now })
        if (eligible) expect(cancelled?.order.status).toBe("CANCELLED")
        if (cancelled === null) expect(eligible).toBe(false)
        const begun = beginRefund(asked.order, { id: MARK.id, cancellation: CANCELLATION, now })
        if (eligible && paidMoney(asked.order).length > 0) expect(begun).not.toBeNull()
      }),
      { seed: 20261121 },
    )
  })
})
