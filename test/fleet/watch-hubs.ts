/** Looks at the hubs of a fleet while they work: memory, processor, event loop, and how long the dashboard's lists are waited for. */
import { readFileSync } from "node:fs"
import { ADMIN_ENDPOINTS as ADMIN } from "../../protocol/http/admin/endpoints.ts"
import { readStall } from "../bench/read-stall.ts"
import { type Waits, waitsOf } from "./meter.ts"
import type { HubProcess } from "./servers.ts"

const LOOK_EVERY_MS = 1_000
const ASK_EVERY_MS = 250
const TICKS_PER_SECOND = 100
const PASSWORD = "a-good-password"
/** It settles in the first part of a run. */
const SETTLED_SHARE = 1 / 3

const LISTS = {
  "stores, worst first": `${ADMIN.listStores.path}?size=50`,
  "stores by state, counted": ADMIN.countStores.path,
  "orders, the latest": ADMIN.searchOrders.path,
  "orders of a status": `${ADMIN.searchOrders.path}?status=COMPLETED`,
  "what asks for a person": ADMIN.countActionItems.path,
} as const

export interface HubFigures {
  /** In MiB, of the process that has most. */
  readonly memory: { readonly first: number; readonly settled: number; readonly last: number; readonly most: number }
  /** Of one core, per process. */
  readonly busy: readonly number[]
  /** Its own p99 of each second, in milliseconds: the median of them, and the worst. */
  readonly loop: Waits
  readonly lists: Readonly<Record<string, Waits>>
  readonly refusedAsks: number
}

export interface HubWatch {
  /** In MiB, now. */
  memory(): number
  stop(): HubFigures
}

export async function signIn(url: string, token: string): Promise<string> {
  const answer = await fetch(url + ADMIN.openByLink.path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-brasa-csrf": "1" },
    body: JSON.stringify({ token, password: PASSWORD }),
  })
  if (answer.status !== 200) throw new Error(`nobody may sign in: ${answer.status} ${await answer.text()}`)
  return (answer.headers.get("set-cookie") ?? "").split(";")[0] ?? ""
}

export function watchHubs(hubs: readonly HubProcess[], cookie: string): HubWatch {
  const memory: number[] = []
  const loops: number[] = []
  const lists = Object.fromEntries(Object.keys(LISTS).map((name) => [name, [] as number[]]))
  let refusedAsks = 0
  let asked = 0
  let asking = false
  const from = performance.now()
  const worked = hubs.map(processorSeconds)
  const heaviest = () => Math.max(...hubs.map((hub) => hub.running().memory()))
  const look = setInterval(() => {
    memory.push(heaviest())
    for (const { url } of hubs) void readStall(url).then((ms) => ms !== null && loops.push(ms))
  }, LOOK_EVERY_MS)
  const ask = setInterval(async () => {
    if (asking) return
    asking = true
    const [name = "", path = ""] = Object.entries(LISTS)[asked % Object.keys(LISTS).length] ?? []
    const url = hubs[asked % hubs.length]?.url ?? ""
    asked += 1
    const begun = performance.now()
    const good = await fetch(url + path, { headers: { cookie } })
      .then(async (answer) => (await answer.text()) !== "" && answer.status === 200)
      .catch(() => false)
    if (good) lists[name]?.push(performance.now() - begun)
    else refusedAsks += 1
    asking = false
  }, ASK_EVERY_MS)
  return {
    memory: heaviest,
    stop() {
      clearInterval(look)
      clearInterval(ask)
      const seconds = (performance.now() - from) / 1_000
      const share = (hub: HubProcess, n: number) => round((processorSeconds(hub) - (worked[n] ?? 0)) / seconds, 100)
      return {
        memory: {
          first: round(memory[0] ?? 0),
          settled: round(memory[Math.floor(memory.length * SETTLED_SHARE)] ?? 0),
          last: round(memory.at(-1) ?? 0),
          most: round(Math.max(0, ...memory)),
        },
        busy: hubs.map(share),
        loop: waitsOf(loops),
        lists: Object.fromEntries(Object.entries(lists).map(([name, times]) => [name, waitsOf(times)])),
        refusedAsks,
      }
    },
  }
}

function processorSeconds(hub: HubProcess): number {
  const [, fields = ""] = readFileSync(`/proc/${hub.running().pid}/stat`, "utf8").split(") ")
  const [user = 0, system = 0] = fields.split(" ").slice(11, 13).map(Number)
  return (user + system) / TICKS_PER_SECOND
}

function round(value: number, parts = 1): number {
  return Math.round(value * parts) / parts
}
