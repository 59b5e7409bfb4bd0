/** A person resolves a job that the printer left open: it is on paper, print it again, or discard it. */
import { type Refusal, refuse } from "../../../protocol/refusals.ts"
import type { QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import type { BoxTx } from "../../storage/index.ts"
import {
  countPrintedCopies,
  findJob,
  markEnded,
  type NewRow,
  type PrintJobRow,
  toQueuedPrintJob,
} from "./print-jobs-store.ts"

interface ResolveDeps {
  readonly ids: { uuid(): string }
  /** Inserts a job and notifies its printer's worker after the commit. */
  insert(tx: BoxTx, row: NewRow): QueuedPrintJob
}

export interface JobResolution {
  readonly jobId: string
  readonly as: "printed" | "reprint" | "discard"
  readonly by: string
}

/** Nobody can resolve a job while it is being sent. A settled one can only be printed again. */
const ALLOWED: Readonly<Record<QueuedPrintJob["status"], readonly JobResolution["as"][]>> = {
  queued: ["discard"],
  sending: [],
  printed: ["reprint"],
  not_printed: ["discard", "reprint"],
  unknown: ["printed", "reprint", "discard"],
  discarded: [],
}

export function resolveJob(
  tx: BoxTx,
  resolution: JobResolution,
  deps: ResolveDeps,
): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND"> {
  const { as, by } = resolution
  const row = findJob(tx.db, resolution.jobId)
  if (row === null) return refuse("NOT_FOUND", "there is no such print job")
  if (!ALLOWED[row.status].includes(as)) {
    return refuse("CONFLICT", `a job that is ${row.status} cannot be resolved as ${as}`, {
      data: { status: row.status },
    })
  }
  if (as === "reprint") return reprint(tx, row, { by, deps })
  const status = as === "printed" ? "printed" : "discarded"
  return endJob(tx, row, { status, reason: `said_${as}`, by })
}

/** Inserts a new job with the next copy number. The old one stays as it is, or is discarded where it was still open. */
function reprint(tx: BoxTx, row: PrintJobRow, { by, deps }: { by: string; deps: ResolveDeps }): QueuedPrintJob {
  const wasOnPaper = row.status === "printed" || row.status === "unknown"
  const next = row.subjectKey === null ? 0 : Math.max(row.copyNumber + 1, countPrintedCopies(tx.db, row.subjectKey))
  if (row.status !== "printed") endJob(tx, row, { status: "discarded", reason: "reprinted", by })
  return deps.insert(tx, {
    jobId: deps.ids.uuid(),
    printerId: row.movedFrom ?? row.printerId,
    document: row.document,
    title: row.title,
    subjectKey: row.subjectKey,
    copyNumber: wasOnPaper && row.document !== "drawer" ? next : row.copyNumber,
    copies: row.status === "printed" ? 1 : Math.max(1, row.copies - row.copiesPrinted),
    body: row.body,
    expiresAt: row.expiresAt === null ? null : expiryFrom(tx.now, row),
  })
}

/** The reprint lives as long as the first print did. */
function expiryFrom(now: string, row: PrintJobRow): string {
  const timeToLiveMs = Date.parse(row.expiresAt ?? row.createdAt) - Date.parse(row.createdAt)
  return new Date(Date.parse(now) + timeToLiveMs).toISOString()
}

function endJob(
  tx: BoxTx,
  row: PrintJobRow,
  { status, reason, by }: { status: "printed" | "discarded"; reason: string; by: string },
): QueuedPrintJob {
  // A job that is on paper has left nothing in the printer.
  markEnded(tx.db, row.jobId, { status, reason, resolvedBy: by, now: tx.now, torn: row.torn && status !== "printed" })
  return toQueuedPrintJob(findJob(tx.db, row.jobId) as PrintJobRow)
}
