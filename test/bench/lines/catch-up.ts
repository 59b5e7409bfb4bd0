/** A store that was away tells the hub of ten thousand orders, against bare MQTT batches of 500 into SQLite. */
import { join } from "node:path"
import Sqlite from "better-sqlite3"
import { freePorts } from "../../kit/ports.ts"
import { backlog } from "../backlog.ts"
import { alternate, median } from "../measure.ts"
import { openMeter } from "../meter.ts"
import { benchProgram, run, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { stage, startBox, startHub } from "../stage.ts"

const ROUNDS = 3
/** A quarter of what CouchDB's replication needs for such an order. */
const WIRE_BYTES_GOAL = 450
const LOOK_EVERY_MS = 20
const TIMEOUT_MS = 60_000

interface CaughtUp {
  readonly perSecond: number
  readonly bytesPerOp: number
  /** Bytes of an op in a gzipped batch; null where it was not looked at. */
  readonly gzippedPerOp: number | null
}

export async function benchCatchUp(): Promise<Row[]> {
  await backlog()
  const results = await alternate(ROUNDS, { ours: catchUp, ideal: bareCatchUp })
  const perSecond = (side: "ours" | "ideal") => median(results[side].map((one) => one.perSecond))
  const bytes = (side: "ours" | "ideal") => median(results[side].map((one) => one.bytesPerOp))
  const line = "sync catch-up"
  const gzipped = median(results.ideal.map((one) => one.gzippedPerOp ?? 0))
  return [
    {
      line,
      what: "orders taken in",
      unit: "/s",
      ours: perSecond("ours"),
      against: { name: "MQTT batches of 500", value: perSecond("ideal") },
      goal: { of: "ratio", atLeast: 0.5 },
    },
    {
      line,
      what: "on the wire, an order",
      unit: "B",
      ours: bytes("ours"),
      against: { name: "MQTT batches of 500", value: bytes("ideal") },
      goal: { of: "value", atMost: WIRE_BYTES_GOAL },
    },
    {
      line,
      what: "on the wire, an order",
      unit: "B",
      ours: bytes("ours"),
      against: { name: "the same, gzipped", value: gzipped },
      goal: null,
    },
  ]
}

/** From the first byte that the box sends to the commit of the last op at the hub. */
async function catchUp(): Promise<CaughtUp> {
  const [{ hubData }, { stopped, ops }] = await Promise.all([stage(), backlog()])
  const [hubPort = 0, hubMqtt = 0, port = 0, mqttPort = 0] = await freePorts(4)
  const hubCopy = scratch(hubData)
  const hub = startHub({ data: hubCopy, port: hubPort, mqttPort: hubMqtt })
  await untilWell(hubPort, hub)
  let firstAt = 0
  const meter = await openMeter(hubMqtt, () => {
    firstAt ||= performance.now()
  })
  const box = startBox({ data: scratch(stopped), port, mqttPort, hubPort, uplinkPort: meter.port })
  await untilApplied(join(hubCopy, "hub.db"), ops)
  const seconds = (performance.now() - firstAt) / 1000
  const bytesPerOp = meter.sent() / ops
  await Promise.all([box.kill(), hub.kill()])
  await meter.close()
  return { perSecond: ops / seconds, bytesPerOp, gzippedPerOp: null }
}

async function untilApplied(file: string, ops: number): Promise<void> {
  const db = new Sqlite(file, { readonly: true })
  const applied = db.prepare("SELECT max(applied) FROM store_link").pluck()
  const until = performance.now() + TIMEOUT_MS
  while ((applied.get() as number) < ops) {
    if (performance.now() > until) throw new Error(`the hub applied ${applied.get()} of ${ops} ops`)
    await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
  }
  db.close()
}

async function bareCatchUp(): Promise<CaughtUp> {
  const { stopped } = await backlog()
  const [port = 0] = await freePorts(1)
  const hub = start(benchProgram("baselines/catch-up-hub"), [`${port}`, join(scratch(), "bare.db")])
  await hub.says(/up/)
  const said = await run(benchProgram("baselines/catch-up-store"), [`${port}`, join(stopped, "box.db")])
  await hub.kill()
  const { ms, ops, bytes, gzipped } = JSON.parse(said) as Record<"ms" | "ops" | "bytes" | "gzipped", number>
  return { perSecond: ops / (ms / 1000), bytesPerOp: bytes / ops, gzippedPerOp: gzipped / ops }
}
