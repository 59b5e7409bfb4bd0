/** The broker with credentials and fenced topics against aedes as it comes, and what an idle client costs. */
import { freePorts } from "../../kit/ports.ts"
import { alternate, median } from "../measure.ts"
import { benchProgram, run, start } from "../processes.ts"
import type { Row } from "../report.ts"

const ROUNDS = 3
const SECONDS = 1.2
const CLIENTS = 8
const IDLE_CLIENTS = 1_000
const SETTLE_MS = 500
const PASSWORD = "bench-credential"

export async function benchBroker(): Promise<Row[]> {
  const [bare = 0, fenced = 0] = await freePorts(2)
  const program = benchProgram("baselines/run-broker")
  const brokers = [start(program, [`${bare}`, "bare"]), start(program, [`${fenced}`, "fenced", PASSWORD])]
  await Promise.all(brokers.map((one) => one.says(/up/)))
  const rates = await alternate(ROUNDS, { bare: () => publish(bare), fenced: () => publish(fenced) })
  await Promise.all(brokers.map((one) => one.kill()))
  const idle = await alternate(1, { bare: () => idleClient("bare"), fenced: () => idleClient("fenced") })
  const line = "broker"
  return [
    {
      line,
      what: "messages, QoS 1, 1 KB",
      unit: "/s",
      ours: median(rates.fenced),
      against: { name: "bare aedes", value: median(rates.bare) },
      goal: { of: "ratio", atLeast: 0.6 },
    },
    {
      line,
      what: "memory of an idle client",
      unit: "KiB",
      ours: median(idle.fenced),
      against: { name: "bare aedes", value: median(idle.bare) },
      goal: { of: "value", atMost: 45 },
    },
  ]
}

async function publish(port: number): Promise<number> {
  const args = [`${port}`, `${CLIENTS}`, `${SECONDS}`, PASSWORD]
  return (JSON.parse(await run(benchProgram("load/publish-load"), args)) as { perSecond: number }).perSecond
}

async function idleClient(kind: "bare" | "fenced"): Promise<number> {
  const [port = 0] = await freePorts(1)
  const broker = start(benchProgram("baselines/run-broker"), [`${port}`, kind, PASSWORD])
  await broker.says(/up/)
  const before = broker.memory()
  const crowd = start(benchProgram("load/publish-load"), [`${port}`, `${IDLE_CLIENTS}`, "0", PASSWORD])
  await crowd.says(/connected/)
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS))
  const kib = ((broker.memory() - before) * 1024) / IDLE_CLIENTS
  await Promise.all([crowd.kill(), broker.kill()])
  return kib
}
