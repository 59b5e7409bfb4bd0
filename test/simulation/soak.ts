/**
 * The long loops by hand: `npm run soak -- 1000` runs so many seeds of the simulation, `--seed N` repeats one; `queue 1000` kills the
 * queue's worker, `hub 100` a real hub, `hub 100 --database postgres` one of two; `fiscal 100` kills hub and box
 * while they number; `print` cuts the power at both sides of every step of long papers, `update` after each step of an update;
 * `scale 20` kills and freezes hubs that share PostgreSQL and Mosquitto while a store sells;
 * `hostile` sends every kind of hostile input to every endpoint that writes;
 * `package` installs the built package in a clean Debian (as root, with mmdebstrap), sells, upgrades, removes and purges it.
 */
import { spawnSync } from "node:child_process"
import { parseArgs } from "node:util"
import { soakHub } from "../e2e/hub-kills/soak.ts"
import { soakFiscal } from "../hub/fiscal/soak.ts"
import { soakQueue } from "../hub/queue/soak.ts"
import { runMany } from "./run-many.ts"

const COUNT = 1_000
const HUB_KILLS = 100
const SCALE_ROUNDS = 10
const REPORT_EVERY = 50
const STEP_TIMEOUT_MS = 180_000

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, from: { type: "string", default: "1" }, database: { type: "string" } },
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
const from = Number(values.from)
const seeds = values.seed
  ? [Number(values.seed)]
  : Array.from({ length: Number(positionals[0] ?? COUNT) }, (_, index) => from + index)

let done = 0
const started = performance.now()
const totals = await runMany(seeds, () => {
  done += 1
  if (done % REPORT_EVERY === 0)
    console.log(`${done} of ${seeds.length} seeds, ${Math.round(performance.now() - started)} ms`)
})
console.log(`${totals.seeds} seeds held: ${totals.sales} sales, ${totals.orders} orders, ${totals.answers} answers`)
for (const [fault, times] of totals.seen) console.log(`  ${fault}: ${times}`)
