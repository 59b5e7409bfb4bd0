/** A job of the box's print spool, as a screen shows it. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, Uuid } from "./scalars.ts"

export const PrintJobStatus = oneOf("queued", "sending", "printed", "not_printed", "unknown", "discarded")
export type PrintJobStatus = Static<typeof PrintJobStatus>

export const QueuedPrintJob = Type.Object({
  jobId: Uuid,
  printerId: Type.String(),
  /** Where it was to be printed, when another printer has taken it over. */
  movedFrom: nullable(Type.String()),
  document: Type.String(),
  title: Type.String(),
  status: PrintJobStatus,
  /** 0 for the original; a reprint counts up and says so on the paper. */
  copyNumber: Type.Integer({ minimum: 0 }),
  attempts: Type.Integer({ minimum: 0 }),
  reason: nullable(Type.String()),
  /** Nothing more happens to it by itself: a person says what is to be done. */
  asks: Type.Boolean(),
  /** Since when no printer of its chain can print it. */
  alertedAt: nullable(Instant),
  createdAt: Instant,
  updatedAt: Instant,
})
export type QueuedPrintJob = Static<typeof QueuedPrintJob>

export const PrinterStatus = Type.Object({
  printerId: Type.String(),
  state: oneOf("ready", "paper_out", "cover_open", "offline", "unknown"),
  queued: Type.Integer({ minimum: 0 }),
  unknownJobs: Type.Integer({ minimum: 0 }),
  at: nullable(Instant),
})
export type PrinterStatus = Static<typeof PrinterStatus>
