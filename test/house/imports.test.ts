/** Who may import whom: the walls of the house (docs/contributors/architecture.md). */
import { dirname } from "node:path"
import { describe, expect, it } from "vitest"
import { type Import, readSources, type Source } from "./sources.ts"

const sources = readSources().filter(({ path }) => !path.startsWith("test/"))
const inFolder = (folder: string) => sources.filter(({ path }) => path.startsWith(`${folder}/`))

/** `path → target`, for each import that a rule forbids: a failing test names the line to mend. */
function offences(files: readonly Source[], forbidden: (target: Import, from: Source) => boolean): string[] {
  return files.flatMap((file) =>
    file.imports.filter((target) => forbidden(target, file)).map((target) => `${file.path} → ${target.target}`),
  )
}

const indexed = new Set(sources.filter(({ path }) => /\/index\.ts$/.test(path)).map(({ path }) => dirname(path)))

/**
 * The nearest folder with an `index.ts`, else the first two: `hub/orders`, `appliance/maintenance/updates`.
 * Null for what belongs to no room: a machine's own files, and `composition/`, which puts all rooms together.
 */
function roomOf(path: string): string | null {
  const [machine, room, ...rest] = path.split("/")
  if (rest.length === 0 || room === "composition" || (machine !== "hub" && machine !== "appliance")) return null
  if (room === "ui") return `${machine}/ui`
  let folder = dirname(path)
  while (folder.split("/").length > 2 && !indexed.has(folder)) folder = dirname(folder)
  return folder
}

