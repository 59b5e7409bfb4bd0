/** Which printer takes over when one cannot print: the first of its chain that can; where none can, people are told. */
import type { Database } from "better-sqlite3"
import { type Refusal, refuse } from "../../../protocol/refusals.ts"
import type { PrinterStatus, QueuedPrintJob } from "../../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { BoxTx } from "../../storage/index.ts"
import { findPrinter, type PrinterSpec } from "../discovery/read-printer-spec.ts"
import { markAlerted, moveJob, waitingJobs } from "./job-routing-store.ts"
import { findJob, type PrintJobRow, toQueuedPrintJob } from "./print-jobs-store.ts"

/** A printer that cannot tell how it is may print: better than one that says that it cannot. */
const CAN_TAKE: readonly PrinterStatus["state"][] = ["ready", "unknown"]

export interface ChainDeps {
  readonly db: Database
  readonly clock: Clock
  readonly printers: readonly PrinterSpec[]
  stateOf(printerId: string): PrinterStatus["state"]
  nudge(printerId: string): void
  readonly onChange?: () => void
}

export interface Chain {
  /** All papers that wait at this printer go to the first of their chains that can print; true where any went. */
  giveAway(printerId: string): boolean
}

export function createChain(deps: ChainDeps): Chain {
  const { db, clock, printers } = deps
  return {
    giveAway: (printerId) => {
      let news = false
      let moved = false
      for (const job of waitingJobs(db, printerId)) {
        const to = chainOf(job, printers).find(({ id }) => CAN_TAKE.includes(deps.stateOf(id)))
        if (to === undefined) {
          news = markAlerted(db, job.jobId, clock.iso()) || news
          continue
        }
        if (!moveJob(db, job, { to: to.id, now: clock.iso() })) continue
        moved = true
        deps.nudge(to.id)
      }
      if (news || moved) deps.onChange?.()
      return moved
    },
  }
}

/** Where it was to be printed at first, then that printer's backups; without the one where it is. */
function chainOf(job: PrintJobRow, printers: readonly PrinterSpec[]): PrinterSpec[] {
  const home = findPrinter(printers, job.movedFrom ?? job.printerId)
  if (home === undefined) return []
  const backups = home.backups.flatMap((name) => findPrinter(printers, name) ?? [])
  return [home, ...backups].filter(({ id }) => id !== job.printerId)
}

export function moveManually(
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
