/** The print room: puts papers and drawer pulses on the spool inside the caller's transaction, and runs a worker per printer. */
import type { Database } from "better-sqlite3"
import { canonicalJson } from "../../protocol/print/sha256.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import type { DrawerJob, PrintJob } from "../../protocol/shapes/print-job.ts"
import type { PrinterStatus, QueuedPrintJob } from "../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { BoxTx } from "../storage/index.ts"
import { followIdentity } from "./discovery/follow-identity.ts"
import { type Address, findPrinter, type PrinterSpec } from "./discovery/read-printer-spec.ts"
import type { PageName } from "./encoding/printer-profiles.ts"
import { createChain, moveManually } from "./queue/failover.ts"
import { expiryOf } from "./queue/job-expiry.ts"
import { alertedJobs } from "./queue/job-routing-store.ts"
import {
  countPrintedCopies,
  findJob,
  insertJob,
  listJobs,
  type PrintJobRow,
  recoverJobs,
  toQueuedPrintJob,
} from "./queue/print-jobs-store.ts"
import { createPruning } from "./queue/prune-jobs.ts"
import { type Answer, resolveJob } from "./queue/resolve-job.ts"
import type { PrinterReply } from "./session/printer-link.ts"
import type { OpenLink } from "./transport/transport.ts"
import { createPrinterWorker, type PrinterWorker } from "./worker/printer-worker.ts"
import { PRINT_TIMEOUTS, type PrintTimeouts } from "./worker/timeouts.ts"

/** After this nobody stands before the drawer any more. */
const DRAWER_TTL_MS = 15_000
const PULSE = { pin: 0, onMs: 120, offMs: 240 } as const

export interface PrintingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: { uuid(): string }
  /** The first is the one that papers and drawers go to unless another is named. */
  readonly printers: readonly PrinterSpec[]
  /** Language of what the room itself writes on paper. */
  locale(): string
  /** The code page that a printer keeps to, null for none; left out: as its SPEC says. */
  readonly pageOf?: (spec: PrinterSpec) => PageName | null
  /** Something that `list` or `status` show has changed. */
  readonly onChange?: () => void
  readonly patience?: Partial<PrintTimeouts>
  /** Stands between the workers and the wires: where a test looks at every step. */
  readonly transport?: (address: Address) => OpenLink
}

export interface DocumentOrder {
  readonly job: PrintJob
  /** What a screen calls it: "Day close 2026-11-21". */
  readonly title: string
  readonly printerId?: string | undefined
  /** What the spool calls a paper that no template is for; left out: the job's own document. */
  readonly kind?: "setup_claim" | "setup_certificate" | undefined
}

/** What other rooms see of the drawer: asking never fails and never waits; without a printer there is nothing to open. */
export interface Drawer {
  /** The job's id; null where there is no printer, and so no drawer. */
  open(tx: BoxTx, request: { readonly reason: string; readonly by: string | null }): string | null
}

export interface Printing {
  /** Takes up what a crash left behind, then starts the workers. */
  start(): void
  stop(): Promise<void>
  /** On the spool when the caller's transaction is; the worker hears of it after the commit. The same `jobId` twice is one job. */
  enqueue(tx: BoxTx, order: DocumentOrder): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  resolve(tx: BoxTx, answer: Answer): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  /** A person sends a job that waits to another printer. */
  move(
    tx: BoxTx,
    wish: { readonly jobId: string; readonly printerId: string },
  ): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  /** What people have to know of, with the text of each paper: what nobody can print, and what asks. */
  alerts(): PrintAlert[]
  readonly drawer: Drawer
  list(): QueuedPrintJob[]
  find(jobId: string): QueuedPrintJob | null
  /** What is printed, null where there is no such job. */
  bodyOf(jobId: string): PrintJob | DrawerJob | null
  status(): PrinterStatus[]
  /** What each printer has sent last, as it came: for support. */
  heard(): { readonly printerId: string; readonly heard: PrinterReply | null }[]
  /** Wakes all workers; never needed after `enqueue`, harmless at any time. */
  nudge(): void
  readonly printers: readonly PrinterSpec[]
}

export interface PrintAlert {
  readonly job: QueuedPrintJob
  /** The paper as text, so that a screen can stand in for it. */
  readonly text: string
}

