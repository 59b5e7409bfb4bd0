/** The workers of one kind in one process: woken, they claim and work until nothing is due. */

import type { SystemWrite } from "../storage/index.ts"
import { claimJobs, lookAhead, lostJobs, type Outlook, promote } from "./claim-store.ts"
import { endJobs, toLostEnding } from "./end-job.ts"
import type { Ending } from "./end-store.ts"
import type { Held } from "./held.ts"
import { createHold, type Hold } from "./hold.ts"
import type { InTransactionKind, JobKind } from "./job.ts"
import type { QueueParts } from "./queue-parts.ts"
import { runOutside } from "./run-outside.ts"
import { runTogether, tellTrouble } from "./run-together.ts"

const LANE_MAX = 20
const AT_ONCE_MAX = 50
/** Jobs of one claim whose effect is in the database. */
const CLAIM_MAX = 100
/** The same where several share statements. */
const CLAIM_TOGETHER_MAX = 500
/** A claim of at least so many says that more are coming: the next one waits a moment, and takes them together. A full one says that they are here. */
const REST_FROM = 24
const REST_MS = 50
/** Later jobs that become due, and lost ones that are taken back, with one claim. */
const TEND_MAX = 500
const LEASE_IN_TRANSACTION_MS = 10_000
const LEASE_OUTSIDE_MS = 25_000
/** Wakes may be lost: so often a kind is looked at anyway. */
const POLL_MS = 5_000
/** So often a round over many lanes stops to see to later and to lost jobs. */
const LOOK_EVERY_MS = 500
/** A moment that has come, but whose job somebody else holds. */
const WAIT_MIN_MS = 20
/** After a failure of the database. */
const PAUSE_MS = 1_000
/** PostgreSQL: transactions of one kind at once. SQLite has one writer. */
const GROUPS_ON_POSTGRES = 3

export interface Crew {
  wake(): void
  /** Works until nothing is due; whether there was anything. */
  settle(): Promise<boolean>
  /** Claims nothing more; ends when what runs has ended. */
  drain(): Promise<void>
  /** What still runs is interrupted and given back. */
  giveBack(): Promise<void>
}

interface CrewParts extends Omit<QueueParts, "kinds"> {
  readonly name: string
  readonly kind: JobKind
}

export function createCrew(parts: CrewParts): Crew {
  const { name, kind, store, clock, log } = parts
  const hold = createHold({ ...parts, leaseMs: leaseOf(kind) })
  const running = new Set<Promise<void>>()
  let afterLane = ""
  let claimed = 0
  let timer: NodeJS.Timeout | undefined
  let lookedAt = Number.NEGATIVE_INFINITY
  let pumping: Promise<void> | undefined
  let isAsked = false
  let isOver = false

  const start = (held: Held) => {
    if (!("outside" in kind)) return
    const work = runOutside({ ...parts, kind }, held, hold.signalOf(held)).then((ended) => {
      if (ended) hold.release([held])
      running.delete(work)
      wake()
    })
    running.add(work)
  }
  const runAll = async (jobs: readonly Held[]) => {
    if ("outside" in kind) return jobs.forEach(start)
    await Promise.all(apart(jobs, store.dialect.engine === "sqlite" ? 1 : GROUPS_ON_POSTGRES).map(runThese))
  }
  const runThese = async (jobs: readonly Held[]) => {
    const rest = await runTogether({ ...parts, kind: kind as InTransactionKind }, jobs, () => isOver)
    hold.release(jobs.filter((held) => !rest.includes(held)))
  }
  /** Null: nothing is due, nor lost. */
  const claim = async (limit: number) => {
    let isTending = false
    if (afterLane === "" || performance.now() - lookedAt > LOOK_EVERY_MS) {
      lookedAt = performance.now()
      const outlook = await look(parts)
      isTending = outlook.next !== null && outlook.next <= clock.iso()
      if (!outlook.due && !isTending) return null
    }
    const jobs = await claimOnce(parts, { hold, afterLane, limit, isTending })
    hold.add(jobs)
    claimed += jobs.length
    return jobs
  }
  /** Rounds over the lanes until one that began at the first lane finds nothing. */
  const work = async () => {
    while (!isOver) {
      const room = roomOf(kind, hold.size)
      if (room <= 0) return
      const isFirst = afterLane === ""
      const jobs = await claim(room)
      if (jobs === null) return
      afterLane = jobs.length < room ? "" : (jobs.at(-1)?.job.lane ?? "")
      await runAll(jobs)
      if (jobs.length === 0 && isFirst) return
      if (isTogether(kind) && jobs.length >= REST_FROM && jobs.length < room) await rest()
    }
  }
  const pump = async () => {
    while (isAsked && !isOver) {
      isAsked = false
      clearTimeout(timer)
      const wait = await work().then(
        () => waitOf(parts),
        (error) => {
          log.error({ err: error, kind: name }, "jobs could not be claimed; they are looked at again")
          return PAUSE_MS
        },
      )
      if (!isOver) timer = setTimeout(wake, wait)
    }
    pumping = undefined
  }
  const wake = () => {
    if (isOver) return
    isAsked = true
    pumping ??= pump()
  }
  const idle = async () => {
    while (pumping || running.size > 0) await (pumping ?? Promise.race(running))
  }
  return {
    wake,
    async settle() {
      const before = claimed
      // What ran already when it was asked may have made work for others too.
      const ranAlready = running.size > 0 || pumping !== undefined
      wake()
      await idle()
      return ranAlready || claimed > before
    },
    async drain() {
      isOver = true
      clearTimeout(timer)
      await idle()
    },
    async giveBack() {
      hold.interrupt()
      await hold.giveBack()
    },
  }
}

