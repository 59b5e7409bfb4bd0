/** A store that was away tells the hub of ten thousand orders, against bare MQTT batches of 500 into SQLite; near, far, and while its neighbour sells. */
import { join } from "node:path"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { freePorts } from "../../kit/ports.ts"
import { backlog, ORDERS } from "../backlog.ts"
import { alternate, median, percentile } from "../measure.ts"
import { openMeter } from "../meter.ts"
import { PEERS } from "../peers.ts"
import { benchProgram, run, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { copyBox, stage, startBox, startHub } from "../stage.ts"
import { openNeighbour } from "./neighbour.ts"

const ROUNDS = 3
/** A quarter of what CouchDB's replication needs for such an order. */
const WIRE_BYTES_GOAL = 450
const LOOK_EVERY_MS = 20
const TIMEOUT_MS = 300_000
const FAR_ONE_WAY_MS = 50
const FAR_SECONDS_GOAL = 10
const LIVE_MS_GOAL = 1_000
const LINE = "sync catch-up"

interface CaughtUp {
  readonly seconds: number
  readonly ops: number
  readonly bytes: number
  /** Bytes of the same in gzipped batches; null where it was not looked at. */
  readonly gzipped: number | null
}

interface Asked {
  readonly documents?: boolean
  readonly oneWayMs?: number
  /** Runs from the first byte until the last op is applied; answers its waits. */
  readonly meanwhile?: (hub: { data: string; port: number; mqttPort: number }) => Promise<() => Promise<number[]>>
}

export async function benchCatchUp(): Promise<Row[]> {
  await backlog(false)
  const results = await alternate(ROUNDS, { ours: () => catchUp({}), ideal: () => bareCatchUp(false) })
  const withDocuments = await alternate(1, {
    ours: () => catchUp({ documents: true }),
    ideal: () => bareCatchUp(true),
  })
  const far = await catchUp({ oneWayMs: FAR_ONE_WAY_MS })
  const waits: number[] = []
  await catchUp({ meanwhile: (hub) => openNeighbour(hub, waits) })
  const peer: Row = {
    ...{
      line: LINE,
      what: "changes taken in",
      unit: "/s",
      ours: median(results.ours.map((one) => one.ops / one.seconds)),
    },
    ...{ against: PEERS.pouchDb, goal: { of: "ratio", atLeast: 2.5 } },
  }
  return [...rowsOf("", results), peer, ...rowsOf(", a document each", withDocuments), ...rowsOfLife(far, waits)]
}

type Sides = Readonly<Record<"ours" | "ideal", readonly CaughtUp[]>>

function rowsOf(more: string, results: Sides): Row[] {
  const rate = (side: keyof Sides) => median(results[side].map((one) => one.ops / one.seconds))
  const bytes = median(results.ours.map((one) => one.bytes / ORDERS))
  const gzipped = median(results.ideal.map((one) => (one.gzipped ?? 0) / ORDERS))
  return [
    {
      line: LINE,
      what: `changes taken in${more}`,
      unit: "/s",
      ours: rate("ours"),
      against: { name: "MQTT batches of 500", value: rate("ideal") },
      goal: { of: "ratio", atLeast: 0.5 },
    },
    {
      line: LINE,
      what: `on the wire, an order${more}`,
      unit: "B",
      ours: bytes,
      against: { name: "500 at once, gzipped", value: gzipped },
      goal: { of: "value", atMost: WIRE_BYTES_GOAL },
    },
  ]
}

function rowsOfLife(far: CaughtUp, waits: readonly number[]): Row[] {
  const row = { line: LINE, against: null }
  return [
    {
      ...row,
      what: "10,000 orders, 100 ms there and back",
      unit: "s",
      ours: far.seconds,
      goal: { of: "value", atMost: FAR_SECONDS_GOAL },
    },
    {
      ...row,
      what: `a neighbour's ${waits.length} sales meanwhile, at the hub, p99`,
      unit: "ms",
      ours: percentile(waits, 99),
      goal: { of: "value", atMost: LIVE_MS_GOAL },
    },
  ]
}

/** From the first byte that the box sends to the commit of the last op at the hub. */
async function catchUp({ documents = false, oneWayMs = 0, meanwhile }: Asked): Promise<CaughtUp> {
  const [{ hubData }, { stopped, ops }] = await Promise.all([stage(documents), backlog(documents)])
  const [hubPort = 0, hubMqtt = 0, port = 0, mqttPort = 0] = await freePorts(4)
  const hubCopy = scratch(hubData)
  const place = { data: hubCopy, port: hubPort, mqttPort: hubMqtt }
  const hub = startHub(place)
  await untilWell(hubPort, hub)
  const stopMeanwhile = await meanwhile?.(place)
  let firstAt = 0
  const see = () => {
    firstAt ||= performance.now()
  }
  const meter = await openMeter(hubMqtt, see, oneWayMs)
  const box = startBox({ data: copyBox(stopped), port, mqttPort, hubPort, uplinkPort: meter.port })
  await untilApplied(join(hubCopy, "hub.db"), ops)
  const seconds = (performance.now() - firstAt) / 1000
  const bytes = meter.sent()
  await stopMeanwhile?.()
  await Promise.all([box.kill(), hub.kill()])
  await meter.close()
  return { seconds, ops, bytes, gzipped: null }
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

async function bareCatchUp(documents: boolean): Promise<CaughtUp> {
  const { stopped } = await backlog(documents)
  const [port = 0] = await freePorts(1)
  const hub = start(benchProgram("baselines/catch-up-hub"), [`${port}`, join(scratch(), "bare.db")])
  await hub.says(/up/)
  const said = await run(benchProgram("baselines/catch-up-store"), [`${port}`, join(stopped, "box.db")])
  await hub.kill()
  const { ms, ops, bytes, gzipped } = JSON.parse(said) as Record<"ms" | "ops" | "bytes" | "gzipped", number>
  return { seconds: ms / 1000, ops, bytes, gzipped }
}
