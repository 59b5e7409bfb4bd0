/** Runs a burst of load in its own process, and compares servers by alternating bursts. */
import type { Load, LoadResult } from "./load/generate-load.ts"
import { alternate, median } from "./measure.ts"
import { benchProgram, run } from "./processes.ts"
import { API_KEY, STORE_ID } from "./stage.ts"

const CONNECTIONS = 64
const ROUNDS = 3
const BURST_SECONDS = 1.2

type Burst = Pick<Load, "port" | "script"> & Partial<Pick<Load, "count" | "connections" | "seconds" | "credentials">>

export async function runLoad(burst: Burst): Promise<LoadResult> {
  const usual = { credentials: [`x-api-key: ${API_KEY}`], connections: CONNECTIONS, seconds: BURST_SECONDS }
  const load: Load = { storeId: STORE_ID, ...usual, ...burst }
  return JSON.parse(await run(benchProgram("load/generate-load"), [JSON.stringify(load)]))
}

export interface Rate {
  readonly perSecond: number
  readonly p99: number
}

/** The medians of each server under the same script. */
export async function compareServers<Name extends string>(
  ports: Readonly<Record<Name, number>>,
  script: Load["script"],
): Promise<Record<Name, Rate>> {
  const names = Object.keys(ports) as Name[]
  const sides = Object.fromEntries(names.map((name) => [name, () => runLoad({ port: ports[name], script })])) as Record<
    Name,
    () => Promise<LoadResult>
  >
  const results = await alternate(ROUNDS, sides)
  const rates = names.map((name) => [
    name,
    { perSecond: median(results[name].map((one) => one.perSecond)), p99: median(results[name].map((one) => one.p99)) },
  ])
  return Object.fromEntries(rates)
}
