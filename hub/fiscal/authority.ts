/** The interface of a fiscal authority, or of the provider in front of it. Each provider has an adapter, which a store names. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Legal } from "../../protocol/shapes/store.ts"
import type { Tenant } from "../storage/index.ts"

/** The data of a numbered document for the authority. It never changes once it has its key. */
export interface SubmittedDocument {
  readonly tenant: Tenant
  readonly record: FiscalRecord
  readonly company: Legal | null
  /** The authority's callback must name these: the order's UUID, and the event of the submission. */
  readonly orderId: string
  readonly eventId: string
  /** The order's metadata, for a provider that needs more than totals. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Taken =
  /** The ruling comes by the fiscal callback. */
  | { readonly is: "taken" }
  /** The authority will never accept this document; nothing was issued. */
  | { readonly is: "refused"; readonly code: string; readonly message: string }

export interface FiscalAuthority {
  /** After a thrown error the outcome is unknown until `ask` has answered. */
  submit(document: SubmittedDocument, signal: AbortSignal): Promise<Taken>
  /** The status of the document with this key; null when the authority has never seen it. */
  ask(key: string, signal: AbortSignal): Promise<Taken | null>
  /**
   * Requests the void of an invoice that has no credit note of ours. The ruling names the event of the cancellation, and the same request may come
   * again. Left out by a provider that voids by itself when it learns of the cancelled order.
   */
  void?(invoice: SubmittedDocument, signal: AbortSignal): Promise<void>
}

/** Authorities by the code that a store's `fiscal.provider` names. */
export type Authorities = Readonly<Record<string, FiscalAuthority>>
