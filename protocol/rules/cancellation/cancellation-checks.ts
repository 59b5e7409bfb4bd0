/** Whether an order may be cancelled: built-in checks first, then the account's rules (docs/contract/cancellation.md#cancel-an-order). */
import { step } from "../../machine.ts"
import { scaleMajor, toMajor } from "../../money.ts"
import { type Refusal, refuse } from "../../refusals.ts"
import type {
  CancellationCode,
  CancellationLocale,
  CancellationRule,
  CancellationVerdict,
  Threshold,
} from "../../shapes/cancellation.ts"
import { KITCHEN_STAGES } from "../../shapes/kitchen.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import { toMs } from "../../time.ts"
import { hasValidInvoice, wasVoidRefused } from "../fiscal/fiscal-standing.ts"
import { ORDER_STATES, orderStateOf } from "../orders/order-states.ts"
import { totalOf } from "../payments/settlement.ts"
import { ALLOWED_TEXTS, BUILT_IN_TEXTS, type BuiltInCode } from "./cancellation-texts.ts"

const MINUTE_MS = 60_000

/** State of the order's business day. */
export interface OrderDay {
  readonly closed: boolean
  /** The store's current business day. */
  readonly active: string
}

export interface CancellationQuestion {
  readonly order: OrderRecord
  readonly day: OrderDay
  /** Whether Brasa numbers the store's invoices; then an invoice must be voided here before its order is cancelled. */
  readonly gateway: boolean
  readonly rules: readonly CancellationRule[]
  readonly type: string | null
  readonly locale: CancellationLocale
  readonly now: string
}

/** Returns the verdict of the first check that fails. Eligibility lookup and cancellation give the same texts. */
export function decideCancellation(question: CancellationQuestion): CancellationVerdict {
  const builtIn = findBuiltInDenial(question)
  if (builtIn) return denyByCheck(builtIn, question)
  for (const rule of question.rules) {
    const breach = appliesToChannel(rule, question.order) ? findBreach(rule, question) : null
    if (breach) return denyByRule(rule, breach)
  }
  const resolvedFrom = { source: "default", rulesChecked: question.rules.map(({ id }) => id) }
  return { eligible: true, code: null, message: ALLOWED_TEXTS.eligible[question.locale].message, resolvedFrom }
}

/** The verdict as a refusal; null when the order may be cancelled. */
export function refuseByVerdict(verdict: CancellationVerdict): Refusal<CancellationCode> | null {
  const { code, message, reasonDetail, threshold, resolvedFrom } = verdict
  if (code === null) return null
  return refuse(code, message, {
    data: { ...(reasonDetail !== undefined && { reasonDetail }), ...(threshold && { threshold }), resolvedFrom },
  })
}

/** The contract fixes the order of these checks. */
function findBuiltInDenial({ order, day, gateway }: CancellationQuestion): BuiltInCode | null {
  if (order.cancelling) return "CANCELLATION_IN_PROGRESS"
  if (step(ORDER_STATES, orderStateOf(order), "cancelled") === null) return "ORDER_NOT_CANCELLABLE"
  if (day.closed || order.businessDayDate < day.active) return "BUSINESS_DAY_CLOSED"
  if (order.fiscal?.status === "cancelled" && !hasCreditNote(order)) return "FISCAL_ALREADY_CANCELLED"
  if (gateway && hasValidInvoice(order) && !hasCreditNote(order)) return "FISCAL_REPRESENTATION_NOT_VOIDED"
  return null
}

/** Whether a credit note numbered here voids the invoice. A refused credit note does not. */
function hasCreditNote(order: OrderRecord): boolean {
  const { compensates = null } = order.fiscal ?? {}
  return compensates !== null && !wasVoidRefused(order)
}

function denyByCheck(code: BuiltInCode, { order, day, locale }: CancellationQuestion): CancellationVerdict {
  const { status: orderStatus, businessDayDate } = order
  const resolvedFrom = {
    source: "built-in",
    rule: code,
    orderStatus,
    businessDayDate,
    activeBusinessDay: day.active,
    fiscalStatus: order.fiscal?.status ?? null,
  }
  return { eligible: false, code, ...BUILT_IN_TEXTS[code][locale], resolvedFrom }
}

interface Breach {
  readonly threshold?: Threshold
  readonly facts: FreeForm
}

function denyByRule({ id, name, reasonDetail }: CancellationRule, { threshold, facts }: Breach): CancellationVerdict {
  return {
    eligible: false,
    code: "CANCELLATION_POLICY_DENIED",
    message: name,
    ...(reasonDetail !== undefined && { reasonDetail }),
    ...(threshold && { threshold }),
    resolvedFrom: { source: "account", rule: id, ...facts },
  }
}

/** Whether the rule is for the order's channel. Upper and lower case do not matter. */
function appliesToChannel({ channels }: CancellationRule, { channel }: OrderRecord): boolean {
  return channels === undefined || channels.some((one) => one.toUpperCase() === channel.toUpperCase())
}

function findBreach(rule: CancellationRule, question: CancellationQuestion): Breach | null {
  return (
    findAgeBreach(rule, question) ??
    findAmountBreach(rule, question) ??
    findStageBreach(rule, question) ??
    findTypeBreach(rule, question)
  )
}

function findAgeBreach(
  { maxAgeMinutes: limit }: CancellationRule,
  { order, now }: CancellationQuestion,
): Breach | null {
  const minutes = Math.max(0, toMs(now) - toMs(order.createdAt)) / MINUTE_MS
  if (limit === undefined || minutes <= limit) return null
  // Round up, so that the limit and the actual age in a refusal never look equal.
  return { threshold: { limit, actual: Math.ceil(minutes), unit: "minutes" }, facts: { compares: "maxAgeMinutes" } }
}

function findAmountBreach({ maxAmount }: CancellationRule, { order }: CancellationQuestion): Breach | null {
  const limit = maxAmount === undefined ? null : scaleMajor(maxAmount)
  const total = totalOf(order)
  if (limit === null || total <= limit) return null
  const threshold = { limit: toMajor(limit), actual: toMajor(total), unit: order.currencyCode }
  return { threshold, facts: { compares: "maxAmount" } }
}

/** Stages are texts, so they are reported in `facts`; a threshold holds numbers only. */
function findStageBreach({ maxKitchenStage: limit }: CancellationRule, { order }: CancellationQuestion): Breach | null {
  const stages: readonly unknown[] = KITCHEN_STAGES
  const actual = order.kitchen?.stage
  if (limit === undefined || stages.indexOf(actual) <= stages.indexOf(limit)) return null
  return { facts: { compares: "maxKitchenStage", limit, actual } }
}

function findTypeBreach({ allowedTypes }: CancellationRule, { type }: CancellationQuestion): Breach | null {
  if (allowedTypes === undefined || (type !== null && allowedTypes.includes(type))) return null
  return { facts: { compares: "allowedTypes", limit: allowedTypes, actual: type } }
}
