/** A job of the box's print queue, and a printer's status, as screens show them. */
import Type, { type Static } from "typebox"
import { Instant, nullable, oneOf, Uuid } from "./scalars.ts"

export const PrintJobStatus = oneOf("queued", "sending", "printed", "not_printed", "unknown", "discarded")
export type PrintJobStatus = Static<typeof PrintJobStatus>

export const QueuedPrintJob = Type.Object({
  jobId: Uuid,
  printerId: Type.String(),
  /** The original printer, if another one has taken the job over. */
  movedFrom: nullable(Type.String()),
  document: Type.String(),
  title: Type.String(),
  status: PrintJobStatus,
  /** 0 for the original, 1 for the first reprint and so on; printed on the paper. */
  copyNumber: Type.Integer({ minimum: 0 }),
  attempts: Type.Integer({ minimum: 0 }),
  reason: nullable(Type.String()),
  /** The job waits for a person's decision. */
  asks: Type.Boolean(),
  /** When it became clear that neither its printer nor a backup can print it. */
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
