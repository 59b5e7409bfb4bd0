/** A box that only prints, and dies (as by kill -9) at the nth step of a kind: FILE SPEC KIND N. Without a kind it says how many there are. */
import { writeSync } from "node:fs"
import type { Database, Statement } from "better-sqlite3"
import { createPrinting, type PrintingDeps, readPrinterSpec } from "../../../appliance/printing/index.ts"
import { transportTo } from "../../../appliance/printing/transport/open-transport.ts"
import type { OpenLink } from "../../../appliance/printing/transport/transport.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"

const LIFE_MAX_MS = 60_000
const PRINT_TIMEOUTS = { answerMs: 5000, queryEveryMs: 10_000, endMs: 20_000, waitingMs: 20_000 }
const [file = "", spec = "", kind = "", dieAt = "0"] = process.argv.slice(2)
const steps: Record<string, number> = {}

function step(what: string): void {
  steps[what] = (steps[what] ?? 0) + 1
  if (what !== kind || steps[what] !== Number(dieAt)) return
  process.kill(process.pid, "SIGKILL")
}

function around<T>(what: string, work: () => T): T {
  step(`before ${what}`)
  const made = work()
  step(`after ${what}`)
  return made
}

/** The database with a step before and after each write. */
function stepping(db: Database): Database {
  return new Proxy(db, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      if (name !== "prepare") return typeof value === "function" ? value.bind(target) : value
      return (sql: string) => steppingStatement(target.prepare(sql), sql)
    },
  })
}

function steppingStatement(statement: Statement, sql: string) {
  const what = /bytes_left = 1/.test(sql) ? "bytes leave" : "disk"
  const run = (...values: unknown[]) => around(what, () => statement.run(...values))
  return new Proxy(statement, {
    get: (target, name) => {
      const value = Reflect.get(target, name)
      return name === "run" ? run : typeof value === "function" ? value.bind(target) : value
    },
  })
}

/** The wire with a step before and after each chunk out and each piece in. */
function steppingLink(open: OpenLink): OpenLink {
  return async (events) => {
    step("before open")
    const link = await open({ ...events, onData: (bytes) => around("heard", () => events.onData(bytes)) })
    step("after open")
    const write = async (bytes: Uint8Array) => {
      step("before wire")
      await link.write(bytes)
      step("after wire")
    }
    return { ...link, write }
  }
}

const printer = readPrinterSpec(spec)
if ("faults" in printer) throw new Error(printer.faults.join("; "))
const db = stepping(new Sqlite(file))
const deps: PrintingDeps = {
  db,
  clock: systemClock,
  ids: { uuid: () => "none" },
  printers: [printer],
  locale: () => "es",
  timeouts: PRINT_TIMEOUTS,
  transport: (address) => steppingLink(transportTo(address)),
  onChange: () => {
    if (printing.list().every(({ status }) => status === "printed")) {
      writeSync(1, JSON.stringify(steps))
      process.kill(process.pid, "SIGKILL")
    }
  },
}
const printing = createPrinting(deps)
printing.start()
// Whoever has started it may be gone.
setTimeout(() => process.exit(1), LIFE_MAX_MS)
