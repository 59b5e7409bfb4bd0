/** Decides which printer takes a job over: the first of its own printer and that printer's backups that can print. */
import type { Database } from "better-sqlite3"
import { type Refusal, refuse } from "../../../protocol/refusals.ts"
import type { PrinterStatus, QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { BoxTx } from "../../storage/index.ts"
import { findPrinter, type PrinterSpec } from "../discovery/read-printer-spec.ts"
import { markAlerted, moveJob, waitingJobs } from "./job-routing-store.ts"
import { findJob, type PrintJobRow, toQueuedPrintJob } from "./print-jobs-store.ts"

/** A printer that cannot report its status may be able to print, which is better than one that reports that it cannot. */
const CAN_TAKE: readonly PrinterStatus["state"][] = ["ready", "unknown"]

interface FailoverDeps {
  readonly db: Database
  readonly clock: Clock
  readonly printers: readonly PrinterSpec[]
  stateOf(printerId: string): PrinterStatus["state"]
  /** Tells a printer's worker that it has a new job. */
  notify(printerId: string): void
  onChange(): void
}

/** Moves each job that waits at this printer. A job that no printer can print becomes an alert. Returns true where any was moved. */
export function moveWaitingJobs(printerId: string, deps: FailoverDeps): boolean {
  const { db, clock, printers } = deps
  let isAlerted = false
  let isMoved = false
  for (const job of waitingJobs(db, printerId)) {
    const to = candidatesFor(job, printers).find(({ id }) => CAN_TAKE.includes(deps.stateOf(id)))
    if (to === undefined) {
      isAlerted = markAlerted(db, job.jobId, clock.iso()) || isAlerted
      continue
    }
    if (!moveJob(db, job, { to: to.id, now: clock.iso() })) continue
    isMoved = true
    deps.notify(to.id)
  }
  if (isAlerted || isMoved) deps.onChange()
  return isMoved
}

/** The printer that the job was first meant for, then that printer's backups, without the printer where the job is. */
function candidatesFor(job: PrintJobRow, printers: readonly PrinterSpec[]): PrinterSpec[] {
  const first = findPrinter(printers, job.movedFrom ?? job.printerId)
  if (first === undefined) return []
  const backups = first.backups.flatMap((name) => findPrinter(printers, name) ?? [])
  return [first, ...backups].filter(({ id }) => id !== job.printerId)
}

/** A person moves one waiting job. */
export function moveJobTo(
  tx: BoxTx,
  { jobId, printerId }: { readonly jobId: string; readonly printerId: string },
  printers: readonly PrinterSpec[],
): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND"> {
  const row = findJob(tx.db, jobId)
  if (row === null) return refuse("NOT_FOUND", "there is no such print job")
  const to = findPrinter(printers, printerId)
  if (to === undefined) return refuse("NOT_FOUND", `there is no printer ${printerId}`)
  if (row.document === "drawer") return refuse("CONFLICT", "a drawer opens at its own printer")
  const isWaiting = (row.status === "queued" || row.status === "not_printed") && row.retry
  if (!isWaiting || (row.printerId !== to.id && !moveJob(tx.db, row, { to: to.id, now: tx.now }))) {
    return refuse("CONFLICT", `a job that is ${row.status} cannot go to another printer`, {
      data: { status: row.status },
    })
  }
  return toQueuedPrintJob(findJob(tx.db, jobId) as PrintJobRow)
}
