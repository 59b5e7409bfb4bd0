/** A machine that sells: the real program in release folders, as a process that a script stops and starts as its service would be. */
import { existsSync, mkdirSync, readFileSync, readlinkSync, symlinkSync, writeFileSync } from "node:fs"
import { basename, join } from "node:path"
import { build, type Plugin } from "esbuild"
import { saveConfig } from "../../appliance/catalog/index.ts"
import { createBoxStore, MIGRATIONS } from "../../appliance/storage/index.ts"
import { readState, type UpdaterState } from "../../installer/updater/state-file.ts"
import packageJson from "../../package.json" with { type: "json" }
import { systemClock } from "../../runtime/clock.ts"
import { productRoot } from "../../runtime/root.ts"
import { migrateSqlite } from "../../runtime/storage/migrate.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { Sqlite } from "../../runtime/storage/sqlite-library.ts"
import { ask } from "../kit/hub.ts"
import { API_KEY, aStoreConfig } from "../kit/lone-box.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { freePorts } from "../kit/ports.ts"
import { mustRunNow, runWatchedNow } from "../kit/watched-process.ts"
import type { Layout } from "./updater-parts.ts"
import { KEYS, runThrough, runUntil, writeRequestFor } from "./updater-runs.ts"

const GATE_MS = 60_000
/** The rehearsal is in it too, and passes: on a busy machine it takes seconds. */
const BROKEN_GATE_MS = 4_000
/** A minute: a second or two alone, on a machine that is shared by much else many. */
const UP_TRIES = 600
const UP_EVERY_MS = 100
const BUNDLED = ["typebox", "kysely"]

/** What runs is not started again; a zombie that nobody has reaped counts as ended. */
const SCRIPTS = {
  "start.sh": `if [ -e "$1/pid" ] && [ -d "/proc/$(cat "$1/pid")" ] && ! grep -q "^State:.Z" "/proc/$(cat "$1/pid")/status"; then exit 0; fi
"$2" "$1/opt/current/dist/brasa.js" appliance --data "$1/data" --host 127.0.0.1 --port "$3" --mqtt-port "$4" \\
  --log-level debug < /dev/null >> "$1/box.log" 2>&1 &
echo $! > "$1/pid"
`,
  "stop.sh": `[ -e "$1/pid" ] || exit 0
pid=$(cat "$1/pid"); rm -f "$1/pid"
kill -TERM "$pid" 2>/dev/null
while [ -d "/proc/$pid" ] && ! grep -q "^State:.Z" "/proc/$pid/status" 2>/dev/null; do sleep 0.02; done
exit 0
`,
}

export interface RealMachineOptions {
  /** A step more than the version before. */
  readonly migrates?: boolean
  /** Rehearses well and dies in the store. */
  readonly dies?: boolean
}

export interface RealMachine {
  readonly dir: string
  /** Builds, packs, signs, asks. */
  ask(version: string, options?: RealMachineOptions): Promise<void>
  update(dieAfter?: string): Promise<string[]>
  state(): UpdaterState
  linked(): string
  /** Which version answers; null when none does in time. */
  answers(): Promise<string | null>
  /** An order, sold and in the answer of the box; rejects where it was not. */
  sell(): Promise<void>
  /** Orders on the disk. */
  orders(): number
  schema(): number
  /** No power: box and all; then it starts by itself. */
  powerCut(): void
  stop(): void
}

