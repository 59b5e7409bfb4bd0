/** What the hub asks of a country's fiscal authority, or of the provider in front of it; one adapter a provider, named by the store. */
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { Legal } from "../../protocol/shapes/store.ts"
import type { Tenant } from "../storage/index.ts"

/** All that is sent of a numbered document. It never changes once it has its key. */
export interface SubmittedDocument {
  readonly tenant: Tenant
  readonly record: FiscalRecord
  readonly company: Legal | null
  /** What the authority's callback must name: the order's UUID, and the event that told of the handing over. */
  readonly orderId: string
  readonly eventId: string
  /** Of the order: what it was sold with, for a provider that wants more than totals. */
  readonly metadata: Readonly<Record<string, unknown>>
}

export type Taken =
  /** The verdict comes by the fiscal callback. */
  | { readonly is: "taken" }
  /** It will never take this document; nothing was issued. */
  | { readonly is: "refused"; readonly code: string; readonly message: string }

export interface FiscalAuthority {
  /** A thrown error says nothing: whether it arrived is unknown until `ask` has answered. */
  submit(document: SubmittedDocument, signal: AbortSignal): Promise<Taken>
  /** What became of the document with this key: null when the authority has never seen it. */
  ask(key: string, signal: AbortSignal): Promise<Taken | null>
  /**
   * Asks for the void of an invoice that has no credit note of ours. The verdict names the event of the cancellation, and the same question may come
   * again. Left out by a provider that voids by itself when it hears of the cancelled order.
   */
  void?(invoice: SubmittedDocument, signal: AbortSignal): Promise<void>
}

/** By the code that a store's `fiscal.provider` names. */
export type Authorities = Readonly<Record<string, FiscalAuthority>>
