/** A person's word on a job that the printer left open: it is on paper, print it again, or let it be. */
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
  put(tx: BoxTx, row: NewRow): QueuedPrintJob
}

/** What a person says of a job. `by` is who said it. */
export interface Answer {
  readonly jobId: string
  readonly as: "printed" | "reprint" | "discard"
  readonly by: string
}

/** Which answers fit which state: what is on its way cannot be spoken for, what is settled can only be printed again. */
const FITS: Readonly<Record<QueuedPrintJob["status"], readonly Answer["as"][]>> = {
  queued: ["discard"],
  sending: [],
  printed: ["reprint"],
  not_printed: ["discard", "reprint"],
  unknown: ["printed", "reprint", "discard"],
  discarded: [],
}

export function resolveJob(
  tx: BoxTx,
  answer: Answer,
  deps: ResolveDeps,
): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND"> {
  const row = findJob(tx.db, answer.jobId)
  if (row === null) return refuse("NOT_FOUND", "there is no such print job")
  if (!FITS[row.status].includes(answer.as)) {
    return refuse("CONFLICT", `a job that is ${row.status} cannot be resolved as ${answer.as}`, {
      data: { status: row.status },
    })
  }
  if (answer.as === "reprint") return printAgain(tx, row, { answer, deps })
  const status = answer.as === "printed" ? "printed" : "discarded"
  return ended(tx, row, { status, reason: `said_${answer.as}`, by: answer.by })
}

/** A new job and a new number on the paper; the old one stays in the list as what it was, or discarded where it was open. */
function printAgain(
  tx: BoxTx,
  row: PrintJobRow,
  { answer, deps }: { answer: Answer; deps: ResolveDeps },
): QueuedPrintJob {
  const wasOnPaper = row.status === "printed" || row.status === "unknown"
  const next = row.subjectKey === null ? 0 : Math.max(row.copyNumber + 1, countPrintedCopies(tx.db, row.subjectKey))
  if (row.status !== "printed") ended(tx, row, { status: "discarded", reason: "reprinted", by: answer.by })
  return deps.put(tx, {
    jobId: deps.ids.uuid(),
    printerId: row.movedFrom ?? row.printerId,
    document: row.document,
    title: row.title,
    subjectKey: row.subjectKey,
    copyNumber: wasOnPaper && row.document !== "drawer" ? next : row.copyNumber,
    copies: row.status === "printed" ? 1 : Math.max(1, row.copies - row.copiesPrinted),
    body: row.body,
    expiresAt: row.expiresAt === null ? null : laterBy(tx.now, row),
  })
}

function laterBy(now: string, row: PrintJobRow): string {
  const allowed = Date.parse(row.expiresAt ?? row.createdAt) - Date.parse(row.createdAt)
  return new Date(Date.parse(now) + allowed).toISOString()
}

function ended(
  tx: BoxTx,
  row: PrintJobRow,
  { status, reason, by }: { status: "printed" | "discarded"; reason: string; by: string },
): QueuedPrintJob {
  // Who says that it is on paper says that the printer holds nothing of it any more.
  markEnded(tx.db, row.jobId, { status, reason, resolvedBy: by, now: tx.now, torn: row.torn && status !== "printed" })
  return toQueuedPrintJob(findJob(tx.db, row.jobId) as PrintJobRow)
}
