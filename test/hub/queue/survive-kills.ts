/** Kills the process that works on a queue again and again, and counts what became of its jobs. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Kysely } from "kysely"
import { enqueueAll } from "../../../hub/queue/index.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { bundle } from "../../kit/bundle.ts"
import { startWatched } from "../../kit/watched-process.ts"
import { type MarkTables, TENANT } from "./mark.ts"
import { openForKills } from "./work-until-killed.ts"

const JOBS_A_ROUND = 600
const LANES = 12
const KILL_WITHIN_MS = 60

export interface Survived {
  readonly jobs: number
  /** By status, when the last process has worked off the rest in peace. */
  readonly ended: Readonly<Record<string, number>>
  /** Jobs whose effect is not there exactly once. */
  readonly notOnce: readonly string[]
  /** Jobs that were in the hands of a process that was killed. */
  readonly takenUp: number
}

/** `chance` answers from 0 to below 1. */
export async function surviveKills(
  rounds: number,
  { chance = Math.random, onRound = () => {} } = {},
): Promise<Survived> {
  const directory = mkdtempSync(join(tmpdir(), "brasa-kills-"))
  // Starting it must not take longer than its life.
  const program = await bundle("test/hub/queue/work-until-killed.ts")
  const url = `sqlite:${join(directory, "queue.db")}`
  const { database, store, queue } = await openForKills(url)
  const ids = createIds({ clock: systemClock })
  try {
    for (let round = 0; round < rounds; round += 1) {
      await store.write(TENANT, (tx) => enqueueAll(tx, ids, jobsOf(round)))
      await workAndKill(program.file, url, chance)
      onRound()
    }
    await queue.settle()
    while (await isAnyHeld()) await queue.settle()
    return await database.read(({ db }) => count(db as unknown as Kysely<MarkTables>))
  } finally {
    await queue.stop()
    await database.close()
    rmSync(directory, { recursive: true, force: true })
    program.remove()
  }
  async function isAnyHeld(): Promise<boolean> {
    const rows = await store.read(TENANT, (scope) =>
      scope.select("job").select("job_id").where("ended_at", "is", null).limit(1).execute(),
    )
    return rows.length > 0
  }
}

function jobsOf(round: number) {
  return Array.from({ length: JOBS_A_ROUND }, (_, n) => ({
    kind: n % 6 === 0 ? "outside" : "inside",
    lane: `lane-${(n + round) % LANES}`,
    body: { round, n },
  }))
}

function workAndKill(program: string, url: string, chance: () => number): Promise<void> {
  const child = startWatched(process.execPath, [program, url], { showErrors: true })
  child.stdout.once("data", () => setTimeout(() => child.kill("SIGKILL"), chance() * KILL_WITHIN_MS))
  return new Promise((resolve, reject) => {
    child.once("error", reject)
    child.once("close", (code) =>
      code === null ? resolve() : reject(new Error(`the worker ended by itself: ${code}`)),
    )
  })
}

async function count(db: Kysely<MarkTables>): Promise<Survived> {
  const jobs = await db.selectFrom("job").select(["job_id", "status", "attempts"]).execute()
  const marks = await db.selectFrom("mark").select("job_id").execute()
  const times = new Map<string, number>()
  for (const { job_id } of marks) times.set(job_id, (times.get(job_id) ?? 0) + 1)
  const ended: Record<string, number> = {}
  for (const { status } of jobs) ended[status] = (ended[status] ?? 0) + 1
  return {
    jobs: jobs.length,
    ended,
    notOnce: jobs.map((job) => job.job_id).filter((id) => times.get(id) !== 1),
    takenUp: jobs.filter(({ attempts }) => attempts > 1).length,
  }
}
