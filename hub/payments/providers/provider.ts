/** A payment provider as the hub speaks to it: one interface, whoever took the money (docs/contract/payments.md#payment-providers). */

import type { ChargeCustomer } from "../../../protocol/shapes/charge.ts"
import type { OrderRecord, PaidMethod } from "../../../protocol/shapes/order.ts"
import type { GuardedClient } from "../../../runtime/http/guarded-client.ts"

export interface RefundRequest {
  readonly order: Pick<
    OrderRecord,
    "id" | "orderExternal" | "orderCode" | "accountId" | "vendorId" | "storeId" | "metadata"
  > | null
  /** The one payment by link that goes back. Without it, all that this provider took for the order. */
  readonly payment?: LinkKey
  /** A refund is whole or it is not. */
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

/** How both sides name a payment by link: ours, and the provider's once it has answered. */
export interface LinkKey {
  readonly attemptId: string
  readonly reference: string | null
}

export interface LinkRequest {
  /** The key as well: the same attempt is the same link, however often it is asked for. */
  readonly attemptId: string
  readonly externalOrderId: string
  readonly methodCode: string
  /** Scaled. */
  readonly amount: number
  readonly currencyCode: string
  readonly country: string
  /** The store's id. */
  readonly branchOffice: string
  /** The terminal's id. */
  readonly pointOfSale: string | null
  readonly customer: ChargeCustomer | null
}

export type LinkAnswer =
  | { readonly outcome: "link"; readonly link: string; readonly reference: string }
  | { readonly outcome: "rejected"; readonly message: string }
  | { readonly outcome: "unknown"; readonly message: string }

export type CancelAnswer =
  | { readonly outcome: "canceled" }
  | { readonly outcome: "refused"; readonly message: string }
  | { readonly outcome: "unknown"; readonly message: string }

/** A webhook as it came: the bytes are what was signed. */
export interface ProviderRequest {
  readonly bytes: Uint8Array
  readonly header: (name: string) => string | undefined
}

export const PROVIDER_REPORT_STATES = ["approved", "declined", "expired", "refunded"] as const

/** What a provider's webhook says of one payment. */
export interface ProviderReport {
  /** The provider's id of the message: the same one again says nothing new. */
  readonly eventId: string
  readonly reference: string
  /** Our own name of it, where the provider repeats that. */
  readonly attemptId: string | null
  readonly said: (typeof PROVIDER_REPORT_STATES)[number]
  readonly message: string | null
  /** When it happened, ISO in UTC. */
  readonly at: string
}

export interface PaymentLinks {
  /** Ends by itself; a provider that is silent for long is `unknown`, and is asked again for the same attempt. */
  createLink(request: LinkRequest): Promise<LinkAnswer>
  cancelLink(link: LinkKey): Promise<CancelAnswer>
  /** Null when the signature is wrong, or nothing can be read. */
  readWebhook(sent: ProviderRequest): ProviderReport | null
}

export interface PaymentProvider {
  /** Ends by itself: a provider that is silent for long is `unknown`. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** Left out by a provider that makes no links. */
  readonly links?: PaymentLinks
}

/** By the code that payment methods name. */
export type Providers = Readonly<Record<string, PaymentProvider>>

/** How a provider of some kind is reached, as an account has configured it. */
export interface ProviderAccess {
  readonly url: string
  readonly secret: string
  /** The address is an account's choice: the hub's own network is out of its reach. */
  readonly client: Pick<GuardedClient, "post">
}

export type ProviderKinds = Readonly<Record<string, (access: ProviderAccess) => PaymentProvider>>
