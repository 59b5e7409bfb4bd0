/** Makes of what a worker says what becomes of its job, by the table of states and the kind's policy. */
import { step } from "../../protocol/machine.ts"
import { QUEUE_STATES, type QueueTrigger } from "../../protocol/rules/queue/queue-states.ts"
import { attemptsMax, waitAfter } from "../../protocol/rules/queue/retry.ts"
import { fence, type SystemWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { type JobEnding, saveEndings } from "./end-store.ts"
import type { JobEnd, JobKind } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** Longer words of a worker are cut: a person reads them. */
const ERROR_MAX = 2_000
/** As long as a statement waits for a lock. */
const TROUBLE_WAIT_MS = 10_000
const TROUBLE_MAX_MS = 24 * 3_600_000

/** The job went to another worker meanwhile, or was given back: this one writes nothing. */
export class LeaseLost extends Error {
  constructor() {
    super("the job is no longer held")
  }
}

type Deciding = Pick<QueueDeps, "clock" | "chance">

export function toEnding(deps: Deciding, kind: JobKind, leased: LeasedJob, end: JobEnd): JobEnding {
  const { attempts } = leased.job
  const over = { held: leased, attempts, runAt: null, result: null, error: null }
  if (end.is === "processed") return { ...over, status: take("succeeded"), result: end.result }
  if (end.is === "ignored") return { ...over, status: take("no action needed"), result: end.result }
  const error = end.error.slice(0, ERROR_MAX)
  if (end.is === "failed") return { ...over, status: take("can never succeed"), error }
  const chance = deps.chance?.() ?? Math.random()
  const wait = waitAfter(kind.retry, { attempts, chance, ...(end.afterMs !== undefined && { askedMs: end.afterMs }) })
  if (wait === null) return { ...over, status: take("attempts used up"), error }
  const runAt = new Date(deps.clock.ms() + wait).toISOString()
  return { ...over, status: take("failed, may be tried again"), runAt, error }
}

/** Its lease has ended. The attempt counts: a job that ends its process each time must come to an end itself. */
export function toLostEnding(kind: JobKind, leased: LeasedJob, now: string): JobEnding {
  const { attempts } = leased.job
  const error = `its worker was lost (attempt ${attempts} of ${attemptsMax(kind.retry)})`
  const same = { held: leased, attempts, result: null, error }
  if (attempts >= attemptsMax(kind.retry)) return { ...same, status: take("attempts used up"), runAt: null }
  return { ...same, status: take("worker was lost"), runAt: now }
}

/**
 * The database could not be used, which is no attempt of the job's: a lock that is kept for minutes must not use them up. What has been so for a day counts
 * after all, so that a person hears of it.
 */
export function toDatabaseFailure(deps: Deciding, kind: JobKind, leased: LeasedJob, error: string): JobEnding {
  const now = deps.clock.ms()
  const end = { is: "retry", error, afterMs: TROUBLE_WAIT_MS } as const
  if (now - Date.parse(leased.job.firstReceivedAt) > TROUBLE_MAX_MS) return toEnding(deps, kind, leased, end)
  const runAt = new Date(now + TROUBLE_WAIT_MS).toISOString()
  const attempts = leased.job.attempts - 1
  return {
    held: leased,
    status: take("database in trouble"),
    attempts,
    runAt,
    result: null,
    error: error.slice(0, ERROR_MAX),
  }
}

/** As if it had not been claimed. */
export function toReleased(leased: LeasedJob, now: string): JobEnding {
  const attempts = leased.job.attempts - 1
  const status = take(attempts === 0 ? "given back untried" : "given back")
  return { held: leased, status, attempts, runAt: now, result: null, error: null }
}

/** Throws JobLost unless every one of them was still held: the transaction is undone then. */
export async function endJobs(
  tx: SystemWrite,
  endings: readonly JobEnding[],
  { kind, store, from }: EndingOf,
): Promise<void> {
  const how = { dialect: store.dialect, ...(from && { from }) }
  if ((await saveEndings(tx, endings, how)) !== endings.length) throw new LeaseLost()
  for (const { held, status, error } of endings) {
    if (status !== "dead" || !kind.onDead) continue
    await kind.onDead(fence(tx, held.job.tenant, store.dialect), held.job as never, error ?? "")
  }
}

interface EndingOf extends Pick<QueueDeps, "store"> {
  readonly kind: JobKind
  /** Left out: they are held. */
  readonly from?: "processing" | "queued"
}

function take(trigger: QueueTrigger): JobEnding["status"] {
  const to = step(QUEUE_STATES, "processing", trigger)
  if (to === null || to === "processing" || to === "(new)") throw new Error(`a job does not end on "${trigger}"`)
  return to
}
