/** A report before its acceptance. Each kind fills the same fields, so that one function accepts all kinds. */
import type { Refusal } from "../../protocol/refusals.ts"
import type { CallbackKey } from "../../protocol/rules/queue/callback-key.ts"
import type { CallbackKind } from "../../protocol/shapes/callback.ts"
import type { ReportedOrder } from "../orders/index.ts"
import type { Done, Job } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"

export interface IncomingReport {
  readonly kind: CallbackKind
  /** At least one of the two; both must name the same order. */
  readonly orderId?: string | undefined
  readonly externalOrderId?: string | undefined
  /** The `eventId` must belong to an event that was emitted for the order. */
  readonly echoesEvent: boolean
  readonly eventId: string
  readonly key: CallbackKey
  readonly report: object
  /** Refuses the report, once its order is known. */
  refuse?(order: ReportedOrder, tx: TenantWrite): Refused | Promise<Refused>
  /** Runs in the transaction that accepts a new report. */
  onAccept?(tx: TenantWrite, orderId: string): Promise<void>
}

type Refused = Refusal<IntakeRefusal> | null

export type IntakeRefusal = "VALIDATION_ERROR" | "NOT_FOUND" | "CONFLICT" | "FORBIDDEN"

/** The body of a report's job. */
export interface CallbackJob<Report = unknown> {
  readonly orderId: string
  readonly eventId: string
  readonly report: Report
}

/** Applies reports in the transaction that accepts them, where that needs no waiting. Returns the results by job id; the other reports are queued. */
export type ImmediateWork<Report = unknown> = (
  tx: TenantWrite,
  jobs: readonly Job<CallbackJob<Report>>[],
) => Promise<ReadonlyMap<string, Done>>

/** The kind of a report's job in the queue. */
export const jobKindOf = (kind: CallbackKind): `callback.${CallbackKind}` => `callback.${kind}`
