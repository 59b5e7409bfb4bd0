/** Orders and heartbeats that a hub accepts on SQLite, against the bare ideal. */
import { join } from "node:path"
import { freePorts } from "../../kit/ports.ts"
import { benchProgram, scratch, start } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers } from "../run-load.ts"
import { API_KEY, provisionedHub } from "../stage.ts"

export async function benchHubOrders(): Promise<Row[]> {
  const { place, hub } = await provisionedHub()
  const [together = 0, alone = 0] = await freePorts(2)
  const bare = (at: number, commit: string) =>
    start(benchProgram("baselines/serve-sqlite"), [`${at}`, join(scratch(), "bare.db"), commit, API_KEY])
  const bares = [bare(together, "turn"), bare(alone, "each")]
  await Promise.all(bares.map((one) => one.says(/up/)))
  const paid = await compareServers({ ours: place.port, together, alone }, "create-paid")
  const charged = await compareServers({ ours: place.port, together }, "create-confirm")
  const beats = await compareServers({ ours: place.port, together }, "beat")
  const memory = hub.memory()
  await Promise.all([hub, ...bares].map((one) => one.kill()))
  const line = "hub on SQLite"
  const ideal = "Express, commit per turn"
  const rate = (what: string, ours: number, value: number, least: number | null, name = ideal): Row => ({
    line,
    what,
    unit: "/s",
    ours,
    against: { name, value },
    goal: least === null ? null : { of: "ratio", atLeast: least },
  })
  return [
    rate("orders, prepaid", paid.ours.perSecond, paid.together.perSecond, 0.5),
    rate("orders, prepaid", paid.ours.perSecond, paid.alone.perSecond, null, "Express, commit per request"),
    rate("orders + confirm", charged.ours.perSecond, charged.together.perSecond, 0.5),
    rate("heartbeats", beats.ours.perSecond, beats.together.perSecond, 0.7),
    {
      line,
      what: "orders, prepaid, p99",
      unit: "ms",
      ours: paid.ours.p99,
      against: { name: ideal, value: paid.together.p99 },
      goal: null,
    },
    { line, what: "memory after it", unit: "MiB", ours: memory, against: null, goal: null },
  ]
}
