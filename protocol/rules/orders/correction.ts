/** Corrects an open order's buyer, billing and locator, but not its lines, amounts or state (docs/contract/orders.md#correct-an-order). */
import { type Fault, invalid, type Refusal, refuse } from "../../refusals.ts"
import type { ConflictReason } from "../../shapes/conflict.ts"
import type { AdditionalInfo, Correction, KeyedCorrection, OrderCorrection } from "../../shapes/correction.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import { hasValidInvoice, wasVoidRefused } from "../fiscal/fiscal-standing.ts"
import { normalizeDocument } from "./buyer.ts"
import { checkCorrectionsSize, checkOrderSize } from "./order-size.ts"

/** Paths that a correction must not send. */
const FORBIDDEN = [
  "order",
  "payments",
  "payments.paymentMethods",
  "status",
  "paymentStatus",
  "settlement",
  "completedAt",
] as const

interface CorrectionInput {
  readonly order: OrderRecord
  readonly request: OrderCorrection
  /** The order's earlier correction with the same idempotency key. */
  readonly known: Correction | null
  /** Total size of the order's stored corrections. */
  readonly correctionsBytes: number
  readonly now: string
}

export interface CorrectionOutcome {
  readonly outcome: "applied" | "duplicate" | "noop"
  readonly order: OrderRecord
  /** The correction that was written now or by the first request; null if nothing had to be written. */
  readonly correction: Correction | null
}

type Conflict = Refusal<"STALE_REVISION" | "ORDER_NOT_OPEN" | "ORDER_ALREADY_INVOICED" | "PAYLOAD_TOO_LARGE">

/** Faults of the body that do not depend on the order; check them before loading the order. */
export function checkCorrection(body: OrderCorrection): Refusal<"VALIDATION_ERROR"> | null {
  const forbidden = FORBIDDEN.filter((path) => isSent(body, path))
  const faults: Fault[] = forbidden.map((path) => ({ path, message: "cannot be corrected" }))
  if (body.client === undefined && body.additionalInfo === undefined) {
    faults.push({ path: "client", message: "or additionalInfo must be sent" })
  }
  return faults.length > 0 ? invalid(...faults) : null
}

/**
 * Applies a correction. A known key is answered as a duplicate before other checks, because a retry has the old revision and may come
 * after the charge. The other checks are, in this order: revision, state, invoice, size.
 */
export function correctOrder({
  order,
  request,
  known,
  correctionsBytes,
  now,
}: CorrectionInput): CorrectionOutcome | Conflict | ForeignFields {
  const foreign = findForeignFields(order, request)
  if (foreign.length > 0) return invalid(...foreign)
  if (known) return { outcome: "duplicate", order, correction: known }
  const conflict = findConflict(order, request.expectedRevision)
  if (conflict) return conflict
  const corrected = applyCorrection(order, request)
  if (isEqual(corrected, order)) return { outcome: "noop", order, correction: null }
  const revision = order.revision + 1
  const correction: Correction = { revision, at: now, ...normalizedBlocks(request) }
  const next = { ...corrected, revision, sequence: order.sequence + 1, updatedAt: now }
  const tooLarge = checkOrderSize(next) ?? checkCorrectionsSize(correction, correctionsBytes)
  return tooLarge ?? { outcome: "applied", order: next, correction }
}

/** The body of the answer; `revision` is the one to send next. */
export function correctionReply({ outcome, order, correction }: CorrectionOutcome) {
  return { outcome, revision: order.revision, id: order.id, orderCode: order.orderCode, applied: correction }
}

/** The correction as stored and synced, with its key; empty when nothing was written. */
export function keyedCorrection({ outcome, correction }: CorrectionOutcome, key: string): KeyedCorrection[] {
  return outcome === "applied" && correction ? [{ key, correction }] : []
}

/** Rebuilds the request of a correction, to apply it to the store's order of the same sale. */
export function toCorrectionRequest({ key, correction }: KeyedCorrection): OrderCorrection {
  const { revision, client, additionalInfo } = correction
  return {
    expectedRevision: revision - 1,
    idempotencyKey: key,
    ...(client && { client: client as OrderCorrection["client"] }),
    ...(additionalInfo && { additionalInfo }),
  }
}

/** Describes a refused correction to a person. The buyer's data is left out, because not everybody may read it. */
export function describeCorrection({ correction: { client, additionalInfo = {} } }: KeyedCorrection): string {
  const { kiosk, orderCode } = additionalInfo
  const set = [client && "the buyer", kiosk && "the kiosk's answers", orderCode && `the order code ${orderCode}`]
  return `The hub had set ${set.filter(Boolean).join(", ")}.`
}

/** The parts that a refused correction had set, as codes for pages to translate. */
export function correctedParts({ correction: { client, additionalInfo = {} } }: KeyedCorrection) {
  const { kiosk, orderCode } = additionalInfo
  const changed = client ? (kiosk ? "buyerAndKiosk" : "buyer") : kiosk ? "kiosk" : null
  return { ...(changed && { changed }), ...(orderCode && { orderCode }) } satisfies ConflictReason["params"]
}

