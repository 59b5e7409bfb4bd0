/** A payment provider as the hub speaks to it: one interface, whoever took the money (decisions §8). */
import type { OrderRecord, PaidMethod } from "../../protocol/shapes/order.ts"

export interface RefundAsked {
  readonly order: Pick<
    OrderRecord,
    "id" | "orderExternal" | "orderCode" | "accountId" | "vendorId" | "storeId" | "metadata"
  >
  /** All that this provider took for the order; a refund is whole or it is not. */
  readonly tenders: readonly PaidMethod[]
  readonly currencyCode: string
  readonly reason: string
  /** The same key is the same refund, however often it is asked for. */
  readonly key: string
  /** What the caller sent for the provider alone. */
  readonly context: Readonly<Record<string, unknown>>
}

/** `unknown`: no answer, or none that says which; it is asked again under the same key. */
export type RefundAnswer =
  | { readonly outcome: "refunded"; readonly reference: string | null }
  | { readonly outcome: "refused"; readonly message: string }
  | { readonly outcome: "unknown"; readonly message: string }

export interface PaymentProvider {
  /** Ends by itself: a provider that is silent for long is `unknown`. */
  refund(asked: RefundAsked): Promise<RefundAnswer>
}

/** By the code that payment methods name. */
export type Providers = Readonly<Record<string, PaymentProvider>>
