/** The hub's queue on SQLite: jobs that 64 callers enqueue a second, and that its workers end with a real effect, against bare statements. */
import { join } from "node:path"
import { alternate, median } from "../measure.ts"
import { PEERS } from "../peers.ts"
import { benchProgram, run, scratch } from "../processes.ts"
import type { Row } from "../report.ts"

const ROUNDS = 3
const JOBS = 20_000
const BODY_BYTES = 500

interface Rates {
  readonly enqueued: number
  readonly drained: number
}

export async function benchQueue(): Promise<Row[]> {
  const rates = await alternate(ROUNDS, {
    ours: () => rate("load/queue-ours", `sqlite:${join(scratch(), "hub.db")}`),
    ideal: () => rate("baselines/queue-bare", join(scratch(), "bare.db")),
  })
  const row = (what: string, of: keyof Rates, atLeast: number): Row => ({
    line: "queue on SQLite",
    what,
    unit: "/s",
    ours: median(rates.ours.map((one) => one[of])),
    against: { name: "bare, 64 a commit", value: median(rates.ideal.map((one) => one[of])) },
    goal: { of: "ratio", atLeast },
  })
  const drained = row("jobs worked off, with their effect", "drained", 0.15)
  const peer: Row = { ...drained, against: PEERS.graphileWorker, goal: { of: "ratio", atLeast: 2 } }
  return [row("jobs enqueued", "enqueued", 0.4), drained, peer]
}

async function rate(program: string, place: string): Promise<Rates> {
  return JSON.parse(await run(benchProgram(program), [place, `${JOBS}`, `${BODY_BYTES}`]))
}
