/** Bodies of orders and charges as an integrator sends them. */
import { BODY_BYTES_MAX } from "../../protocol/http/body-limit.ts"

export const ORDERS = "/api/v1/core/external/orders"

let count = 0

export interface OrderOptions {
  readonly orderId?: string
  readonly total?: string | number
  readonly channel?: string
  /** The method of a prepaid order. */
  readonly paid?: string
  readonly createdAt?: string
  readonly [extra: string]: unknown
}

/** An order of one burger at the demo's first store. */
export function orderBody({ total = "6.5000", channel = "POS", paid, ...more }: OrderOptions = {}) {
  count += 1
  return {
    orderId: `test-${count}`,
    orderCode: `T-${count}`,
    createdAt: "2026-11-21T12:30:00-05:00",
    channel,
    selectedShippingMethod: "TAKE_AWAY",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa clásica", quantity: 1, unitPrice: total }] },
    payments: {
      totals: [{ code: "TOTAL", amount: total }],
      currencyCode: "USD",
      status: paid ? "SUCCEEDED" : "PENDING",
      ...(paid && { paymentMethods: [{ method: paid, amount: total }] }),
    },
    ...more,
  }
}

/** A correction of a fresh order's buyer and locator. */
export function correction(over: Readonly<Record<string, unknown>> = {}) {
  count += 1
  return {
    expectedRevision: 1,
    idempotencyKey: `correction-${count}`,
    additionalInfo: { orderCode: `C-${count}` },
    client: { uid: "c-1", name: "Ana", lastName: "Núñez", govIdType: "CEDULA", govIdNumber: "171.234-567-8" },
    ...over,
  }
}

export interface TenderOptions {
  readonly id?: string
  readonly amount?: string | number
  readonly method?: string
  readonly declined?: string
  readonly operator?: string
}

export function charge(...tenders: TenderOptions[]) {
  return {
    payments: tenders.map(({ id, amount = "6.5000", method = "CASH", declined, operator }, index) => ({
      transaction_id: id ?? `tx-${count}-${index}`,
      status: declined ? "declined" : "approved",
      amount,
      currency_code: "USD",
      method,
      occurred_at: "2026-11-21T12:31:00-05:00",
      ...(declined && { decline_reason: declined }),
      ...(operator && { operator_uid: operator }),
    })),
  }
}

/** A little less than the most that is accepted: bodies count their ids, which may get a digit more. */
const LARGE_BYTES = BODY_BYTES_MAX - 8

/** The body that `make` gives for a text, with a text so long that the body has `LARGE_BYTES`. */
export function fillUp<Body>(make: (text: string) => Body): Body {
  const empty = Buffer.byteLength(JSON.stringify(make("")))
  return make("x".repeat(LARGE_BYTES - empty))
}
