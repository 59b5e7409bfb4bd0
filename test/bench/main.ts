/** The bench: each line of work against a bare baseline in the same run on the same machine, as ratios beside their goals. */
import { readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"
import { parseArgs } from "node:util"
import { drawFound, type Found } from "./draw.ts"
import { benchBoxOrders } from "./lines/box-orders.ts"
import { benchBroker } from "./lines/broker.ts"
import { benchCallbacks, benchCallbacksPostgres } from "./lines/callbacks.ts"
import { benchCatchUp } from "./lines/catch-up.ts"
import { benchColdStart } from "./lines/cold-start.ts"
import { benchDashboard, benchDashboardPostgres } from "./lines/dashboard.ts"
import { benchHealth } from "./lines/health.ts"
import { benchHubOrders } from "./lines/hub-orders.ts"
import { benchHubPostgres } from "./lines/hub-postgres.ts"
import { benchJournal } from "./lines/journal.ts"
import { benchLists } from "./lines/lists.ts"
import { benchLongLists, benchLongListsPostgres } from "./lines/long-lists.ts"
import { benchMenu } from "./lines/menu.ts"
import { benchPages } from "./lines/pages.ts"
import { benchPrinting } from "./lines/printing.ts"
import { benchQueue } from "./lines/queue.ts"
import { benchSlowDisk } from "./lines/slow-disk.ts"
import { benchSteady } from "./lines/steady.ts"
import { benchVendure } from "./lines/vendure.ts"
import { benchWebhooks } from "./lines/webhooks.ts"
import { buildPrograms, cleanUp, complaints, stopAll } from "./processes.ts"
import { type CheckedLine, checkLine, type Row, tableOf } from "./report.ts"

const RESULTS_FILE = "bench-results.json"
/** Drawn when all the usual lines were run, or where `--page` asks for it. */
const PAGE_FILE = "docs/pictures/bench.svg"
const NAME_WIDTH = 20

interface Line {
  readonly about: string
  readonly run: () => Promise<Row[]>
  /** Takes minutes, and is run only where it is named. */
  readonly long?: true
}

const LINES: Readonly<Record<string, Line>> = {
  box: { about: "orders a second, durable on the box", run: benchBoxOrders },
  journal: { about: "orders on the box, with and without its journal", run: benchJournal },
  hub: { about: "orders and heartbeats a second at the hub, SQLite", run: benchHubOrders },
  postgres: { about: "orders a second at the hub, PostgreSQL", run: benchHubPostgres },
  callbacks: { about: "callbacks accepted and worked off, SQLite", run: benchCallbacks },
  "callbacks-postgres": { about: "callbacks accepted and worked off, PostgreSQL", run: benchCallbacksPostgres },
  "callbacks-slow-disk": {
    about: "callbacks accepted where each sync takes 5 ms longer (needs strace)",
    run: benchSlowDisk,
  },
  steady: { about: "two hundred requests a second: event loop, memory", run: benchSteady },
  health: { about: "heartbeats at the hub, and the watch over 10,000 components", run: benchHealth },
  queue: { about: "jobs enqueued and worked off at the hub, SQLite", run: benchQueue },
  webhooks: { about: "from an order to the receiver of its event, and deliveries a second", run: benchWebhooks },
  "catch-up": { about: "10,000 orders from a store that was away", run: benchCatchUp },
  "cold-start": { about: "time to the first answer, memory", run: benchColdStart },
  menu: { about: "20,000 products loaded at once, menus of 5,000 products read", run: benchMenu },
  pages: { about: "first load of each of the store's screens", run: benchPages },
  dashboard: {
    about: "headquarters' lists and totals at 2,000 stores and 1,000,000 orders, SQLite",
    run: benchDashboard,
    long: true,
  },
  "dashboard-postgres": {
    about: "the same on PostgreSQL",
    run: benchDashboardPostgres,
    long: true,
  },
  lists: {
    about: "orders listed by each filter with an index: at 1,000,000 orders against 10,000, SQLite",
    run: benchLists,
    long: true,
  },
  "long-lists": {
    about: "every list and search of the hub, each filter, with 1,000,000 rows in each large table, SQLite",
    run: benchLongLists,
    long: true,
  },
  "long-lists-postgres": { about: "the same on PostgreSQL", run: benchLongListsPostgres, long: true },
  vendure: {
    about: "the hub beside Vendure on one PostgreSQL; fetches it from npm the first time (140 MB, half a minute)",
    run: benchVendure,
    long: true,
  },
  printing: { about: "papers as bytes, and the wait for the first of them", run: benchPrinting },
  broker: { about: "messages a second with credentials", run: benchBroker },
}

const USUAL = Object.keys(LINES).filter((name) => !LINES[name]?.long)

process.exitCode = await main()

async function main(): Promise<number> {
  const { values } = parseArgs({
    options: {
      help: { type: "boolean", short: "h" },
      only: { type: "string", multiple: true },
      json: { type: "string", default: RESULTS_FILE },
      page: { type: "string" },
      draw: { type: "string" },
    },
  })
  if (values.help) return say(usage())
  if (values.draw) return draw(JSON.parse(readFileSync(values.draw, "utf8")), values.page ?? PAGE_FILE)
  const unknown = (values.only ?? []).filter((name) => !LINES[name])
  if (unknown.length > 0) return say(`bench: there is no line "${unknown.join('", "')}"\n\n${usage()}`, 2)
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => void cleanUp().then(() => process.exit(1)))
  try {
    await buildPrograms()
    const { rows, failed } = await runLines(values.only ?? USUAL)
    const found: Found = { at: new Date().toISOString(), machine: machine(), rows, failed }
    writeFileSync(values.json, `${JSON.stringify(found, null, 2)}\n`)
    const page = values.page ?? (values.only ? null : PAGE_FILE)
    if (page) draw(found, page)
    say(`\n${tableOf(rows)}\n${describe(rows)}; the figures are in ${values.json}\n`)
    return failed.length === 0 ? 0 : say(`bench: failed: ${failed.join(", ")}\n`, 1)
  } catch (error) {
    return say(`${(error as Error).message}\n${complaints().join("\n")}\n`, 1)
  } finally {
    await cleanUp()
  }
}

