/** The facts that the timeline of one order is built from. */
import type { Correction } from "../../protocol/shapes/correction.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"

export interface TimelineFacts {
  readonly order: OrderRecord
  /** The side that writes the order now. */
  readonly home: "hub" | "store"
  readonly corrections: readonly { readonly key: string; readonly correction: Correction }[]
  readonly events: readonly StoredEvent[]
  readonly attempts: readonly StoredDeliveryAttempt[]
  readonly deliveries: readonly StoredDelivery[]
  readonly reports: readonly StoredReport[]
  readonly documents: readonly StoredDocument[]
  readonly links: readonly StoredLink[]
  readonly commands: readonly StoredCommand[]
  readonly parked: readonly StoredDeadLetter[]
  /** Whether the buyer's data may be shown. */
  readonly showsBuyers: boolean
}

export interface StoredEvent {
  readonly eventId: string
  readonly type: string
  readonly occurredAt: string
  readonly recordedAt: string
  /** It arrived with an operation of the store, and has the store's id. */
  readonly fromStore: boolean
}

export interface StoredDeliveryAttempt {
  readonly attemptId: string
  readonly eventId: string
  readonly type: string
  readonly endpoint: string
  readonly at: string
  readonly durationMs: number
  readonly status: number | null
  readonly error: string | null
}

export interface StoredDelivery {
  readonly deliveryId: string
  readonly eventId: string
  readonly type: string
  readonly endpoint: string
  readonly status: string
  readonly updatedAt: string
  readonly error: string | null
}

export interface StoredReport {
  readonly id: string
  readonly kind: "kitchen" | "aggregator" | "fiscal"
  readonly step: string
  readonly receivedAt: string
  /** The job's state, or the store's verdict. */
  readonly status: string
  readonly error: string | null
}

export interface StoredDocument {
  readonly record: FiscalRecord
  readonly submission: string
  readonly flag: string | null
}

export interface StoredLink {
  readonly attemptId: string
  readonly method: string
  readonly provider: string | null
  readonly status: string
  readonly amount: number
  readonly currencyCode: string
  readonly createdAt: string
  readonly updatedAt: string
  readonly paidAt: string | null
  readonly error: string | null
}

export interface StoredCommand {
  readonly seq: number
  readonly kind: string
  readonly at: string
  /** Null while it waits for the store to fetch it. */
  readonly offeredAt: string | null
}

export interface StoredDeadLetter {
  readonly key: string
  readonly kind: string
  readonly at: string
  readonly parkedAt: string
  readonly reason: string
  readonly settledHow: string | null
}
