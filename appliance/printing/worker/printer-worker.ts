/** The one worker of a printer: takes its jobs in order, holds the link, knows how the printer is. Nobody waits for it. */
import type { Database } from "better-sqlite3"
import type { PaperWidth } from "../../../protocol/shapes/print-job.ts"
import type { PrinterStatus } from "../../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import { isDiskError } from "../../storage/index.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import { type Encoded, encodeDocument, encodeDrawer } from "../encoding/encode.ts"
import { fitNarrower } from "../encoding/fit-narrower.ts"
import type { PageName } from "../encoding/printer-profiles.ts"
import { forgetTorn, tornDocuments } from "../queue/job-routing-store.ts"
import {
  countWaiting,
  type JobResult,
  markBytesLeft,
  markCopyPrinted,
  markEnded,
  markSending,
  markWaiting,
  nextJob,
  type PrintJobRow,
} from "../queue/print-jobs-store.ts"
import type { Conversation } from "../session/conversation.ts"
import { createPrinterLink, obstacleOf, type PrinterLink, type PrinterReply } from "../session/printer-link.ts"
import { fillerAfter, tornPaperSlip } from "../session/resync.ts"
import type { OpenLink } from "../transport/transport.ts"
import { copyBanner, movedBanner } from "./reprint-banner.ts"
import type { PrintTimeouts } from "./timeouts.ts"
import { createWakeSignal } from "./wake-signal.ts"

const RETRY_MS = [500, 1000, 2000, 5000, 10_000] as const
const LOOK_EVERY_MS = 15_000
const STOP_GRACE_MS = 3000
const TOKEN_LENGTH = 4

export interface WorkerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly spec: PrinterSpec
  /** The code page that it keeps to now. */
  pageOf(spec: PrinterSpec): PageName | null
  readonly open: OpenLink
  readonly patience: PrintTimeouts
  /** Language of the banner on a copy. */
  locale(): string
  /** What people call a printer. */
  nameOf(printerId: string): string
  /** Another printer takes over what waits at this one; true where one has. */
  giveAway(printerId: string): boolean
  /** Something that a screen shows has changed. */
  onChange(): void
}

export interface PrinterWorker {
  start(): void
  stop(): Promise<void>
  /** New work may be there. */
  nudge(): void
  status(): PrinterStatus
  /** What the printer has sent last, for support. */
  heard(): PrinterReply | null
}

export function createPrinterWorker(deps: WorkerDeps): PrinterWorker {
  const { spec } = deps
  const bell = createWakeSignal()
  const blocked: Round["blocked"] = { since: null }
  let failures = 0
  const link = createPrinterLink({
    ...deps,
    onState: (state) => {
      if (state === "ready") {
        failures = 0
        blocked.since = null
        bell.ring()
      }
      deps.onChange()
    },
  })
  let isOn = false
  let running = Promise.resolve()
  const pause = () => RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? LOOK_EVERY_MS
  /** With nothing to print, the printer is looked at now and then: more often while it is away, and after a link was given up. */
  const idle = async () => {
    const isAway = link.state().state === "offline" || !link.isOpen()
    if (!(await bell.wait(isAway ? pause() : LOOK_EVERY_MS)) && isOn) await link.reach()
  }
  const rest = () => bell.wait(pause())
  const round: Round = { link, deps, blocked, keep: keeper({ rest, isOn: () => isOn }) }
  const next = async () => {
    const job = nextJob(deps.db, spec.id)
    if (job === null) await idle()
    else if (await attempt(job, round)) failures = 0
    else await rest()
  }
  const run = async () => {
    await link.reach()
    while (isOn) {
      await next().catch((error) => {
        if (!isDiskError(error)) throw error
        return isOn && rest()
      })
    }
  }
  return {
    start: () => {
      isOn = true
      running = run()
    },
    stop: async () => {
      isOn = false
      bell.ring()
      const grace = setTimeout(() => void link.hangUp(), STOP_GRACE_MS)
      await running
      clearTimeout(grace)
      await link.hangUp()
    },
    nudge: () => bell.ring(),
    heard: link.heard,
    status: () => ({ printerId: spec.id, ...link.state(), ...countWaiting(deps.db, spec.id) }),
  }
}

/** A worker that is stopped waits no longer: the next start finds the job where the disk has it. */
function keeper({ rest, isOn }: { rest: () => Promise<boolean>; isOn: () => boolean }): Round["keep"] {
  return async (write) => {
    for (;;) {
      try {
        return write()
      } catch (error) {
        if (!isDiskError(error) || !isOn()) throw error
        await rest()
      }
    }
  }
}

