/** From the start of a process to its first good answer, and the memory it then holds, against the bare libraries. */
import { join } from "node:path"
import { freePorts } from "../../kit/ports.ts"
import { backlog } from "../backlog.ts"
import { alternate, median } from "../measure.ts"
import { benchProgram, type Running, scratch, start, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { stage, startBox, startHub } from "../stage.ts"

const ROUNDS = 5
const IDLE_MS = 500

interface Started {
  readonly ms: number
  readonly memory: number
}

export async function benchColdStart(): Promise<Row[]> {
  const { killed, stopped } = await backlog()
  const { hubData } = await stage()
  const results = await alternate(ROUNDS, {
    floor: () => startedAs((ports) => bareFloor(ports, stopped)),
    box: () => startedAs((ports) => box(ports, stopped)),
    killed: () => startedAs((ports) => box(ports, killed)),
    hub: () => startedAs(([port, mqttPort]) => startHub({ data: scratch(hubData), port, mqttPort })),
  })
  const ms = (side: keyof typeof results) => median(results[side].map((one) => one.ms))
  const memory = (side: keyof typeof results) => median(results[side].map((one) => one.memory))
  const time = (what: string, side: keyof typeof results, atMost: number): Row => ({
    line: "cold start",
    what,
    unit: "ms",
    ours: ms(side),
    against: { name: "the libraries alone", value: ms("floor") },
    goal: { of: "ratio", atMost },
  })
  const rss = (what: string, side: keyof typeof results): Row => ({
    line: "memory, idle",
    what,
    unit: "MiB",
    ours: memory(side),
    against: { name: "the libraries alone", value: memory("floor") },
    goal: { of: "value", atMost: 125 },
  })
  return [
    time("box, 10,000 orders", "box", 2),
    time("box, after kill -9", "killed", 3),
    time("hub", "hub", 2),
    rss("box", "box"),
    rss("hub", "hub"),
  ]
}

type Ports = readonly [number, number, number]

async function startedAs(begin: (ports: Ports) => Running): Promise<Started> {
  const [port = 0, mqttPort = 0, gone = 0] = await freePorts(3)
  const running = begin([port, mqttPort, gone])
  const ms = await untilWell(port, running)
  await new Promise((resolve) => setTimeout(resolve, IDLE_MS))
  const memory = running.memory()
  await running.kill()
  return { ms, memory }
}

function box([port, mqttPort, gone]: Ports, data: string): Running {
  return startBox({ data: scratch(data), port, mqttPort, hubPort: gone, uplinkPort: gone })
}

function bareFloor([port, mqttPort]: Ports, data: string): Running {
  return start(benchProgram("baselines/floor"), [`${port}`, `${mqttPort}`, join(scratch(data), "box.db")])
}
