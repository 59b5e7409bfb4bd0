/** The jobs that this process has leased for one kind. Their leases are renewed while it lives; at a stop it gives the rest back. */
import type { QueueDeps } from "./deps.ts"
import { toReleased } from "./end-job.ts"
import { extendLeases, saveEndings } from "./end-store.ts"
import type { LeasedJob } from "./leased-job.ts"

const RENEWALS_PER_LEASE = 3

export interface Leases {
  readonly size: number
  ids(): readonly string[]
  /** When a lease that begins now ends, as ISO text. */
  leaseUntil(): string
  add(jobs: readonly LeasedJob[]): void
  /** Aborts when another worker has taken the job, or when all jobs are interrupted. */
  signalOf(leased: LeasedJob): AbortSignal
  release(jobs: readonly LeasedJob[]): void
  interrupt(): void
  /** Gives back all jobs that are still leased. */
  giveBack(): Promise<void>
}

export function createLeases({ store, clock, log, leaseMs }: LeasesDeps): Leases {
  const leasedById = new Map<string, { leased: LeasedJob; stop: AbortController }>()
  const all = () => [...leasedById.values()].map(({ leased }) => leased)
  const entryOf = (leased: LeasedJob) => {
    const entry = leasedById.get(leased.job.id)
    return entry?.leased === leased ? entry : undefined
  }
  const leaseUntil = () => new Date(clock.ms() + leaseMs).toISOString()
  const renew = async () => {
    const jobs = all()
    const kept = await store.system.write((tx) => extendLeases(tx, jobs, leaseUntil()))
    for (const leased of jobs) {
      if (kept.has(leased.job.id)) continue
      entryOf(leased)?.stop.abort()
      if (entryOf(leased)) leasedById.delete(leased.job.id)
    }
  }
  const updateTimer = createTimer(() => {
    if (leasedById.size > 0) renew().catch((error) => log.warn({ err: error }, "leases could not be renewed"))
  }, leaseMs / RENEWALS_PER_LEASE)
  return {
    get size() {
      return leasedById.size
    },
    ids: () => [...leasedById.keys()],
    leaseUntil,
    add(jobs) {
      for (const leased of jobs) {
        // This process leased the job before and lost it: the earlier run can write nothing any more.
        leasedById.get(leased.job.id)?.stop.abort()
        leasedById.set(leased.job.id, { leased, stop: new AbortController() })
      }
      updateTimer(leasedById.size > 0)
    },
    signalOf: (leased) => entryOf(leased)?.stop.signal ?? AbortSignal.abort(),
    release(jobs) {
      for (const leased of jobs) if (entryOf(leased)) leasedById.delete(leased.job.id)
      updateTimer(leasedById.size > 0)
    },
    interrupt() {
      for (const { stop } of leasedById.values()) stop.abort()
    },
    async giveBack() {
      const jobs = all()
      leasedById.clear()
      updateTimer(leasedById.size > 0)
      if (jobs.length === 0) return
      const options = { dialect: store.dialect }
      await store.system.write((tx) =>
        saveEndings(
          tx,
          jobs.map((leased) => toReleased(leased, tx.now)),
          options,
        ),
      )
      log.info({ jobs: jobs.length }, "jobs were given back")
    },
  }
}

interface LeasesDeps extends Pick<QueueDeps, "store" | "clock" | "log"> {
  readonly leaseMs: number
}

/** Runs `work` every `everyMs` while it is switched on. */
function createTimer(work: () => void, everyMs: number): (isOn: boolean) => void {
  let timer: NodeJS.Timeout | undefined
  return (isOn) => {
    if (isOn) timer ??= setInterval(work, everyMs)
    else {
      clearInterval(timer)
      timer = undefined
    }
  }
}
