/** A hub on SQLite at two hundred requests a second: how long its event loop stands still, and what memory it then holds. */
import { setTimeout as pause } from "node:timers/promises"
import { SCRIPTS, type ScriptName } from "../load/scripts.ts"
import { median, percentile } from "../measure.ts"
import { readStall } from "../read-stall.ts"
import type { Row } from "../report.ts"
import { API_KEY, provisionedHub, STORE_ID } from "../stage.ts"

const LINE = "hub at 200 requests a second"
const PER_SECOND = 200
const SECONDS = 10
const WARM_SECONDS = 2
const PACE_MS = 5
const LOOK_EVERY_MS = 1_000
const STALL_MS = 50
/** In turn: three orders that came paid to five heartbeats. */
const ROUND: readonly ScriptName[] = [
  "create-paid",
  "beat",
  "beat",
  "create-paid",
  "beat",
  "beat",
  "create-paid",
  "beat",
]

export async function benchSteady(): Promise<Row[]> {
  const { place, hub } = await provisionedHub()
  const url = `http://127.0.0.1:${place.port}`
  await load(place.port, { seconds: WARM_SECONDS, name: "warm" })
  await readStall(url)
  const stalls: number[] = []
  const memory: number[] = []
  const look = setInterval(() => {
    memory.push(hub.memory())
    void readStall(url).then((ms) => ms !== null && stalls.push(ms))
  }, LOOK_EVERY_MS)
  const waits = await load(place.port, { seconds: SECONDS, name: "steady" })
  clearInterval(look)
  await hub.kill()
  const row = (what: string, ours: number, atMost: number | null, unit = "ms"): Row => ({
    ...{ line: LINE, what, unit, ours, against: null },
    goal: atMost === null ? null : { of: "value", atMost },
  })
  return [
    row("event loop stands still, p99 of a second, median", median(stalls), null),
    row("event loop stands still, p99 of the worst second", Math.max(...stalls), STALL_MS),
    row("answered, p50", median(waits), null),
    row("answered, p99", percentile(waits, 99), null),
    row("memory under it", Math.max(...memory), null, "MiB"),
  ]
}

/** How long each was waited for. All are answered before it ends. */
async function load(port: number, { seconds, name }: { seconds: number; name: string }): Promise<number[]> {
  const from = performance.now()
  const waits: Promise<number>[] = []
  while (waits.length < seconds * PER_SECOND) {
    for (; waits.length < ((performance.now() - from) / 1_000) * PER_SECOND; )
      waits.push(ask(port, { n: waits.length, name }))
    await pause(PACE_MS)
  }
  return Promise.all(waits)
}

async function ask(port: number, { n, name }: { n: number; name: string }): Promise<number> {
  const script = ROUND[n % ROUND.length] ?? "beat"
  const from = performance.now()
  for (const { method, path, body, expect } of SCRIPTS[script]({ name: `${name}-${n}`, n, storeId: STORE_ID })) {
    const headers = { "x-api-key": API_KEY, "content-type": "application/json" }
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method, headers, ...(body && { body }) })
    const text = await answer.text()
    if (answer.status !== expect) throw new Error(`${path} answered ${answer.status}: ${text}`)
  }
  return performance.now() - from
}
