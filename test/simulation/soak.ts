/** The long loops by hand: `npm run soak -- 1000` runs so many seeds of the simulation, `--seed N` repeats one; `queue 1000` kills the queue's worker. */
import { parseArgs } from "node:util"
import { soakQueue } from "../hub/queue/soak.ts"
import { runMany } from "./run-many.ts"

const COUNT = 1_000
const REPORT_EVERY = 50

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, from: { type: "string", default: "1" } },
  allowPositionals: true,
})
if (positionals[0] === "queue") {
  await soakQueue(Number(positionals[1] ?? COUNT))
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
