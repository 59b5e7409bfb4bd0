/** Printing of the box: puts documents and drawer pulses into the print queue and runs a worker per printer. */
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
import { moveJobTo, moveWaitingJobs } from "./queue/failover.ts"
import { alertedJobs } from "./queue/job-routing-store.ts"
import {
  countPrintedCopies,
  findJob,
  insertJob,
  listJobs,
  type NewRow,
  type PrintJobRow,
  recoverJobs,
  toQueuedPrintJob,
} from "./queue/print-jobs-store.ts"
import { createPruning } from "./queue/prune-jobs.ts"
import { type JobResolution, resolveJob } from "./queue/resolve-job.ts"
import type { PrinterReply } from "./session/printer-session.ts"
import type { OpenLink } from "./transport/transport.ts"
import { createPrinterWorker, type PrinterWorker } from "./worker/printer-worker.ts"
import { PRINT_TIMEOUTS, type PrintTimeouts } from "./worker/timeouts.ts"

/** A drawer that opens later than this opens when nobody stands before it. */
const DRAWER_TTL_MS = 15_000
const MINUTE_MS = 60_000
const TIME_TO_LIVE_DEFAULT_MS = 120 * MINUTE_MS

/**
 * How long a document may wait for its printer. After that only a person prints it, because the kitchen would cook last night's
 * ticket again. Null: it prints whenever the printer is back.
 */
const TIME_TO_LIVE_MS: Readonly<Record<string, number | null>> = {
  kitchen_ticket: 30 * MINUTE_MS,
  cancellation_slip: 30 * MINUTE_MS,
  refund_slip: 120 * MINUTE_MS,
  kiosk_locator: 10 * MINUTE_MS,
  receipt: 120 * MINUTE_MS,
  test_page: 10 * MINUTE_MS,
  code_pages: 10 * MINUTE_MS,
  setup_claim: 10 * MINUTE_MS,
  setup_certificate: 10 * MINUTE_MS,
  // The day's figures and a cashier's count are needed, however late.
  day_close: null,
  shift_slip: null,
}
const PULSE = { pin: 0, onMs: 120, offMs: 240 } as const

export interface PrintingDeps {
  readonly db: Database
  readonly clock: Clock
  readonly ids: { uuid(): string }
  /** Documents and drawers go to the first one unless another is named. */
  readonly printers: readonly PrinterSpec[]
  /** The language of banners and slips that the box adds itself. */
  locale(): string
  /** The code page that a printer uses, null where each document chooses. By default its SPEC says. */
  readonly pageOf?: (spec: PrinterSpec) => PageName | null
  /** Called when something that `list` or `status` show has changed. */
  readonly onChange?: () => void
  readonly timeouts?: Partial<PrintTimeouts>
  /** Replaces the connection to the printers; tests use it to watch or break each step. */
  readonly transport?: (address: Address) => OpenLink
}

export interface EnqueueInput {
  readonly job: PrintJob
  /** The name on screens: "Day close 2026-11-21". */
  readonly title: string
  readonly printerId?: string | undefined
  /** The queue's name for a document that has no template. By default the job's own document. */
  readonly kind?: "setup_claim" | "setup_certificate" | undefined
}

export interface Drawer {
  /** Returns the job's id, or null where there is no printer, or one that opens no drawer. Never waits for the printer. */
  open(tx: BoxTx, request: DrawerRequest): string | null
}

interface DrawerRequest {
  readonly reason: string
  readonly by: string | null
}

export interface Printing {
  /** Recovers the jobs that a crash interrupted, then starts the workers. */
  start(): void
  stop(): Promise<void>
  /** Writes a row in the caller's transaction and notifies the worker after the commit. The same `jobId` twice is one job. */
  enqueue(tx: BoxTx, input: EnqueueInput): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  resolve(tx: BoxTx, resolution: JobResolution): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  /** A person moves a waiting job to another printer. */
  move(
    tx: BoxTx,
    input: { readonly jobId: string; readonly printerId: string },
  ): QueuedPrintJob | Refusal<"CONFLICT" | "NOT_FOUND">
  /** Jobs that need a person: no printer can print them, or the outcome is unknown. */
  alerts(): PrintAlert[]
  readonly drawer: Drawer
  list(): QueuedPrintJob[]
  find(jobId: string): QueuedPrintJob | null
  /** What a job prints; null where there is no such job. */
  bodyOf(jobId: string): PrintJob | DrawerJob | null
  status(): PrinterStatus[]
  /** The last bytes that each printer sent. `heard` is the field's name in support bundles. */
  lastReplies(): { readonly printerId: string; readonly heard: PrinterReply | null }[]
  /** Makes all workers look for work. `enqueue` does so itself. */
  notify(): void
  readonly printers: readonly PrinterSpec[]
}

export interface PrintAlert {
  readonly job: QueuedPrintJob
  /** The document as text, so that a screen can replace the paper. */
  readonly text: string
}