interface Claiming {
  readonly hold: Hold
  readonly afterLane: string
  readonly limit: number
  readonly isTending: boolean
}

async function claimOnce(parts: CrewParts, { hold, isTending, ...asked }: Claiming): Promise<Held[]> {
  const { name, kind, store } = parts
  const lost: Ending[] = []
  const jobs = await store.system.write(async (tx) => {
    lost.length = 0
    await store.dialect.alone(tx.db, `queue/${name}`)
    if (isTending) lost.push(...(await tend(parts, tx)))
    const claim = { kind: name, laneMax: kind.laneMax ?? LANE_MAX, holdsLane: kind.holdsLane ?? false, ...asked }
    return claimJobs(tx, { ...claim, leaseUntil: hold.leaseUntil() }, store.dialect)
  })
  for (const ending of lost) tellTrouble(parts, ending)
  return jobs
}

/** What is later may be due now, and what a lost worker held is anybody's. */
async function tend(parts: CrewParts, tx: SystemWrite): Promise<Ending[]> {
  const { name, kind, store } = parts
  await promote(tx, { kind: name, limit: TEND_MAX }, store.dialect)
  const lost = await lostJobs(tx, { kind: name, limit: TEND_MAX }, store.dialect)
  const endings = lost.map((held) => toLostEnding(kind, held, tx.now))
  if (endings.length > 0) await endJobs(tx, endings, parts)
  return endings
}

function look({ store, name }: CrewParts): Promise<Outlook> {
  return store.system.read((scope) => lookAhead(scope, name))
}

async function waitOf(parts: CrewParts): Promise<number> {
  const { due, next } = await look(parts)
  if (due || next === null) return POLL_MS
  return Math.min(POLL_MS, Math.max(WAIT_MIN_MS, Date.parse(next) - parts.clock.ms()))
}

function isTogether(kind: JobKind): boolean {
  return "together" in kind && kind.together !== undefined
}

function roomOf(kind: JobKind, held: number): number {
  if ("outside" in kind) return (kind.atOnceMax ?? AT_ONCE_MAX) - held
  return isTogether(kind) ? CLAIM_TOGETHER_MAX : CLAIM_MAX
}

function rest(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, REST_MS))
}

function leaseOf(kind: JobKind): number {
  return kind.leaseMs ?? ("outside" in kind ? LEASE_OUTSIDE_MS : LEASE_IN_TRANSACTION_MS)
}

/** So many heaps; a lane stays together and in its order. */
function apart(jobs: readonly Held[], heaps: number): Held[][] {
  const lanes = [...new Set(jobs.map(({ job }) => job.lane))]
  const heapOf = new Map(lanes.map((lane, n) => [lane, n % heaps]))
  const found = Array.from({ length: heaps }, (_, n) => jobs.filter(({ job }) => heapOf.get(job.lane) === n))
  return found.filter((heap) => heap.length > 0)
}
