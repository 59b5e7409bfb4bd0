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
  signalOf(held: LeasedJob): AbortSignal
  release(jobs: readonly LeasedJob[]): void
  interrupt(): void
  /** Gives back what is still held. */
  giveBack(): Promise<void>
}

export function createLeases({ store, clock, log, leaseMs }: HoldParts): Leases {
  const mine = new Map<string, { held: LeasedJob; stop: AbortController }>()
  let timer: NodeJS.Timeout | undefined
  const entryOf = (held: LeasedJob) => {
    const entry = mine.get(held.job.id)
    return entry?.held === held ? entry : undefined
  }
  const lose = (held: LeasedJob) => {
    const entry = entryOf(held)
    if (!entry) return
    entry.stop.abort()
    mine.delete(held.job.id)
  }
  const leaseUntil = () => new Date(clock.ms() + leaseMs).toISOString()
  const write = <T>(fn: (tx: SystemWrite) => Promise<T>) => store.system.write(fn)
  const beat = async () => {
    const jobs = [...mine.values()].map(({ held }) => held)
    const still = await write((tx) => extendLeases(tx, jobs, leaseUntil()))
    for (const held of jobs) if (!still.has(held.job.id)) lose(held)
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
      for (const held of jobs) {
        // Ours once before, and lost: that run writes nothing any more.
        mine.get(held.job.id)?.stop.abort()
        mine.set(held.job.id, { held, stop: new AbortController() })
      }
      watch()
    },
    signalOf: (held) => entryOf(held)?.stop.signal ?? AbortSignal.abort(),
    release(jobs) {
      for (const held of jobs) if (entryOf(held)) mine.delete(held.job.id)
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
          jobs.map((held) => toReleased(held, tx.now)),
          { dialect: store.dialect },
        ),
      )
      log.info({ jobs: jobs.length }, "jobs were given back")
    },
  }
}

interface HoldParts extends Pick<QueueDeps, "store" | "clock" | "log"> {
  readonly leaseMs: number
}
