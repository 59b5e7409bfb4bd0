/** The simulation by hand: `npx tsx test/simulation/soak.ts 1000` runs so many seeds, `--seed N` repeats one. */
import { parseArgs } from "node:util"
import { runMany } from "./run-many.ts"

const COUNT = 1_000
const REPORT_EVERY = 50

const { values, positionals } = parseArgs({
  options: { seed: { type: "string" }, from: { type: "string", default: "1" } },
  allowPositionals: true,
})
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
