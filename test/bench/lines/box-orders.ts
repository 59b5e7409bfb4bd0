/** Orders that a box takes durably over HTTP on the LAN, its hub away, against the bare ideal. */
import { join } from "node:path"
import { freePorts } from "../../kit/ports.ts"
import { benchProgram, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers, type Rate } from "../run-load.ts"
import { API_KEY, copyBox, stage, startBox } from "../stage.ts"

export async function benchBoxOrders(): Promise<Row[]> {
  const { boxData } = await stage()
  const [port = 0, mqttPort = 0, gone = 0, together = 0, alone = 0] = await freePorts(5)
  const box = startBox({ data: copyBox(boxData), port, mqttPort, hubPort: gone, uplinkPort: gone })
  const bare = (at: number, commit: string) =>
    start(benchProgram("baselines/serve-sqlite"), [`${at}`, join(scratch(), "bare.db"), commit, API_KEY])
  const bares = [bare(together, "turn"), bare(alone, "each")]
  await untilWell(port, box)
  await Promise.all(bares.map((one) => one.says(/up/)))
  const ports = { ours: port, together, alone }
  const paid = await compareServers(ports, "create-paid")
  const charged = await compareServers({ ours: port, together }, "create-confirm")
  const memory = box.memory()
  await Promise.all([box, ...bares].map((one) => one.kill()))
  const line = "orders on the box"
  const per = (what: string, rates: Record<"ours" | "together", Rate>): Row[] => [
    {
      line,
      what,
      unit: "/s",
      ours: rates.ours.perSecond,
      against: { name: "Express, commit per turn", value: rates.together.perSecond },
      goal: { of: "ratio", atLeast: 0.5 },
    },
    {
      line,
      what: `${what}, p99`,
      unit: "ms",
      ours: rates.ours.p99,
      against: { name: "Express, commit per turn", value: rates.together.p99 },
      goal: null,
    },
  ]
  return [
    ...per("create, prepaid", paid),
    {
      line,
      what: "create, prepaid",
      unit: "/s",
      ours: paid.ours.perSecond,
      against: { name: "Express, commit per request", value: paid.alone.perSecond },
      goal: null,
    },
    ...per("create + confirm", charged),
    { line, what: "memory after it", unit: "MiB", ours: memory, against: null, goal: null },
  ]
}
