/**
 * The long loops by hand: `npm run soak -- simulation 1000` runs so many seeds of the simulation, `--seed N` repeats one, `--bug "…"` with that
 * bug planted, `--stores 50 --hours 24` one run of so many stores and hours at a shop's pace; `planted 200` finds every planted bug; `queue 1000` kills the
 * queue's worker, `hub 100` a real hub, `hub 100 --database postgres` one of two; `fiscal 100` kills hub and box
 * while they number; `print` cuts the power at both sides of every step of long papers, `update` after each step of an update;
 * `kills 1000` strikes a box, its hub, their broker and the line between them while the store sells, over the embedded broker and over Mosquitto;
 * `partition` cuts a store that sells off for 72 hours of its clock, and has it catch up;
 * `scale 20` kills and freezes hubs that share PostgreSQL and Mosquitto while a store sells, restarts both, and cuts the lines to them;
 * `hostile` sends every kind of hostile input to every endpoint that writes;
 * `property 5000` holds rules against their models, and asks parsers and endpoints what chance says, that often;
 * `replace` kills a new box again and again while it takes over a store; `promote` cuts the power of a box that stands by after every step of its promotion.
 * `package` installs the built package in a clean Debian (as root, with mmdebstrap), sells, upgrades, updates, removes and purges it.
 */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { soakHub } from "../e2e/hub-kills/soak.ts"
import { soakFiscal } from "../hub/fiscal/soak.ts"
import { soakQueue } from "../hub/queue/soak.ts"
import { FAULTS } from "./faults.ts"
import { PLANTED, type PlantedBug } from "./planted/bugs.ts"
import { findBug } from "./planted/find-bug.ts"
import { runMany } from "./run-many.ts"
import { runSeed } from "./run-seed.ts"

const COUNT = 1_000
const HUB_KILLS = 100
const PLANTED_SEEDS = 200
const SCALE_ROUNDS = 10
const REPORT_EVERY = 50
const STEP_TIMEOUT_MS = 180_000
const HOUR_MS = 3_600_000
/** A sale every two and a half minutes, around the clock: 600 a day. */
const SHOP_PACE = 36
const PROPERTY_TIMEOUT_MS = 3_600_000

const { values, positionals } = parseArgs({
  options: {
    seed: { type: "string" },
    from: { type: "string", default: "1" },
    database: { type: "string" },
    bug: { type: "string" },
    stores: { type: "string" },
    hours: { type: "string", default: "24" },
  },
  allowPositionals: true,
})
if (positionals[0] === "print") {
  const sweep = ["vitest", "run", "test/appliance/printing/power-sweep.test.ts"]
  const done = spawnSync("npx", sweep, { stdio: "inherit", env: { ...process.env, BRASA_SWEEP: "long" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "update") {
  const steps = ["vitest", "run", "test/installer/real-update.test.ts"]
  const done = spawnSync("npx", steps, { stdio: "inherit", env: { ...process.env, BRASA_UPDATE: "1" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "promote") {
  const steps = ["vitest", "run", "test/appliance/standby/promotion.test.ts"]
  const done = spawnSync("npx", steps, { stdio: "inherit", env: { ...process.env, BRASA_PROMOTE: "1" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "replace") {
  const story = ["vitest", "run", "test/e2e/replaced-by-kills.test.ts"]
  const done = spawnSync("npx", story, { stdio: "inherit", env: { ...process.env, BRASA_REPLACE: "1" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "kills") {
  const env = { ...process.env, BRASA_KILLS: positionals[1] ?? `${COUNT}` }
  const done = spawnSync("npx", ["vitest", "run", "test/e2e/kills.test.ts"], { stdio: "inherit", env })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "partition") {
  const story = ["vitest", "run", "test/e2e/partition.test.ts"]
  const done = spawnSync("npx", story, { stdio: "inherit", env: { ...process.env, BRASA_PARTITION: "1" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "scale") {
  const env = { ...process.env, BRASA_SCALE: positionals[1] ?? `${SCALE_ROUNDS}` }
  const story = ["vitest", "run", "test/e2e/scale/together.test.ts"]
  const done = spawnSync("npx", story, { stdio: "inherit", env })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "package") {
  const story = ["vitest", "run", "--testTimeout", `${STEP_TIMEOUT_MS}`, "test/installer/package.test.ts"]
  const done = spawnSync("npx", story, { stdio: "inherit", env: { ...process.env, BRASA_PACKAGE: "1" } })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "hostile") {
  const done = spawnSync("npx", ["vitest", "run", "test/hostile"], {
    stdio: "inherit",
    env: { ...process.env, BRASA_HOSTILE: "long" },
  })
  process.exit(done.status ?? 1)
}
if (positionals[0] === "property") {
  const files = [
    "test/property",
    "test/hub/catalog/menu-sync.test.ts",
    "test/hostile/hub.test.ts",
    "test/hostile/box.test.ts",
  ]
  const args = ["vitest", "run", "--testTimeout", `${PROPERTY_TIMEOUT_MS}`, ...files]
  const env = { ...process.env, BRASA_PROPERTY_RUNS: positionals[1] ?? `${COUNT}` }
  process.exit(spawnSync("npx", args, { stdio: "inherit", env }).status ?? 1)
}
if (positionals[0] === "queue") {
  await soakQueue(Number(positionals[1] ?? COUNT))
  process.exit()
}
if (positionals[0] === "hub") {
  await soakHub(Number(positionals[1] ?? HUB_KILLS), { onPostgres: values.database === "postgres" })
  process.exit()
}
if (positionals[0] === "fiscal") {
  await soakFiscal(Number(positionals[1] ?? HUB_KILLS), { onPostgres: values.database === "postgres" })
  process.exit()
}
if (positionals[0] === "planted") {
  let unfound = 0
  for (const bug of Object.keys(PLANTED) as PlantedBug[]) {
    const { seed, by } = await findBug(bug, Number(positionals[1] ?? PLANTED_SEEDS))
    if (seed === null) unfound += 1
    console.log(`| ${bug} | ${seed ?? "not found"} | ${by} |`)
  }
  process.exit(unfound === 0 ? 0 : 1)
}
if (values.stores !== undefined) {
  const [stores, tradeMs] = [Number(values.stores), Number(values.hours) * HOUR_MS]
  const { seen, ...counts } = await runSeed(Number(values.seed ?? 1), { stores, tradeMs, pace: SHOP_PACE })
  const { user, system } = process.cpuUsage()
  console.log(counts, Object.fromEntries(seen))
  console.log(`${Math.round((user + system) / 1_000_000)} s of processor time`)
  process.exit()
}
const from = Number(values.from)
const seeds = values.seed
  ? [Number(values.seed)]
  : Array.from(
      { length: Number(positionals.find((word) => word !== "simulation") ?? COUNT) },
      (_, index) => from + index,
    )

let done = 0
const started = performance.now()
const onRun = () => {
  done += 1
  if (done % REPORT_EVERY === 0)
    console.log(`${done} of ${seeds.length} seeds, ${Math.round(performance.now() - started)} ms`)
}
const totals = await runMany(seeds, { onRun, ...(values.bug !== undefined && { bug: values.bug as PlantedBug }) })
const { sales, orders, answers, told } = totals
console.log(`${totals.seeds} seeds held: ${sales} sales, ${orders} orders, ${answers} answers, ${told} events`)
console.log(`${Math.round(process.cpuUsage().user / 1_000_000)} s of processor time`)
for (const fault of FAULTS) console.log(`  ${fault}: ${totals.seen.get(fault) ?? 0}`)
