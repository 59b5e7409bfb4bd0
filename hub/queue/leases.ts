/** The jobs that this process holds for one kind: their leases are extended while it lives, and what is left at a stop is given back. */
import type { SystemWrite } from "../storage/index.ts"
import type { QueueDeps } from "./deps.ts"
import { toReleased } from "./end-job.ts"
import { extendLeases, saveEndings } from "./end-store.ts"
import type { LeasedJob } from "./leased-job.ts"

/** Extensions in one lease. */
const BEATS = 3

export interface Leases {
  readonly size: number
  ids(): readonly string[]
  /** The moment, in ISO, until which a claim of now holds. */
  leaseUntil(): string
  add(jobs: readonly LeasedJob[]): void
  /** Aborts when the job was lost to another worker, or everything is interrupted. */
  signalOf(leased: LeasedJob): AbortSignal
  release(jobs: readonly LeasedJob[]): void
  interrupt(): void
  /** Gives back what is still held. */
  giveBack(): Promise<void>
}

export function createLeases({ store, clock, log, leaseMs }: LeasesDeps): Leases {
  const mine = new Map<string, { held: LeasedJob; stop: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  const entryOf = (leased: LeasedJob) => {
    const entry = mine.get(leased.job.id)
    return entry?.held === leased ? entry : undefined
  }
  const lose = (leased: LeasedJob) => {
    const entry = entryOf(leased)
    if (!entry) return
    entry.stop.abort()
    mine.delete(leased.job.id)
  }
  const leaseUntil = () => new Date(clock.ms() + leaseMs).toISOString()
  const write = <T>(fn: (tx: SystemWrite) => Promise<T>) => store.system.write(fn)
  const beat = async () => {
    const jobs = [...mine.values()].map(({ held }) => held)
    const still = await write((tx) => extendLeases(tx, jobs, leaseUntil()))
    for (const leased of jobs) if (!still.has(leased.job.id)) lose(leased)
  }
  const watch = () => {
    if (mine.size === 0) {
      clearInterval(timer)
      timer = undefined
    } else
      timer ??= setInterval(() => {
        if (mine.size > 0) beat().catch((error) => log.warn({ err: error }, "leases of jobs could not be extended"))
      }, leaseMs / BEATS)
  }
  return {
    get size() {
      return mine.size
    },
    ids: () => [...mine.keys()],
    leaseUntil,
    add(jobs) {
      for (const leased of jobs) {
        // Ours once before, and lost: that run writes nothing any more.
        mine.get(leased.job.id)?.stop.abort()
        mine.set(leased.job.id, { held: leased, stop: new AbortController() })
      }
      watch()
    },
    signalOf: (leased) => entryOf(leased)?.stop.signal ?? AbortSignal.abort(),
    release(jobs) {
      for (const leased of jobs) if (entryOf(leased)) mine.delete(leased.job.id)
      watch()
    },
    interrupt() {
      for (const { stop } of mine.values()) stop.abort()
    },
    async giveBack() {
      const jobs = [...mine.values()].map(({ held }) => held)
      mine.clear()
      watch()
      if (jobs.length === 0) return
      await write((tx) =>
        saveEndings(
          tx,
          jobs.map((leased) => toReleased(leased, tx.now)),
          { dialect: store.dialect },
        ),
      )
      log.info({ jobs: jobs.length }, "jobs were given back")
    },
  }
}

interface LeasesDeps extends Pick<QueueDeps, "store" | "clock" | "log"> {
  readonly leaseMs: number
}