function draw(found: Found, page: string): number {
  writeFileSync(page, drawFound(found))
  return say(`the picture is in ${page}\n`)
}

/** A line that fails takes no other line's figures with it. */
async function runLines(names: readonly string[]): Promise<{ rows: CheckedLine[]; failed: string[] }> {
  const rows: CheckedLine[] = []
  const failed: string[] = []
  for (const name of names) {
    const from = performance.now()
    try {
      const found = (await LINES[name]?.run()) ?? []
      rows.push(...found.map(checkLine))
      process.stderr.write(`${name}: ${((performance.now() - from) / 1000).toFixed(1)} s\n`)
    } catch (error) {
      failed.push(name)
      process.stderr.write(`${name} failed: ${(error as Error).message}\n${complaints().join("\n")}\n`)
    }
    // What a line has started ends with it, also where it failed.
    await stopAll()
  }
  return { rows, failed }
}

function machine() {
  return { cpu: cpus()[0]?.model ?? "", cores: cpus().length, node: process.version, load: loadavg() }
}

function describe(rows: readonly CheckedLine[]): string {
  const short = rows.filter(({ met }) => met === false).length
  const judged = rows.filter(({ met }) => met !== null).length
  const { cpu, cores, node, load } = machine()
  return `${judged - short} of ${judged} goals reached; ${cores} × ${cpu}, Node ${node}, load ${load[0]?.toFixed(1)}`
}

function usage(): string {
  const usage = "Usage: npm run bench -- [--only LINE]… [--json FILE] [--page FILE.svg] [--draw FILE.json]"
  const told = (names: readonly string[]) =>
    names.map((name) => `  ${name.padEnd(NAME_WIDTH)}${LINES[name]?.about}\n`).join("")
  const long = Object.keys(LINES).filter((name) => LINES[name]?.long)
  return `${usage}\n\nLines:\n${told(USUAL)}\nOnly where they are named, since each takes minutes:\n${told(long)}`
}

function say(text: string, code = 0): number {
  const stream = code === 0 ? process.stdout : process.stderr
  stream.write(text)
  return code
}