export function createPrinting(deps: PrintingDeps): Printing {
  const { db, clock, printers } = deps
  const workers = new Map<string, PrinterWorker>()
  const chain = createChain({
    ...deps,
    stateOf: (id) => workers.get(id)?.status().state ?? "offline",
    nudge: (id) => workers.get(id)?.nudge(),
  })
  for (const spec of printers) workers.set(spec.id, workerFor(spec, deps, chain.giveAway))
  const pruning = createPruning(db, clock)
  const nudgeAfter = (tx: BoxTx, printerId: string) => tx.afterCommit(() => workers.get(printerId)?.nudge())
  const put = (tx: BoxTx, row: Parameters<typeof insertJob>[1]): QueuedPrintJob => {
    insertJob(tx.db, row, tx.now)
    nudgeAfter(tx, row.printerId)
    return toQueuedPrintJob(findJob(tx.db, row.jobId) as PrintJobRow)
  }
  return {
    printers,
    start: () => {
      recoverJobs(db, clock.iso())
      for (const worker of workers.values()) worker.start()
      pruning.start()
    },
    stop: async () => {
      pruning.stop()
      await Promise.all([...workers.values()].map((worker) => worker.stop()))
    },
    enqueue: (tx, order) => {
      const printer = order.printerId === undefined ? printers[0] : findPrinter(printers, order.printerId)
      if (printer === undefined) {
        if (order.printerId === undefined) return refuse("CONFLICT", "this box has no printer")
        return refuse("NOT_FOUND", `there is no printer ${order.printerId}`)
      }
      return put(tx, paperRow(tx, order, printer))
    },
    resolve: (tx, answer) => resolveJob(tx, answer, { ids: deps.ids, put }),
    move: (tx, wish) => {
      const moved = moveManually(tx, wish, printers)
      if (!isRefusal(moved)) nudgeAfter(tx, moved.printerId)
      return moved
    },
    alerts: () =>
      alertedJobs(db).map((row) => ({
        job: toQueuedPrintJob(row),
        text: row.body.document === "drawer" ? "" : row.body.paper.plainText,
      })),
    drawer: {
      open: (tx, request) => {
        const printer = printers[0]
        return printer === undefined ? null : put(tx, drawerRow(tx, request, { printer, jobId: deps.ids.uuid() })).jobId
      },
    },
    list: () => listJobs(db),
    find: (jobId) => {
      const row = findJob(db, jobId)
      return row === null ? null : toQueuedPrintJob(row)
    },
    bodyOf: (jobId) => findJob(db, jobId)?.body ?? null,
    status: () => [...workers.values()].map((worker) => worker.status()),
    heard: () => [...workers].map(([printerId, worker]) => ({ printerId, heard: worker.heard() })),
    nudge: () => {
      for (const worker of workers.values()) worker.nudge()
    },
  }
}

function workerFor(spec: PrinterSpec, deps: PrintingDeps, giveAway: (printerId: string) => boolean) {
  const isPrinter = (id: string) => deps.printers.some((printer) => printer.id === id)
  return createPrinterWorker({
    db: deps.db,
    clock: deps.clock,
    spec,
    open: deps.transport?.(spec.address) ?? followIdentity({ ...deps, spec, isPrinter }),
    nameOf: (id) => findPrinter(deps.printers, id)?.name ?? id,
    giveAway,
    patience: { ...PRINT_TIMEOUTS, ...deps.patience },
    pageOf: deps.pageOf ?? ((printer) => printer.codepage),
    locale: deps.locale,
    onChange: deps.onChange ?? (() => undefined),
  })
}

function paperRow(tx: BoxTx, order: DocumentOrder, printer: PrinterSpec) {
  const { job } = order
  const kind = order.kind ?? job.document
  const subjectKey = canonicalJson([job.document, job.subject])
  return {
    jobId: job.jobId,
    printerId: printer.id,
    document: kind,
    title: order.title,
    subjectKey,
    // A page about the printer or the box itself is a new one each time.
    copyNumber:
      job.document === "test_page" || job.document === "code_pages" ? 0 : countPrintedCopies(tx.db, subjectKey),
    copies: job.paper.copies,
    body: job,
    expiresAt: expiryOf(kind, tx.now),
  }
}

function drawerRow(
  tx: BoxTx,
  request: { readonly reason: string; readonly by: string | null },
  { printer, jobId }: { printer: PrinterSpec; jobId: string },
) {
  const body: DrawerJob = {
    contract: "drawer.v1",
    jobId,
    document: "drawer",
    reason: request.reason,
    operatorUid: request.by,
    pulse: { ...PULSE },
  }
  return {
    jobId,
    printerId: printer.id,
    document: "drawer",
    title: request.reason,
    subjectKey: null,
    copyNumber: 0,
    copies: 1,
    body,
    expiresAt: new Date(Date.parse(tx.now) + DRAWER_TTL_MS).toISOString(),
  }
}
