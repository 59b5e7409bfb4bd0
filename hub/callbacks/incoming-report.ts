/** A report on its way in: what each of its kind says of itself, so that acceptance is one for all. */
import type { Refusal } from "../../protocol/refusals.ts"
import type { CallbackKey } from "../../protocol/rules/queue/callback-key.ts"
import type { CallbackKind } from "../../protocol/shapes/callback.ts"
import type { ReportedOrder } from "../orders/index.ts"
import type { Done, Job } from "../queue/index.ts"
import type { TenantWrite } from "../storage/index.ts"

export interface IncomingReport {
  readonly kind: CallbackKind
  /** One of the two at least; both must mean one order. */
  readonly orderId?: string | undefined
  readonly externalOrderId?: string | undefined
  /** Its `eventId` must be of an event that was emitted for the order. */
  readonly echoesEvent: boolean
  readonly eventId: string
  readonly key: CallbackKey
  readonly report: object
  /** What speaks against it, once its order is known. */
  refuse?(order: ReportedOrder, tx: TenantWrite): Refused | Promise<Refused>
  /** Written with the acceptance of a new one. */
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

/** The ends of those reports that nobody has to be waited for, by the ids of their jobs, in the transaction that accepts them; the others are queued. */
export type ImmediateWork<Report = unknown> = (
  tx: TenantWrite,
  jobs: readonly Job<CallbackJob<Report>>[],
) => Promise<ReadonlyMap<string, Done>>

/** The kind of a report's job in the queue. */
export const jobKindOf = (kind: CallbackKind): `callback.${CallbackKind}` => `callback.${kind}`