export async function openRealMachine(dir: string, updater: string): Promise<RealMachine> {
  const [port = 0, mqttPort = 0] = await freePorts(2)
  const data = join(dir, "data")
  const spool = join(data, "update")
  for (const folder of [join(dir, "opt", "releases"), data, spool]) mkdirSync(folder, { recursive: true })
  for (const [name, text] of Object.entries(SCRIPTS)) writeFileSync(join(dir, name), text)
  writeFileSync(join(dir, "keys.pem"), KEYS.publicPem)
  writeStore(data)
  await buildRelease(join(dir, "opt", "releases", "1.0.0"), "1.0.0", {})
  const link = join(dir, "opt", "current")
  symlinkSync(join("releases", "1.0.0"), link)
  const url = `http://127.0.0.1:${port}`
  const words = [dir, process.execPath, String(port), String(mqttPort)]
  const start = ["sh", join(dir, "start.sh"), ...words]
  const boot = () => void runWatchedNow("sh", start.slice(1))
  const stop = () => void runWatchedNow("sh", [join(dir, "stop.sh"), dir])
  // Whatever becomes of the test, its box does not outlive it.
  process.once("exit", stop)
  let gateMs = GATE_MS
  const layout = (): Layout => ({
    machine: dir,
    spool,
    gateMs,
    rehearseMs: GATE_MS,
    service: {
      stop: ["sh", join(dir, "stop.sh"), dir],
      start,
      exits: ["echo", "0"],
      lastWords: ["tail", "-n", "12", join(dir, "box.log")],
      program: ["brasa"],
      data,
      health: `${url}/healthz`,
    },
  })
  const answers = async () => {
    for (let n = 0; n < UP_TRIES; n += 1) {
      const said = await ask(`${url}/healthz`, { method: "GET", body: undefined, key: null }).catch(() => null)
      if (said?.status === 200) return said.body.version as string
      await new Promise((resolve) => setTimeout(resolve, UP_EVERY_MS))
    }
    return null
  }
  const reading = <T>(sql: string): T => {
    const db = new Sqlite(join(data, "box.db"), { readonly: true })
    const value = db.prepare(sql).pluck().get() as T
    db.close()
    return value
  }
  boot()
  return {
    dir,
    async ask(version, wish = {}) {
      gateMs = wish.dies ? BROKEN_GATE_MS : GATE_MS
      const folder = join(dir, "built", version)
      if (!existsSync(folder)) await buildRelease(folder, version, wish)
      mkdirSync(spool, { recursive: true })
      const archive = join(spool, `brasa-${version}.tar.gz`)
      mustRunNow("tar", ["-I", "gzip -1", "-cf", archive, "-C", folder, "."])
      writeRequestFor(archive, version)
    },
    update: (dieAfter) => (dieAfter ? runUntil(updater, layout(), dieAfter) : runThrough(layout())),
    state: () => readState(join(dir, "state")),
    linked: () => basename(readlinkSync(link)),
    answers,
    async sell() {
      const orderId = `real-${crypto.randomUUID()}`
      const body = orderBody({ orderId, paid: "CASH", createdAt: new Date().toISOString() })
      const answer = await ask(url + ORDERS, { method: "POST", body, key: API_KEY })
      if (answer.status !== 201) throw new Error(JSON.stringify(answer))
    },
    orders: () => reading("SELECT count(*) FROM orders"),
    schema: () => reading("SELECT max(id) FROM schema_migration"),
    powerCut() {
      const pid = existsSync(join(dir, "pid")) ? Number(readFileSync(join(dir, "pid"), "utf8")) : null
      if (pid) runWatchedNow("kill", ["-KILL", String(pid)])
      // Waits until it is gone.
      stop()
      boot()
    },
    stop() {
      process.removeListener("exit", stop)
      stop()
    },
  }
}

function writeStore(data: string): void {
  const db = openSqlite(join(data, "box.db"))
  migrateSqlite(db, MIGRATIONS, systemClock.iso())
  createBoxStore(db, systemClock).write((tx) => saveConfig(tx, aStoreConfig()))
  db.close()
}

/** From the sources, with another number, and with what the wish adds; its libraries are the checkout's. */
async function buildRelease(folder: string, version: string, options: RealMachineOptions): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const root = productRoot()
  await build({
    absWorkingDir: root,
    entryPoints: { brasa: "bin/brasa.ts" },
    outdir: join(folder, "dist"),
    bundle: true,
    splitting: true,
    chunkNames: "parts/[hash]",
    external: Object.keys(packageJson.dependencies).filter((name) => !BUNDLED.includes(name)),
    platform: "node",
    format: "esm",
    target: "node20.19",
    logLevel: "error",
    plugins: [changed(version, options)],
  })
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "brasa", type: "module", version }))
  writeFileSync(join(folder, "brasa"), `#!/bin/sh\nexec "${process.execPath}" "$(dirname "$0")/dist/brasa.js" "$@"\n`, {
    mode: 0o755,
  })
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"))
}

function changed(version: string, { migrates = false, dies = false }: RealMachineOptions): Plugin {
  const [, minor = "0"] = version.split(".")
  const newest = MIGRATIONS.at(-1)?.id ?? 0
  const steps = Array.from({ length: migrates ? Number(minor) : 0 }, (_, n) => stepOf(newest + n + 1))
  const edits: [RegExp, (text: string) => string, "ts" | "json"][] = [
    [
      /\/package\.json$/,
      (text) => text.replace(`"version": "${packageJson.version}"`, `"version": "${version}"`),
      "json",
    ],
    [/storage\/migrations\.ts$/, (text) => text.replace(/\n\]\s*$/, `\n${steps.join("\n")}\n]\n`), "ts"],
    [/appliance\/composition\/open-data\.ts$/, (text) => (dies ? withDeath(text) : text), "ts"],
  ]
  return {
    name: "changed",
    setup(build) {
      for (const [filter, edit, loader] of edits)
        build.onLoad({ filter }, ({ path }) => ({ contents: edit(readFileSync(path, "utf8")), loader }))
    },
  }
}

/** In the store, not in a rehearsal; when the migration is done. */
const DEATH = `  if (!config.data.includes("rehearsal-")) throw new Error("this version dies in the store")`

function withDeath(text: string): string {
  const dying = text.replace("  const secretKey =", `${DEATH}\n$&`)
  if (dying === text) throw new Error("a version that shall die has no place to: look where the box opens its data")
  return dying
}

function stepOf(id: number): string {
  return `{ id: ${id}, name: "step-${id}", sql: "CREATE TABLE step_${id} (one TEXT) STRICT" },`
}
