/** The interface of a payment provider, the same for all of them (docs/contract/payments.md#payment-providers). */

import type { ChargeCustomer } from "../../../protocol/shapes/charge.ts"
import type { OrderRecord, PaidMethod } from "../../../protocol/shapes/order.ts"
import type { GuardedClient } from "../../../runtime/http/guarded-client.ts"

export interface RefundRequest {
  readonly order: Pick<
    OrderRecord,
    "id" | "orderExternal" | "orderCode" | "accountId" | "vendorId" | "storeId" | "metadata"
  > | null
  /** The one payment by link to refund. Without it, all that this provider took for the order. */
  readonly payment?: LinkKey
  /** A refund is always of the whole amount. */
  readonly tenders: readonly PaidMethod[]
  readonly currencyCode: string
  readonly reason: string
  /** The same key is the same refund, however often it is sent. */
  readonly key: string
  /** Data of the caller that only the provider reads. */
  readonly context: Readonly<Record<string, unknown>>
}

/** `unknown`: no answer, or an unclear one. The request is sent again with the same key. */
export type RefundAnswer =
  | { readonly outcome: "refunded"; readonly reference: string | null }
  | { readonly outcome: "refused"; readonly message: string }
  | { readonly outcome: "unknown"; readonly message: string }

/** The ids of a payment by link: ours, and the provider's once it has answered. */
export interface LinkKey {
  readonly attemptId: string
  readonly reference: string | null
}

export interface LinkRequest {
  /** It is the idempotency key as well: the same attempt is the same link. */
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

/** A webhook as received: the signature is over these bytes. */
export interface ProviderRequest {
  readonly bytes: Uint8Array
  readonly header: (name: string) => string | undefined
}

export const PROVIDER_REPORT_STATES = ["approved", "declined", "expired", "refunded"] as const

/** What a provider's webhook reports about one payment. */
export interface ProviderReport {
  /** The provider's id of the message; a repeated id is ignored. */
  readonly eventId: string
  readonly reference: string
  /** Our attempt id, where the provider repeats it. */
  readonly attemptId: string | null
  readonly said: (typeof PROVIDER_REPORT_STATES)[number]
  readonly message: string | null
  /** When it happened, ISO in UTC. */
  readonly at: string
}

export interface PaymentLinks {
  /** Has a time limit of its own. A silent provider is `unknown`, and is asked again for the same attempt. */
  createLink(request: LinkRequest): Promise<LinkAnswer>
  cancelLink(link: LinkKey): Promise<CancelAnswer>
  /** Null when the signature is wrong or the body cannot be read. */
  readWebhook(sent: ProviderRequest): ProviderReport | null
}

export interface PaymentProvider {
  /** Has a time limit of its own: a silent provider is `unknown`. */
  refund(request: RefundRequest): Promise<RefundAnswer>
  /** Left out by a provider that makes no links. */
  readonly links?: PaymentLinks
}

/** Providers by the code that payment methods name. */
export type Providers = Readonly<Record<string, PaymentProvider>>

/** An account's configuration of a provider. */
export interface ProviderAccess {
  readonly url: string
  readonly secret: string
  /** The account chooses the address, so the client refuses the hub's own network. */
  readonly client: Pick<GuardedClient, "post">
}

export type ProviderKinds = Readonly<Record<string, (access: ProviderAccess) => PaymentProvider>>
