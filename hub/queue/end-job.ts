/** Turns the end that a worker reports into the job's next state, by the state table and the kind's retry policy. */
import { step } from "../../protocol/machine.ts"
import { QUEUE_STATES, type QueueTrigger } from "../../protocol/rules/queue/queue-states.ts"
import { attemptsMax, waitAfter } from "../../protocol/rules/queue/retry.ts"
import { fence, type SystemWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { type JobEnding, saveEndings } from "./end-store.ts"
import type { JobEnd, JobKind } from "./job.ts"
import type { LeasedJob } from "./leased-job.ts"

/** A person reads the error, so a longer one is cut. */
const ERROR_MAX = 2_000
/** As long as a statement waits for a lock. */
const DATABASE_WAIT_MS = 10_000
const DATABASE_FAILURE_MAX_MS = 24 * 3_600_000

/** Another worker has the job now, or it was given back. This worker must write nothing. */
export class LeaseLost extends Error {
  constructor() {
    super("the lease of the job is lost")
  }
}

type EndingDeps = Pick<QueueDeps, "clock" | "chance">

export function toEnding(deps: EndingDeps, kind: JobKind, leased: LeasedJob, end: JobEnd): JobEnding {
  const { attempts } = leased.job
  const ended = { leased, attempts, runAt: null, result: null, error: null }
  if (end.is === "processed") return { ...ended, status: statusAfter("succeeded"), result: end.result }
  if (end.is === "ignored") return { ...ended, status: statusAfter("no action needed"), result: end.result }
  const error = end.error.slice(0, ERROR_MAX)
  if (end.is === "failed") return { ...ended, status: statusAfter("can never succeed"), error }
  const chance = deps.chance?.() ?? Math.random()
  const wait = waitAfter(kind.retry, { attempts, chance, ...(end.afterMs !== undefined && { askedMs: end.afterMs }) })
  if (wait === null) return { ...ended, status: statusAfter("attempts used up"), error }
  const runAt = new Date(deps.clock.ms() + wait).toISOString()
  return { ...ended, status: statusAfter("failed, may be tried again"), runAt, error }
}

/** For a job whose worker was lost. The attempt counts, so that a job that ends its process each time does not run forever. */
export function toLostEnding(kind: JobKind, leased: LeasedJob, now: string): JobEnding {
  const { attempts } = leased.job
  const error = `its worker was lost (attempt ${attempts} of ${attemptsMax(kind.retry)})`
  const lost = { leased, attempts, result: null, error }
  if (attempts >= attemptsMax(kind.retry)) return { ...lost, status: statusAfter("attempts used up"), runAt: null }
  return { ...lost, status: statusAfter("worker was lost"), runAt: now }
}

/**
 * For a job that failed because the database could not be used. That is no attempt: a lock that somebody keeps for minutes must not use up the attempts.
 * After a day it counts, so that a person is told.
 */
export function toDatabaseFailure(deps: EndingDeps, kind: JobKind, leased: LeasedJob, error: string): JobEnding {
  const now = deps.clock.ms()
  const end = { is: "retry", error, afterMs: DATABASE_WAIT_MS } as const
  if (now - Date.parse(leased.job.firstReceivedAt) > DATABASE_FAILURE_MAX_MS) return toEnding(deps, kind, leased, end)
  const runAt = new Date(now + DATABASE_WAIT_MS).toISOString()
  const attempts = leased.job.attempts - 1
  return {
    leased,
    status: statusAfter("database in trouble"),
    attempts,
    runAt,
    result: null,
    error: error.slice(0, ERROR_MAX),
  }
}

/** For a job that is given back, as if it had not been claimed. */
export function toReleased(leased: LeasedJob, now: string): JobEnding {
  const attempts = leased.job.attempts - 1
  const status = statusAfter(attempts === 0 ? "given back untried" : "given back")
  return { leased, status, attempts, runAt: now, result: null, error: null }
}

/** Throws LeaseLost, which undoes the transaction, unless every job was still leased by this worker. */
export async function endJobs(
  tx: SystemWrite,
  endings: readonly JobEnding[],
  { kind, store, from }: EndingOf,
): Promise<void> {
  const options = { dialect: store.dialect, ...(from && { from }) }
  if ((await saveEndings(tx, endings, options)) !== endings.length) throw new LeaseLost()
  for (const { leased, status, error } of endings) {
    if (status !== "dead" || !kind.onDead) continue
    await kind.onDead(fence(tx, leased.job.tenant, store.dialect), leased.job as never, error ?? "")
  }
}

interface EndingOf extends Pick<QueueDeps, "store"> {
  readonly kind: JobKind
  /** `queued` for jobs that were never claimed. */
  readonly from?: "processing" | "queued"
}

function statusAfter(trigger: QueueTrigger): JobEnding["status"] {
  const to = step(QUEUE_STATES, "processing", trigger)
  if (to === null || to === "processing" || to === "(new)") throw new Error(`a job does not end on "${trigger}"`)
  return to
}
