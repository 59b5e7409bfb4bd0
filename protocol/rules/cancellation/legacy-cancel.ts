/** Checks and conversions of a cancellation through the legacy endpoints (docs/contract/cancellation.md#cancel-a-legacy-order). */
import { type Refusal, refuse } from "../../refusals.ts"
import type { CancellationRequest } from "../../shapes/cancellation.ts"
import type { LegacyCancellation } from "../../shapes/legacy-order.ts"
import type { OrderRecord, PaymentStatus } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"

/** Other endpoints refuse a shorter reason; here it is accepted and gets the prefix `Legacy:`. */
const REASON_CHARS_MIN = 5

/** The parts of a vendor's payment method that a refund needs. */
export interface RefundableMethod {
  readonly id: string
  readonly code: string
  /** The processor can find the payment only by the order's `metadata.order_token`. */
  readonly requiresOrderToken?: boolean
}

interface LegacyCancelInput {
  readonly order: OrderRecord
  readonly asked: LegacyCancellation
  readonly methods: readonly RefundableMethod[]
}

/** Returns null when the cancellation may go on to the shared checks. An order of another vendor or store counts as not found. */
export function checkLegacyCancel({
  order,
  asked,
  methods,
}: LegacyCancelInput): Refusal<"NOT_FOUND" | "PAYMENT_METHODS_NOT_FOUND" | "ORDER_TOKEN_REQUIRED"> | null {
  if (asked.vendor_uid !== order.vendorId) return refuseNotFound(`vendor ${asked.vendor_uid}`)
  if (asked.store_uid !== undefined && asked.store_uid !== order.storeId)
    return refuseNotFound(`store ${asked.store_uid}`)
  const named = asked.payment_method_uid
  if (named !== undefined && !methods.some(({ id }) => id === named)) {
    return refuse("PAYMENT_METHODS_NOT_FOUND", `Payment methods not found: ${named}.`)
  }
  const tokenlessMethod =
    order.settlement?.status === "settled" && !hasOrderToken(order) ? findTokenMethod(order, methods) : undefined
  if (tokenlessMethod === undefined) return null
  return refuse("ORDER_TOKEN_REQUIRED", `A refund of ${tokenlessMethod} needs the order's metadata.order_token.`)
}

function refuseNotFound(where: string): Refusal<"NOT_FOUND"> {
  return refuse("NOT_FOUND", `There is no such order of ${where}.`)
}

function hasOrderToken({ metadata }: OrderRecord): boolean {
  return typeof metadata.order_token === "string" && metadata.order_token !== ""
}

function findTokenMethod({ paymentMethods }: OrderRecord, methods: readonly RefundableMethod[]): string | undefined {
  const needing = new Set(methods.filter((method) => method.requiresOrderToken).map(({ code }) => code))
  return paymentMethods.find(({ method }) => needing.has(method))?.method
}

/** The same request in the form of the other endpoints. */
export function toCancellationRequest({ reason, cancellation_type }: LegacyCancellation): CancellationRequest {
  const text = reason.trim()
  return {
    reason: text.length < REASON_CHARS_MIN ? `Legacy: ${text}` : text,
    ...(cancellation_type !== undefined && { cancellationType: cancellation_type }),
  }
}

/**
 * The order as cancelled. After a refund the store may not have sent its cancelled copy yet; then status, payment status and reason are
 * taken from the request and its answer.
 */
export function toCancelledOrder(
  order: OrderRecord,
  { reason, cancellation_type }: LegacyCancellation,
  paymentStatus: PaymentStatus,
): OrderRecord {
  if (order.status === "CANCELLED") return order
  const cancellation = { reason: reason.trim(), type: cancellation_type ?? null }
  return { ...order, status: "CANCELLED", paymentStatus, metadata: { ...order.metadata, cancellation } }
}

/** Extra data for the payment provider: who gets the money back, and with which payment method. */
export function refundContext(order: OrderRecord, asked: LegacyCancellation): FreeForm {
  return {
    authenticated: asked.customer_uid !== undefined,
    payerId: asked.customer_uid ?? asked.anonymous_customer_uid ?? null,
    email: asked.email ?? null,
    media: asked.media ?? null,
    paymentMethodId: asked.payment_method_uid ?? null,
    cancellationType: asked.cancellation_type ?? null,
    orderToken: order.metadata.order_token ?? null,
  }
}
