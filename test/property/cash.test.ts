/**
 * A drawer and a day against a cash book kept by hand (docs/contract/cash.md#cash-reconciliations-version-2,
 * docs/contract/orders.md#create-an-order, docs/contract/cash.md#cash-reconciliations-version-1).
 */
import fc from "fast-check"
import { expect, it } from "vitest"
import { isRefusal } from "../../protocol/refusals.ts"
import { dayCloseStep, figuresOf, figuresOfRows } from "../../protocol/rules/business-day/day-close.ts"
import { changeOfRows, type DayRow } from "../../protocol/rules/business-day/day-rows.ts"
import { cancelOrder } from "../../protocol/rules/cancellation/cancel-order.ts"
import { closeCash } from "../../protocol/rules/cash/cash-close.ts"
import { cashSalesOf, operatorHasSales } from "../../protocol/rules/cash/cash-moves.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { aCashClose, accepted, anId, anOrder, aStore, aTender, charge, NOON, TENANT } from "../kit/orders.ts"
import { hold } from "./hold.ts"

const MORNING_MS = Date.parse("2026-11-21T13:00:00.000Z")
const DAY_MINUTES = 600
const OPERATORS = ["ana", "luis"] as const

/** One sale as a person would note it; minutes from the opening on, amounts in cents. */
interface Sale {
  readonly kind: "tendered" | "at the register" | "on the web" | "unpaid"
  readonly minute: number
  readonly cash: number
  readonly card: number
  readonly operator: (typeof OPERATORS)[number]
  readonly cancelledAfter: number | null
}

const minute = fc.integer({ min: 0, max: DAY_MINUTES - 1 })
const cents = fc.integer({ min: 0, max: 20_000 })
const sale: fc.Arbitrary<Sale> = fc.record({
  kind: fc.constantFrom("tendered" as const, "at the register" as const, "on the web" as const, "unpaid" as const),
  minute,
  cash: cents,
  card: cents,
  operator: fc.constantFrom(...OPERATORS),
  cancelledAfter: fc.option(fc.integer({ min: 0, max: 300 }), { nil: null, freq: 3 }),
})
const sales = fc.array(sale, { maxLength: 12 })
const shift = fc.record({
  from: minute,
  minutes: fc.integer({ min: 1, max: DAY_MINUTES }),
  operator: fc.option(fc.constantFrom(...OPERATORS, "nobody"), { nil: null }),
  float: cents,
  declared: cents,
  drops: fc.array(fc.integer({ min: 1, max: 5_000 }), { maxLength: 3 }),
  reason: fc.constantFrom("OTHER" as const, "COUNTING_ERROR" as const),
})
type Shift = typeof shift extends fc.Arbitrary<infer T> ? T : never

it("a shift's cash is its income minus its payouts, by cashier", () => {
  hold(
    fc.property(sales, shift, (sold, asked) => {
      const orders = sold.map(orderOf)
      expect(closing(orders, asked)).toEqual(byHand(sold, asked))
    }),
    300,
  )
})

it("adjacent shifts share no sale and lose none", () => {
  hold(
    fc.property(sales, fc.array(minute, { maxLength: 4 }), (sold, cuts) => {
      const orders = sold.map(orderOf)
      const marks = [0, ...[...cuts].sort((a, b) => a - b), 2 * DAY_MINUTES]
      const each = marks.slice(1).map((to, n) => cashSalesOf(orders, { ...windowOf(marks[n] ?? 0, to) }))
      expect(each.reduce((a, b) => a + b, 0)).toBe(cashSalesOf(orders, windowOf(0, 2 * DAY_MINUTES)))
    }),
  )
})

it("a day's figures are the sums of its sales in any order", () => {
  hold(
    fc.property(fc.array(sale, { maxLength: 12 }), fc.boolean(), (sold, isClosed) => {
      const kept: DayRow[] = []
      const orders = sold.map((one) => {
        const lives = livesOf(one)
        const last = lives.at(-1) as OrderRecord
        const closed = isClosed ? dayCloseStep(last, NOON)?.order : undefined
        const all = closed ? [...lives, closed] : lives
        all.forEach((order, n) => void kept.push(...changeOfRows(all[n - 1] ?? null, order)))
        return all.at(-1) as OrderRecord
      })
      const [figures] = figuresOf(orders, aStore())
      expect(figuresOfRows(kept.reverse(), aStore())).toEqual([figures])
      expect(pick(figures)).toEqual(dayByHand(sold, isClosed))
    }),
  )
})

function byHand(sold: readonly Sale[], { from, minutes, operator, float, declared, drops, reason }: Shift) {
  const taken = sold.filter(({ kind }) => kind === "tendered" || kind === "at the register")
  const isIn = (at: number) => at >= from && at < from + minutes
  const isTheirs = (one: Sale) => operator === null || one.operator === operator
  const own = taken.filter(isTheirs)
  const came = own.filter(({ minute }) => isIn(minute)).reduce((all, { cash }) => all + cash, 0)
  const back = own.filter((one) => one.cancelledAfter !== null && isIn(one.minute + one.cancelledAfter))
  const cash = came - back.reduce((all, { cash }) => all + cash, 0)
  const out = drops.reduce((a, b) => a + b, 0)
  const expected = float + cash - out
  const hasMoved = own.some(({ minute }) => isIn(minute)) || back.length > 0
  const fault = (path: string) => ({ refused: "VALIDATION_ERROR", path })
  if (expected < 0) return fault("withdrawals")
  if (operator !== null && !hasMoved && cash <= 0 && declared > float - out) return fault("operatorUid")
  if (declared > expected && reason !== "OTHER") return fault("reason")
  const type = declared === expected ? "MATCH" : declared < expected ? "SHORTAGE" : "OVERAGE"
  return { expected, difference: declared - expected, type, out }
}