type ForeignFields = Refusal<"VALIDATION_ERROR">

function isSent(body: object, path: string): boolean {
  const [key = "", ...inner] = path.split(".")
  if (!Object.hasOwn(body, key)) return false
  const value: unknown = body[key as keyof typeof body]
  return inner.length === 0 || (isObject(value) && isSent(value, inner.join(".")))
}

function findForeignFields(order: OrderRecord, request: OrderCorrection): Fault[] {
  const { store = {} } = request
  const named: [path: string, sent: string | undefined, own: readonly unknown[]][] = [
    ["orderId", request.orderId, [order.id, order.orderExternal, order.metadata.order_id]],
    ["account", request.account, [order.accountId]],
    ["accountId", request.accountId, [order.accountId]],
    ["vendor", request.vendor, [order.vendorId]],
    ["vendorId", request.vendorId, [order.vendorId]],
    ["storeId", request.storeId, [order.storeId]],
    ["store.id", store.id, [order.storeId]],
    ["store.code", store.code, [order.store.code]],
    ["store.vendorId", store.vendorId, [order.vendorId]],
  ]
  return named
    .filter(([, sent, own]) => sent !== undefined && !own.includes(sent) && !own.includes(sent.toLowerCase()))
    .map(([path]) => ({ path, message: "is not the order's" }))
}

function findConflict(order: OrderRecord, expectedRevision: number): Conflict | null {
  const data = { currentRevision: order.revision, orderStatus: order.status }
  if (expectedRevision !== order.revision) {
    return refuse("STALE_REVISION", `The order has revision ${order.revision} by now; nothing was written.`, { data })
  }
  if (order.status !== "OPEN") return refuse("ORDER_NOT_OPEN", `The order is ${order.status}.`, { data })
  if (!hasValidInvoice(order)) return null
  const stands = wasVoidRefused(order) ? "stands, its void was refused" : `is ${order.fiscal?.status}`
  return refuse("ORDER_ALREADY_INVOICED", `The order's invoice ${stands}: void it and issue another.`, { data })
}

function applyCorrection(order: OrderRecord, request: OrderCorrection): OrderRecord {
  const { client, additionalInfo } = normalizedBlocks(request)
  return {
    ...order,
    ...(client && buyerFields(client, order)),
    ...(additionalInfo && infoFields(additionalInfo, order)),
  }
}

/** The parts of the request that are written, normalised. */
function normalizedBlocks({ client, additionalInfo }: OrderCorrection): {
  client?: FreeForm
  additionalInfo?: AdditionalInfo
} {
  return {
    ...(client && { client: normalizeClient(client as FreeForm) }),
    ...(additionalInfo && pickAdditionalInfo(additionalInfo)),
  }
}

function pickAdditionalInfo({ orderCode, kiosk }: AdditionalInfo): { additionalInfo: AdditionalInfo } {
  const known = kiosk && pickKiosk(kiosk)
  return { additionalInfo: { ...(orderCode !== undefined && { orderCode }), ...(known && { kiosk: known }) } }
}

function pickKiosk({ buzzer_name, invoice_email, invoice_print }: NonNullable<AdditionalInfo["kiosk"]>) {
  return {
    ...(buzzer_name !== undefined && { buzzer_name }),
    ...(invoice_email !== undefined && { invoice_email }),
    ...(invoice_print !== undefined && { invoice_print }),
  }
}

/** Replaces the whole buyer, so fields that were not sent become empty. An equal buyer in another spelling changes nothing. */
function buyerFields(client: FreeForm, order: OrderRecord): Partial<OrderRecord> {
  if (order.customer && isEqual(normalizeClient(order.customer), client)) return {}
  const billing = (client.billingInformation as FreeForm | undefined) ?? null
  return { customer: client, billing, customerId: client.uid as string }
}

function normalizeClient(client: FreeForm): FreeForm {
  const billing = client.billingInformation
  const tidy = normalizeDocument(client)
  return isObject(billing) ? { ...tidy, billingInformation: normalizeDocument(billing) } : tidy
}

/** Stores the kiosk's answers in the metadata, where an injection has them. */
function infoFields({ orderCode, kiosk }: AdditionalInfo, order: OrderRecord): Partial<OrderRecord> {
  const before = objectOf(order.metadata.additionalInfo)
  const additionalInfo = { ...before, kiosk: { ...objectOf(before.kiosk), ...kiosk } }
  return {
    ...(orderCode !== undefined && { orderCode }),
    ...(kiosk && Object.keys(kiosk).length > 0 && { metadata: { ...order.metadata, additionalInfo } }),
  }
}

/** Equal as JSON, whatever the order of keys. */
function isEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true
  if (Array.isArray(a) !== Array.isArray(b) || !isObject(a) || !isObject(b)) return false
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
}

function objectOf(value: unknown): FreeForm {
  return isObject(value) && !Array.isArray(value) ? value : {}
}

function isObject(value: unknown): value is FreeForm {
  return typeof value === "object" && value !== null
}