export function createPrinting(deps: PrintingDeps): Printing {
  const { db, clock, printers } = deps
  const workers = createWorkers(deps)
  const pruning = createPruning(db, clock)
  const queue = createQueueWriter(deps, workers)
  return {
    ...queue,
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
    alerts: () =>
      alertedJobs(db).map((row) => ({
        job: toQueuedPrintJob(row),
        text: row.body.document === "drawer" ? "" : row.body.paper.plainText,
      })),
    list: () => listJobs(db),
    find: (jobId) => {
      const row = findJob(db, jobId)
      return row === null ? null : toQueuedPrintJob(row)
    },
    bodyOf: (jobId) => findJob(db, jobId)?.body ?? null,
    status: () => [...workers.values()].map((worker) => worker.status()),
    lastReplies: () => [...workers].map(([printerId, worker]) => ({ printerId, heard: worker.lastReply() })),
    notify: () => {
      for (const worker of workers.values()) worker.notify()
    },
  }
}

/** The part of printing that writes rows in the caller's transaction. */
function createQueueWriter(
  { ids, printers }: PrintingDeps,
  workers: ReadonlyMap<string, PrinterWorker>,
): Pick<Printing, "enqueue" | "resolve" | "move" | "drawer"> {
  const notifyAfterCommit = (tx: BoxTx, printerId: string) => tx.afterCommit(() => workers.get(printerId)?.notify())
  const insert = (tx: BoxTx, row: NewRow): QueuedPrintJob => {
    insertJob(tx.db, row, tx.now)
    notifyAfterCommit(tx, row.printerId)
    return toQueuedPrintJob(findJob(tx.db, row.jobId) as PrintJobRow)
  }
  return {
    enqueue: (tx, input) => {
      const { printerId } = input
      const printer = printerId === undefined ? printers[0] : findPrinter(printers, printerId)
      if (printer !== undefined) return insert(tx, documentRow(tx, input, printer))
      if (printerId === undefined) return refuse("CONFLICT", "this box has no printer")
      return refuse("NOT_FOUND", `there is no printer ${printerId}`)
    },
    resolve: (tx, resolution) => resolveJob(tx, resolution, { ids, insert }),
    move: (tx, input) => {
      const moved = moveJobTo(tx, input, printers)
      if (!isRefusal(moved)) notifyAfterCommit(tx, moved.printerId)
      return moved
    },
    drawer: {
      open: (tx, request) => {
        const printer = printers[0]
        const hasDrawer = printer !== undefined && printer.profile.commands.drawer !== null
        return !hasDrawer ? null : insert(tx, drawerRow(tx, request, { printer, jobId: ids.uuid() })).jobId
      },
    },
  }
}

function createWorkers(deps: PrintingDeps): ReadonlyMap<string, PrinterWorker> {
  const { db, clock, printers } = deps
  const workers = new Map<string, PrinterWorker>()
  const onChange = deps.onChange ?? (() => undefined)
  const failover = {
    ...{ db, clock, printers, onChange },
    stateOf: (id: string) => workers.get(id)?.status().state ?? "offline",
    notify: (id: string) => workers.get(id)?.notify(),
  }
  const isPrinter = (id: string) => printers.some((printer) => printer.id === id)
  for (const spec of printers) {
    const worker = createPrinterWorker({
      ...{ db, clock, spec, onChange },
      open: deps.transport?.(spec.address) ?? followIdentity({ db, clock, spec, isPrinter }),
      nameOf: (id) => findPrinter(printers, id)?.name ?? id,
      moveWaitingJobs: (printerId) => moveWaitingJobs(printerId, failover),
      timeouts: { ...PRINT_TIMEOUTS, ...deps.timeouts },
      pageOf: deps.pageOf ?? ((printer) => printer.codepage),
      locale: deps.locale,
    })
    workers.set(spec.id, worker)
  }
  return workers
}

function documentRow(tx: BoxTx, input: EnqueueInput, printer: PrinterSpec): NewRow {
  const { job } = input
  const kind = input.kind ?? job.document
  const subjectKey = canonicalJson([job.document, job.subject])
  // A page about the printer itself is never a copy of an earlier one.
  const isAboutPrinter = job.document === "test_page" || job.document === "code_pages"
  return {
    jobId: job.jobId,
    printerId: printer.id,
    document: kind,
    title: input.title,
    subjectKey,
    copyNumber: isAboutPrinter ? 0 : countPrintedCopies(tx.db, subjectKey),
    copies: job.paper.copies,
    body: job,
    expiresAt: expiryOf(kind, tx.now),
  }
}

function drawerRow(
  tx: BoxTx,
  request: DrawerRequest,
  { printer, jobId }: { printer: PrinterSpec; jobId: string },
): NewRow {
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

function expiryOf(document: string, now: string): string | null {
  const lives = document in TIME_TO_LIVE_MS ? TIME_TO_LIVE_MS[document] : TIME_TO_LIVE_DEFAULT_MS
  return lives === null || lives === undefined ? null : new Date(Date.parse(now) + lives).toISOString()
}