describe("the protocol", () => {
  const pure = inFolder("protocol").filter(({ path }) => !/^protocol\/client\//.test(path))

  it("imports only itself, the schema builder and the templates", () => {
    const allowed = /^(protocol|printer-templates)\/|^typebox(\/|$)/
    expect(offences(pure, ({ target }) => !allowed.test(target))).toEqual([])
  })

  it("reaches neither runtime nor client from its pure part", () => {
    expect(offences(pure, ({ target }) => /^(runtime|protocol\/client)\//.test(target))).toEqual([])
  })

  it("has no clock, randomness or waiting in its pure part", () => {
    const impure =
      /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bperformance\.now\(|\bset(Timeout|Interval)\(|\basync\s|\bawait\s/
    const code = (text: string) => text.replaceAll(/\/\*[\s\S]*?\*\//g, "").replaceAll(/\/\/.*$/gm, "")
    expect(pure.filter(({ text }) => impure.test(code(text))).map(({ path }) => path)).toEqual([])
  })

  it("has a client that runs in a browser too", () => {
    const client = inFolder("protocol/client")
    const forNode = ({ target, relative, typeOnly }: Import) => !typeOnly && (!relative || /^runtime\//.test(target))
    expect(offences(client, forNode)).toEqual([])
  })
})

describe("the runtime", () => {
  it("imports the protocol, and nothing of a machine", () => {
    expect(offences(inFolder("runtime"), ({ target }) => /^(hub|appliance|ui|installer|bin)\//.test(target))).toEqual(
      [],
    )
  })

  it("knows no order, store or printer", () => {
    const domain = /^protocol\/(rules\/(?!requests\/idempotency\.ts$)|events\/|print\/)/
    expect(offences(inFolder("runtime"), ({ target }) => domain.test(target))).toEqual([])
  })
})

describe("the two machines", () => {
  it("never import each other", () => {
    expect(offences(inFolder("hub"), ({ target }) => target.startsWith("appliance/"))).toEqual([])
    expect(offences(inFolder("appliance"), ({ target }) => target.startsWith("hub/"))).toEqual([])
  })

  it("import another folder only through its index", () => {
    const rooms = [...inFolder("hub"), ...inFolder("appliance")].filter(({ path }) => roomOf(path) !== null)
    const past = ({ target }: Import, from: Source) => {
      const room = roomOf(target)
      return room !== null && room !== roomOf(from.path) && target !== `${room}/index.ts`
    }
    expect(offences(rooms, past)).toEqual([])
  })

  it("have no cycle among their folders", () => {
    const needs = new Map<string, Set<string>>()
    for (const { path, imports } of [...inFolder("hub"), ...inFolder("appliance")]) {
      const from = roomOf(path)
      for (const { target } of imports) {
        const to = roomOf(target)
        if (from && to && from !== to) needs.set(from, (needs.get(from) ?? new Set()).add(to))
      }
    }
    expect(cycles(needs)).toEqual([])
  })

  it("and all others have no cycle among their files", () => {
    const files = sources.filter(({ path }) => /\.tsx?$/.test(path))
    const needs = new Map(files.map(({ path, imports }) => [path, new Set(imports.map(({ target }) => target))]))
    expect(circles(needs)).toEqual([])
  })

  it("keep the server out of their pages", () => {
    const pages = sources.filter(({ path }) => /^(hub|appliance)\/ui\//.test(path))
    const server = ({ target, relative }: Import, from: Source) => {
      const ui = from.path.split("/").slice(0, 2).join("/")
      if (!relative) return target.startsWith("node:")
      return /^runtime\//.test(target) || (roomOf(target) !== null && !target.startsWith(`${ui}/`))
    }
    expect(offences(pages, server)).toEqual([])
  })

  it("share only page code that knows neither of them", () => {
    const allowed = /^(ui|protocol)\//
    const other = ({ target, relative }: Import) =>
      relative ? !allowed.test(target) || /^runtime\//.test(target) : target.startsWith("node:")
    expect(offences(inFolder("ui"), other)).toEqual([])
  })

  it("call other machines only through the guarded client", () => {
    // Both stand for somebody else's server, and call the hub that they belong to.
    const others = ["hub/fiscal/sandbox-authority.ts", "hub/payments/providers/sandbox/notify.ts"]
    const calls = /\bfetch\(|\bimport \{[^}]*\brequest\b[^}]*\} from "node:https?"/
    const callers = inFolder("hub").filter(({ path, text }) => !/^hub\/(\w+\/)*ui\//.test(path) && calls.test(text))
    expect(callers.map(({ path }) => path)).toEqual(others)
  })

  it("apply a store's operations only where their ownership is verified", () => {
    // Both check each operation first; no other file of the hub imports what applies one.
    const checked = ["hub/sync-handlers/apply-batch.ts", "hub/sync-handlers/apply-op.ts"]
    const appliers = /import \{[^}]*\bapply[A-Z][^}]*\} from "\.\.\/[\w/-]+\/index\.ts"/
    const importers = inFolder("hub").filter(
      ({ path, text }) => !/^hub\/(\w+\/)*ui\//.test(path) && appliers.test(text),
    )
    expect(importers.map(({ path }) => path)).toEqual(checked)
    for (const { text } of importers) expect(text).toContain("await verifyOwnership(")
  })

  it("read the environment only in config.ts and cli.ts", () => {
    const machines = ["hub", "appliance", "protocol", "runtime"].flatMap(inFolder)
    const readers = machines.filter(({ text }) => /\bprocess\.env\b/.test(text)).map(({ path }) => path)
    expect(readers.filter((path) => !/\/(config|cli)\.ts$/.test(path))).toEqual([])
  })
})

describe("a box", () => {
  it("starts without loading what only others need, or what it needs rarely", () => {
    const files = new Map(sources.map((source) => [source.path, source]))
    const loaded = new Set<string>()
    const load = (target: string) => {
      if (loaded.has(target)) return
      loaded.add(target)
      for (const one of files.get(target)?.imports ?? []) if (!one.typeOnly && !one.onDemand) load(one.target)
    }
    for (const path of ["bin/brasa.ts", "appliance/cli.ts", "appliance/main.ts"]) load(path)
    const others = /^hub\/|^bin\/(?!(brasa|faults)\.ts$)|^runtime\/.*postgres|^appliance\/cli\/|^(pg|kysely)(\/|$)/
    const rarely = /^(@resvg\/resvg-js|serialport|marked|swagger-ui-dist|@lydell\/node-pty)$/
    expect([...loaded].filter((target) => others.test(target))).toEqual([])
    expect([...loaded].filter((target) => rarely.test(target))).toEqual([])
  })
})

describe("SQLite", () => {
  it("is loaded only by the file that chooses the library for this Node", () => {
    expect(offences(readSources(), ({ target, typeOnly }) => !typeOnly && /^better-sqlite3/.test(target))).toEqual([])
  })
})

describe("tests", () => {
  it("start processes only through the helper that checks their output for secrets", () => {
    // The one place itself; git; the build; a shell that waits; test files in a process that looks by itself; other people's packages.
    const allowed = [
      "test/kit/watched-process.ts",
      "test/house/sources.ts",
      "test/kit/program-build.ts",
      "test/kit/start-postgres.ts",
      "test/soak/run-scenario.ts",
      "test/bench/vendure/fetch-packages.ts",
    ]
    const tests = readSources().filter(({ path }) => path.startsWith("test/") && !allowed.includes(path))
    expect(offences(tests, ({ target, typeOnly }) => !typeOnly && /^(node:)?child_process$/.test(target))).toEqual([])
  })
})

function cycles(needs: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const found: string[] = []
  const walk = (room: string, path: readonly string[]) => {
    if (path.includes(room)) found.push([...path.slice(path.indexOf(room)), room].join(" → "))
    else for (const next of needs.get(room) ?? []) walk(next, [...path, room])
  }
  for (const room of needs.keys()) walk(room, [])
  return [...new Set(found)]
}

/** Files that reach themselves, together with what they reach on the way (Tarjan): each circle once, however many ways lead around it. */
function circles(needs: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const order = new Map<string, number>()
  const low = new Map<string, number>()
  const open: string[] = []
  const found: string[][] = []
  const visit = (file: string) => {
    order.set(file, order.size)
    low.set(file, order.size - 1)
    open.push(file)
    for (const next of needs.get(file) ?? []) {
      if (!order.has(next)) visit(next)
      if (open.includes(next)) low.set(file, Math.min(low.get(file) ?? 0, low.get(next) ?? 0))
    }
    if (low.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1) found.push(circle.sort())
  }
  for (const file of needs.keys()) if (!order.has(file)) visit(file)
  return found
}
