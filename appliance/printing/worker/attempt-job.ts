/** One attempt to print a job: encodes it, sends each copy, and saves what the printer confirmed. */
import type { Database } from "better-sqlite3"
import { pad, wrap } from "../../../protocol/print/fit.ts"
import { printableText } from "../../../protocol/print/printable-text.ts"
import type { PaperWidth, PrintLine } from "../../../protocol/shapes/print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import { type Encoded, encodeDocument, encodeDrawer } from "../encoding/encode.ts"
import { fitNarrower } from "../encoding/fit-narrower.ts"
import type { PageName } from "../encoding/printer-profiles.ts"
import { fillerAfter, tornDocumentSlip } from "../encoding/resync.ts"
import { clearTorn, tornDocuments } from "../queue/job-routing-store.ts"
import {
  type JobResult,
  markBytesLeft,
  markCopyPrinted,
  markEnded,
  markSending,
  markWaiting,
  type PrintJobRow,
} from "../queue/print-jobs-store.ts"
import { obstacleOf, type PrinterSession } from "../session/printer-session.ts"
import type { PrintTimeouts } from "./timeouts.ts"

const TOKEN_LENGTH = 4
const REPRINT: Readonly<Record<string, string>> = {
  es: "REIMPRESIÓN - COPIA",
  pt: "REIMPRESSÃO - CÓPIA",
  en: "REPRINT - COPY",
}
const INSTEAD_OF: Readonly<Record<string, string>> = { es: "EN LUGAR DE", pt: "NO LUGAR DE", en: "INSTEAD OF" }

export interface AttemptDeps {
  readonly db: Database
  readonly clock: Clock
  readonly spec: PrinterSpec
  /** The code page that the printer uses now; null where each document chooses. */
  pageOf(spec: PrinterSpec): PageName | null
  readonly timeouts: PrintTimeouts
  /** The language of banners and slips. */
  locale(): string
  /** The name that people gave to a printer. */
  nameOf(printerId: string): string
  /** Moves all jobs that wait at a printer to one of its backups; true where any was moved. */
  moveWaitingJobs(printerId: string): boolean
  /** Called when something that a screen shows has changed. */
  onChange(): void
}

export interface AttemptContext {
  readonly session: PrinterSession
  readonly deps: AttemptDeps
  /** Since when this printer has been unable to print. */
  readonly blocked: { sinceMs: number | null }
  /** Repeats a write until the disk takes it. */
  save<T>(write: () => T): Promise<T>
}

/** Returns true when the worker may take the next job at once. A disk error throws while no byte has left; later the write is repeated. */
export async function attemptJob(job: PrintJobRow, context: AttemptContext): Promise<boolean> {
  const { session, deps, save } = context
  // The printer answers while its bytes are encoded.
  const querying = session.queryStatus()
  const encoded = encodeJob(job, deps)
  if (!encoded.ok) {
    // Saved before the await: during it somebody may discard the job or move it to another printer.
    try {
      endJob(job, { status: "not_printed", reason: encoded.reason, retry: false }, deps)
    } finally {
      await querying
    }
    return true
  }
  const flags = await querying
  const obstacle = flags === null ? "offline" : obstacleOf(flags)
  if (obstacle !== null) return markBlocked(job, obstacle, context)
  context.blocked.sinceMs = null
  // The job may have expired while the printer was answering.
  if (isExpired(job, deps)) return true
  const torn = tornDocuments(deps.db, deps.spec.id)
  const bytesLeft = torn.length === 0
  if (!markSending(deps.db, job, { now: deps.clock.iso(), bytesLeft })) return true
  deps.onChange()
  if (!(await resync(job, torn, context))) return save(() => markBlocked(job, "offline", context))
  const result = await sendCopies({ ...job, bytesLeft }, encoded.bytes, context)
  await save(() => endJob(job, result, deps))
  if (result.torn === true) await session.close()
  return true
}

function endJob(job: PrintJobRow, result: JobResult, { db, clock, onChange }: AttemptDeps): void {
  markEnded(db, job.jobId, { ...result, now: clock.iso() })
  onChange()
}

/** The job waits. After `failoverMs`, a backup takes all jobs that wait at this printer. */
function markBlocked(job: PrintJobRow, obstacle: string, { deps, blocked }: AttemptContext): boolean {
  const now = deps.clock.ms()
  blocked.sinceMs = Math.min(blocked.sinceMs ?? now, now)
  if (job.status !== "not_printed" || job.reason !== obstacle) {
    markWaiting(deps.db, job, { reason: obstacle, now: deps.clock.iso() })
    deps.onChange()
  }
  return now - blocked.sinceMs >= deps.timeouts.failoverMs && deps.moveWaitingJobs(deps.spec.id)
}

