/** The one worker of a printer: takes its jobs in order, holds the link, knows how the printer is. Nobody waits for it. */
import type { Database } from "better-sqlite3"
import type { Clock } from "../../protocol/runtime/clock.ts"
import type { PrinterStatus } from "../../protocol/shapes/spool-job.ts"
import { createBell } from "./bell.ts"
import type { Conversation, Patience } from "./conversation.ts"
import { copyBanner } from "./copy-banner.ts"
import { type Encoded, encodeDrawer, encodePaper } from "./encode.ts"
import { createPrinterLink, obstacleOf, type PrinterLink } from "./printer-link.ts"
import type { PrinterSpec } from "./read-printer-spec.ts"
import {
  countWaiting,
  type Ending,
  markBytesLeft,
  markCopyPrinted,
  markEnded,
  markSending,
  nextJob,
  type SpoolRow,
} from "./spool-store.ts"
import type { OpenLink } from "./transport.ts"

const RETRY_MS = [500, 1000, 2000, 5000, 10_000] as const
const LOOK_EVERY_MS = 15_000
const STOP_GRACE_MS = 3000
const TOKEN_LENGTH = 4

export interface WorkerDeps {
  readonly db: Database
  readonly clock: Clock
  readonly spec: PrinterSpec
  readonly open: OpenLink
  readonly patience: Patience
  /** Language of the banner on a copy. */
  locale(): string
  /** Something that a screen shows has changed. */
  onChange(): void
}

export interface PrinterWorker {
  start(): void
  stop(): Promise<void>
  /** New work may be there. */
  nudge(): void
  status(): PrinterStatus
}

export function createPrinterWorker(deps: WorkerDeps): PrinterWorker {
  const { spec } = deps
  const bell = createBell()
  let failures = 0
  const link = createPrinterLink({
    ...deps,
    onState: (state) => {
      if (state === "ready") {
        failures = 0
        bell.ring()
      }
      deps.onChange()
    },
  })
  let isOn = false
  let running = Promise.resolve()
  const pause = () => RETRY_MS[Math.min(failures++, RETRY_MS.length - 1)] ?? LOOK_EVERY_MS
  /** With nothing to print, the printer is looked at now and then: more often while it is away. */
  const idle = async () => {
    const isAway = link.state().state === "offline"
    if (!(await bell.wait(isAway ? pause() : LOOK_EVERY_MS)) && isOn) await link.reach()
  }
  const run = async () => {
    await link.reach()
    while (isOn) {
      const job = nextJob(deps.db, spec.id)
      if (job === null) await idle()
      else if (await attempt(job, { link, deps })) failures = 0
      else await bell.wait(pause())
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
    status: () => ({ printerId: spec.id, ...link.state(), ...countWaiting(deps.db, spec.id) }),
  }
}

/** True when the worker may go on at once. */
async function attempt(job: SpoolRow, { link, deps }: { link: PrinterLink; deps: WorkerDeps }): Promise<boolean> {
  const end = (ending: Ending) => {
    markEnded(deps.db, job.jobId, { ...ending, now: deps.clock.iso() })
    deps.onChange()
  }
  const refused = refusalOf(job, deps)
  if (refused !== null) {
    end({ status: "not_printed", reason: refused, retry: false })
    return true
  }
  const reached = await link.reach()
  const obstacle = reached === null ? "offline" : obstacleOf(reached.flags)
  if (reached === null || obstacle !== null) {
    if (job.status !== "not_printed" || job.reason !== obstacle) end({ status: "not_printed", reason: obstacle })
    return false
  }
  const ending = await sendCopies(job, reached.talk, deps)
  end(ending)
  if (ending.status === "unknown") await link.hangUp()
  return true
}

/** Each copy is sent and confirmed alone, so that a failure at the third does not print the first two again. */
async function sendCopies(job: SpoolRow, talk: Conversation, deps: WorkerDeps): Promise<Ending> {
  markSending(deps.db, job.jobId, deps.clock.iso())
  deps.onChange()
  let remark: string | null = null
  for (let copy = job.copiesPrinted; copy < job.copies; copy++) {
    const encoded = encodeJob(job, deps)
    if (!encoded.ok) return { status: "not_printed", reason: encoded.reason, retry: false }
    markBytesLeft(deps.db, job.jobId, deps.clock.iso())
    const isDrawer = job.body.document === "drawer"
    const end = isDrawer ? await talk.pulse(encoded.bytes) : await talk.deliver(encoded.bytes, tokenOf(job, copy))
    if (end.kind === "unsure") return { status: "unknown", reason: end.reason }
    remark = end.remark ?? remark
    markCopyPrinted(deps.db, job.jobId, deps.clock.iso())
  }
  return { status: "printed", reason: remark }
}

function encodeJob(job: SpoolRow, deps: WorkerDeps): Encoded {
  const { body } = job
  const { profile, codepage } = deps.spec
  if (body.document === "drawer")
    return { ok: true, bytes: encodeDrawer(body.pulse), page: profile.pages[0] ?? "cp858" }
  const lines = [...copyBanner(job.copyNumber, body.paper.width, deps.locale()), ...body.paper.lines]
  return encodePaper(lines, { profile, codepage, width: body.paper.width })
}

/** What no retry can mend. */
function refusalOf(job: SpoolRow, deps: WorkerDeps): string | null {
  if (job.expiresAt !== null && job.expiresAt <= deps.clock.iso()) return "too_late"
  const encoded = encodeJob(job, deps)
  return encoded.ok ? null : encoded.reason
}

/** Four printable characters which the printer gives back: the end of the job id and the copy tell one job from the last. */
function tokenOf(job: SpoolRow, copy: number): string {
  return `${job.jobId.slice(-TOKEN_LENGTH + 1)}${copy % 10}`.padStart(TOKEN_LENGTH, "0").slice(-TOKEN_LENGTH)
}
