/** What the journal beside the database costs: orders on the box, its hub away, with it and without. */
import { pathToFileURL } from "node:url"
import { freePorts } from "../../kit/ports.ts"
import type { Load } from "../load/generate-load.ts"
import { alternate, median } from "../measure.ts"
import { benchProgram, type Running, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { runLoad } from "../run-load.ts"
import { copyBox, stage, startBox } from "../stage.ts"

/** The two differ by a few per cent: three rounds do not tell that from the machine's own unrest. */
const ROUNDS = 11
const BURST_ORDERS = 1_000

export async function benchJournal(): Promise<Row[]> {
  const { boxData } = await stage()
  const [port = 0, mqttPort = 0, other = 0, otherMqtt = 0, gone = 0] = await freePorts(5)
  const away = { hubPort: gone, uplinkPort: gone }
  const ours = startBox({ data: copyBox(boxData), port, mqttPort, ...away })
  const preload = pathToFileURL(benchProgram("baselines/without-journal")).href
  const env = { NODE_OPTIONS: `--import ${preload}` }
  const without = startBox({ data: copyBox(boxData), port: other, mqttPort: otherMqtt, ...away, env })
  await Promise.all([untilWell(port, ours), untilWell(other, without)])
  const rows: Row[] = []
  for (const [what, script] of [
    ["create, prepaid", "create-paid"],
    ["create + confirm", "create-confirm"],
  ] as const) {
    const found = await alternate(ROUNDS, { ours: burst(ours, port, script), without: burst(without, other, script) })
    rows.push(...rowsOf(what, found))
  }
  await Promise.all([ours, without].map((box) => box.kill()))
  return rows
}

interface Burst {
  readonly perSecond: number
  /** Of the box's process, in microseconds. */
  readonly processorPerOrder: number
}

function burst(box: Running, port: number, script: Load["script"]): () => Promise<Burst> {
  return async () => {
    const before = box.processor()
    const { perSecond } = await runLoad({ port, script, count: BURST_ORDERS })
    return { perSecond, processorPerOrder: ((box.processor() - before) * 1_000) / BURST_ORDERS }
  }
}

function rowsOf(what: string, { ours, without }: Record<"ours" | "without", Burst[]>): Row[] {
  const line = "the box's journal"
  const of = (bursts: readonly Burst[], figure: keyof Burst) => median(bursts.map((one) => one[figure]))
  const against = (figure: keyof Burst) => ({ name: "the same box without it", value: of(without, figure) })
  return [
    {
      line,
      what,
      unit: "/s",
      ours: of(ours, "perSecond"),
      against: against("perSecond"),
      goal: { of: "ratio", atLeast: 0.95 },
    },
    {
      line,
      what: `${what}, processor time`,
      unit: "µs",
      ours: of(ours, "processorPerOrder"),
      against: against("processorPerOrder"),
      goal: { of: "ratio", atMost: 1.05 },
    },
  ]
}