/** Clears the printer of a torn document before the next job. Returns false where the bytes did not leave. */
async function resync(
  job: PrintJobRow,
  torn: ReturnType<typeof tornDocuments>,
  { session, deps, save }: AttemptContext,
): Promise<boolean> {
  if (torn.length === 0) return true
  const { db, spec, locale } = deps
  const bodies = torn.map(({ body }) => body)
  try {
    await session.send(fillerAfter(bodies, spec.profile))
    // The slip is left for the next document: the drawer must open at once.
    if (job.document === "drawer") return true
    await session.send(tornDocumentSlip(locale(), spec))
  } catch {
    return false
  }
  await save(() => clearTorn(db, spec.id))
  return true
}

/** Each copy is sent and confirmed alone, so that a failure at the third does not print the first two again. */
async function sendCopies(
  job: PrintJobRow,
  bytes: Uint8Array,
  { session, deps, save }: AttemptContext,
): Promise<JobResult> {
  let remark: string | null = null
  for (let copy = job.copiesPrinted; copy < job.copies; copy++) {
    // `markSending` may have marked the first copy already.
    if (copy > job.copiesPrinted || !job.bytesLeft) {
      await save(() => markBytesLeft(deps.db, job.jobId, deps.clock.iso()))
    }
    const isDrawer = job.body.document === "drawer"
    const result = await session.deliver(bytes, isDrawer ? "drawer" : { token: tokenOf(job, copy) })
    if (result.kind === "unsure") return { status: "unknown", reason: result.reason, torn: result.torn }
    remark = result.remark ?? remark
    await save(() => markCopyPrinted(deps.db, job.jobId, deps.clock.iso()))
  }
  return { status: "printed", reason: remark }
}

/** The bytes of one copy, or a reason that no retry can change. */
function encodeJob(job: PrintJobRow, deps: AttemptDeps): Encoded {
  if (isExpired(job, deps)) return { ok: false, reason: "too_late" }
  const { body } = job
  const { profile } = deps.spec
  if (body.document === "drawer") {
    const bytes = encodeDrawer(body.pulse, profile)
    return bytes === null
      ? { ok: false, reason: "unprintable drawer: this model opens none" }
      : { ok: true, bytes, page: profile.pages[0] ?? "cp858" }
  }
  const width = Math.min(body.paper.width, deps.spec.width) as PaperWidth
  const lines = width < body.paper.width ? fitNarrower(body.paper.lines, width) : body.paper.lines
  const banner = [...movedBanner(job, width, deps), ...copyBanner(job, width, deps)]
  return encodeDocument([...banner, ...lines], { profile, codepage: deps.pageOf(deps.spec), width })
}

/** Whoever finds the document at this printer reads at which one it belongs. */
function movedBanner({ movedFrom }: PrintJobRow, width: PaperWidth, deps: AttemptDeps): PrintLine[] {
  if (movedFrom === null) return []
  const locale = deps.locale()
  const printer = printableText(deps.nameOf(movedFrom), { locale })
  const words = INSTEAD_OF[locale.slice(0, 2)] ?? INSTEAD_OF.es
  return wrap(`>>> ${words}: ${printer}`, width).map((s) => ({ t: "text", s, bold: true }))
}

/** A reprint carries its number, so that nobody cooks a ticket twice. */
function copyBanner({ copyNumber }: PrintJobRow, width: PaperWidth, deps: AttemptDeps): PrintLine[] {
  if (copyNumber === 0) return []
  const words = `*** ${REPRINT[deps.locale().slice(0, 2)] ?? REPRINT.es} ${copyNumber} ***`
  return [{ t: "text", s: pad(words, width, "center").trimEnd(), bold: true }]
}

function isExpired({ expiresAt }: PrintJobRow, { clock }: AttemptDeps): boolean {
  return expiresAt !== null && expiresAt <= clock.iso()
}

/** Four printable characters that the printer returns: the end of the job's id and the copy. */
function tokenOf(job: PrintJobRow, copy: number): string {
  return `${job.jobId.slice(-TOKEN_LENGTH + 1)}${copy % 10}`.padStart(TOKEN_LENGTH, "0").slice(-TOKEN_LENGTH)
}