/** True when the worker may go on at once. A disk that takes nothing ends it where nothing has left; from then on it is waited for. */
async function attempt(job: PrintJobRow, { link, deps, blocked, keep }: Round): Promise<boolean> {
  const end = (ending: JobResult) => {
    markEnded(deps.db, job.jobId, { ...ending, now: deps.clock.iso() })
    deps.onChange()
  }
  // The printer is asked how it is while its bytes are made.
  const reaching = link.reach()
  const papers = printedDocuments(job, deps)
  if (!papers.ok) {
    // Before anything is waited for: meanwhile somebody may discard the job or send it elsewhere.
    try {
      end({ status: "not_printed", reason: papers.reason, retry: false })
    } finally {
      await reaching
    }
    return true
  }
  const reached = await reaching
  const obstacle = reached === null ? "offline" : obstacleOf(reached.flags)
  if (reached === null || obstacle !== null) return hold(job, { obstacle: obstacle ?? "offline", deps, blocked })
  blocked.since = null
  // The printer took its time to answer: it is looked at again whether the job is still wanted.
  if (isLate(job, deps)) return true
  const torn = tornDocuments(deps.db, deps.spec.id)
  const bytesLeft = torn.length === 0
  if (!markSending(deps.db, job, { now: deps.clock.iso(), bytesLeft })) return true
  deps.onChange()
  const { talk } = reached
  if (!(await resync(job, { talk, torn, deps, keep }))) {
    return keep(() => hold(job, { obstacle: "offline", deps, blocked }))
  }
  const ending = await sendCopies({ ...job, bytesLeft }, { talk, bytes: papers.bytes, deps, keep })
  await keep(() => end(ending))
  if (ending.torn === true) await link.hangUp()
  return true
}

interface Round {
  readonly link: PrinterLink
  readonly deps: WorkerDeps
  /** Since when this printer cannot print what is there for it. */
  readonly blocked: { since: number | null }
  /** Writes it down as soon as the disk takes it: what a printer says, it says once. Throws when the worker is stopped before. */
  keep<T>(write: () => T): Promise<T>
}

/** Nothing has left: the job waits, and after a while another printer is asked to take over all that waits here. */
function hold(
  job: PrintJobRow,
  { obstacle, deps, blocked }: { obstacle: string; deps: WorkerDeps; blocked: Round["blocked"] },
): boolean {
  const now = deps.clock.ms()
  blocked.since = Math.min(blocked.since ?? now, now)
  if (job.status !== "not_printed" || job.reason !== obstacle) {
    markWaiting(deps.db, job, { reason: obstacle, now: deps.clock.iso() })
    deps.onChange()
  }
  return now - blocked.since >= deps.patience.failoverMs && deps.giveAway(deps.spec.id)
}

/** After a torn paper. False where the bytes did not leave. */
async function resync(
  job: PrintJobRow,
  { talk, torn, deps, keep }: Sending & { torn: ReturnType<typeof tornDocuments> },
): Promise<boolean> {
  if (torn.length === 0) return true
  const { db, spec, locale } = deps
  try {
    await talk.send(
      fillerAfter(
        torn.map(({ body }) => body),
        spec.profile,
      ),
    )
    if (job.document === "drawer") return true
    await talk.send(tornPaperSlip(locale(), spec))
  } catch {
    return false
  }
  await keep(() => forgetTorn(db, spec.id))
  return true
}

interface Sending extends Pick<Round, "deps" | "keep"> {
  readonly talk: Conversation
}

/** Each copy is sent and confirmed alone, so that a failure at the third does not print the first two again. The first may be marked already. */
async function sendCopies(
  job: PrintJobRow,
  { talk, bytes, deps, keep }: Sending & { bytes: Uint8Array },
): Promise<JobResult> {
  let remark: string | null = null
  for (let copy = job.copiesPrinted; copy < job.copies; copy++) {
    if (copy > job.copiesPrinted || !job.bytesLeft) {
      await keep(() => markBytesLeft(deps.db, job.jobId, deps.clock.iso()))
    }
    const isDrawer = job.body.document === "drawer"
    const end = isDrawer ? await talk.pulse(bytes) : await talk.deliver(bytes, tokenOf(job, copy))
    if (end.kind === "unsure") return { status: "unknown", reason: end.reason, torn: end.torn }
    remark = end.remark ?? remark
    await keep(() => markCopyPrinted(deps.db, job.jobId, deps.clock.iso()))
  }
  return { status: "printed", reason: remark }
}

/** The bytes of one copy, or what no retry can mend. */
function printedDocuments(job: PrintJobRow, deps: WorkerDeps): Encoded {
  if (isLate(job, deps)) return { ok: false, reason: "too_late" }
  const { body } = job
  const { profile } = deps.spec
  if (body.document === "drawer")
    return { ok: true, bytes: encodeDrawer(body.pulse, profile), page: profile.pages[0] ?? "cp858" }
  const width = Math.min(body.paper.width, deps.spec.width) as PaperWidth
  const lines = width < body.paper.width ? fitNarrower(body.paper.lines, width) : body.paper.lines
  const from = job.movedFrom === null ? null : deps.nameOf(job.movedFrom)
  const banner = [...movedBanner(from, width, deps.locale()), ...copyBanner(job.copyNumber, width, deps.locale())]
  return encodeDocument([...banner, ...lines], { profile, codepage: deps.pageOf(deps.spec), width })
}

function isLate({ expiresAt }: PrintJobRow, { clock }: WorkerDeps): boolean {
  return expiresAt !== null && expiresAt <= clock.iso()
}

/** Four printable characters which the printer gives back: the end of the job id and the copy tell one job from the last. */
function tokenOf(job: PrintJobRow, copy: number): string {
  return `${job.jobId.slice(-TOKEN_LENGTH + 1)}${copy % 10}`.padStart(TOKEN_LENGTH, "0").slice(-TOKEN_LENGTH)
}