function closing(orders: readonly OrderRecord[], { from, minutes, operator, float, declared, drops, reason }: Shift) {
  const window = { ...windowOf(from, from + minutes), ...(operator !== null && { operatorUid: operator }) }
  const answer = closeCash({
    request: aCashClose({
      ...window,
      declaredCash: declared / 100,
      openingBalance: float / 100,
      reason,
      withdrawals: drops.map((amount) => ({ amount: amount / 100, category: "SAFE_DROP" as const })),
    }),
    cashSales: cashSalesOf(orders, window),
    operatorHasSales: operatorHasSales(orders, window),
    day: { businessDayDate: "2026-11-21", closed: false, hasBegun: true },
    existing: { bySession: null, byShift: null },
    tenant: TENANT,
    id: anId(),
    reportedBy: "apikey:k-1",
    now: NOON,
  })
  if (isRefusal(answer)) return { refused: answer.refused, path: answer.details?.[0]?.path }
  const { systemCash, discrepancy, discrepancyType: type, withdrawalsTotal } = answer
  const inCents = (amount: number | null) => Math.round((amount ?? 0) * 100)
  return { expected: inCents(systemCash), difference: inCents(discrepancy), type, out: inCents(withdrawalsTotal) }
}

function dayByHand(sold: readonly Sale[], isClosed: boolean) {
  const isCancelled = ({ cancelledAfter }: Sale) => cancelledAfter !== null
  const standing = sold.filter((one) => !isCancelled(one))
  const paid = standing.filter(({ kind }) => kind !== "unpaid")
  const unpaid = isClosed ? standing.filter(({ kind }) => kind === "unpaid") : []
  const total = (some: readonly Sale[]) => some.reduce((all, { cash, card }) => all + (cash + card) * 100, 0)
  const tally = (some: readonly Sale[]) => ({ transactions: some.length, amount: total(some) })
  const row = (code: "CASH" | "CARD", of: (one: Sale) => number) => {
    const those = paid.filter((one) => of(one) > 0)
    return those.length === 0
      ? []
      : [{ code, transactions: those.length, amount: 100 * those.reduce((a, b) => a + of(b), 0) }]
  }
  return {
    transactions: paid.length,
    gross: total(paid),
    methods: [...row("CARD", ({ card }) => card), ...row("CASH", ({ cash }) => cash)],
    cancellations: tally(sold.filter(isCancelled)),
    forceClosed: tally(unpaid),
  }
}

function pick(figures: ReturnType<typeof figuresOf>[number] | undefined) {
  const { transactions, gross, methods = [], cancellations, forceClosed } = figures ?? {}
  return { transactions, gross, methods: methods.filter(({ amount }) => amount > 0), cancellations, forceClosed }
}

function at(minute: number): string {
  return new Date(MORNING_MS + minute * 60_000).toISOString()
}

function windowOf(from: number, to: number) {
  return { shiftStart: at(from), shiftEnd: at(to), currency: "USD" }
}

function orderOf(one: Sale): OrderRecord {
  return livesOf(one).at(-1) as OrderRecord
}

/** The order as it was after each thing that happened to it. */
function livesOf({ kind, minute, cash, card, operator, cancelledAfter }: Sale): OrderRecord[] {
  const major = (cents: number) => (cents / 100).toFixed(2)
  const total = major(cash + card)
  const methods = Object.entries({ CASH: cash, CARD: card }).filter(([, cents]) => cents > 0)
  const prepaid = Object.fromEntries(methods.map(([method, cents]) => [method, major(cents)]))
  const plain = { total, createdAt: at(minute), operatorUid: operator }
  const isPrepaid = kind === "at the register" || kind === "on the web"
  const born = anOrder({ ...plain, channel: kind === "on the web" ? "WEB" : "POS", ...(isPrepaid && { prepaid }) })
  const lives = [born]
  if (kind === "tendered") {
    const paid = methods.length > 0 ? methods : [["CARD", 0] as const]
    const tenders = paid.map(([method, cents]) =>
      aTender({ method, amount: major(cents), occurred_at: at(minute), operator_uid: operator }),
    )
    lives.push(accepted<{ order: OrderRecord }>(charge(born, tenders)).order)
  }
  if (cancelledAfter !== null) lives.push(cancelled(lives.at(-1) as OrderRecord, at(minute + cancelledAfter)))
  return lives
}

/** A completed order is cancelled by its papers alone (an aggregator's, say): the record is what the drawer goes by. */
function cancelled(order: OrderRecord, now: string): OrderRecord {
  const cancellation = { reason: "Se fue", type: null, note: null, group: null, by: "apikey:k-1" } as never
  const done = cancelOrder({ ...order, status: "OPEN" }, { cancellation, refunds: [], now })
  if (!done) throw new Error("was not cancelled")
  return done.order
}
