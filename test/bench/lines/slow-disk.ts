/** Callbacks that a hub accepts a second on SQLite where the disk takes 5 ms longer for each sync, as a store's or a cheap cloud's does. */
import { join } from "node:path"
import { freePorts } from "../../kit/ports.ts"
import { benchProgram, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers } from "../run-load.ts"
import { API_KEY, provisionedHub, startHub } from "../stage.ts"
import { against, end, ORDERS, seed } from "./callbacks.ts"

const LINE = "callbacks on SQLite, 5 ms more a sync"
const SYNC_DELAY_MS = 5

export async function benchSlowDisk(): Promise<Row[]> {
  const { place, hub: quick } = await provisionedHub()
  await seed(place.port)
  await quick.stop()
  const hub = startHub({ ...place, syncDelayMs: SYNC_DELAY_MS })
  await untilWell(place.port, hub)
  const [thread = 0, turn = 0, each = 0] = await freePorts(3)
  const bare = (at: number, commit: string) => {
    const args = [`${at}`, join(scratch(), "bare.db"), commit, API_KEY, `${ORDERS}`]
    return start(benchProgram("baselines/accept-sqlite"), args, { syncDelayMs: SYNC_DELAY_MS })
  }
  const bares = [bare(thread, "thread"), bare(turn, "turn"), bare(each, "each")]
  await Promise.all(bares.map((one) => one.says(/up/)))
  const rates = await compareServers({ ours: place.port, thread, turn, each }, "callback")
  await end([hub, ...bares])
  const { ours } = rates
  const ideal = { name: "Express, commits in a thread", value: rates.thread.p99 }
  return [
    against(LINE, "Express, commits in a thread", [ours, rates.thread], 0.7),
    against(LINE, "Express, commit per turn", [ours, rates.turn], null),
    against(LINE, "Express, commit per request", [ours, rates.each], 15),
    { line: LINE, what: "accepted, p99", unit: "ms", ours: ours.p99, against: ideal, goal: null },
  ]
}
