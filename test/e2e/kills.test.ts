/** A real store while its box, hub, broker and link are killed or cut. `npm run soak -- kills N` does it N times. */
import { expect, it } from "vitest"
import { surviveKills } from "./kills/survive-kills.ts"
import { type InjectedFaultName, TROUBLES } from "./kills/troubles.ts"
import { chances } from "./store-day/sales.ts"

const LONG = process.env.BRASA_KILLS
const SEED = Number(process.env.BRASA_SEED ?? 20_261_121)
const REPORT_EVERY = 10
const START_MS = 120_000
const ROUND_MS = 60_000

const SHORT: Readonly<Record<"own" | "mosquitto", readonly InjectedFaultName[]>> = {
  own: ["box killed on a slow line", "hub killed while it hears nothing", "hub stopped"],
  mosquitto: ["both killed", "broker killed"],
}

/** Every kind equally often, in an order of chance. */
function manyTroubles(count: number): InjectedFaultName[] {
  const chance = chances(SEED)
  const names = Object.keys(TROUBLES) as InjectedFaultName[]
  const all = Array.from({ length: count }, (_, n) => ({
    name: names[n % names.length] as InjectedFaultName,
    at: chance(),
  }))
  return all.sort((one, other) => one.at - other.at).map(({ name }) => name)
}

const started = performance.now()
const say = (round: number) => {
  if (LONG && round % REPORT_EVERY === 0) console.log(`${round} rounds, ${Math.round(performance.now() - started)} ms`)
}

for (const [place, few] of Object.entries(SHORT)) {
  const troubles = LONG ? manyTroubles(Math.ceil(Number(LONG) / 2)) : few
  it(
    `a store loses no sale under kills and cuts, with ${place === "own" ? "the hub's own broker" : "Mosquitto"} between hub and box`,
    async () => {
      const mosquitto = place === "mosquitto"
      const { faults, ...counts } = await surviveKills({ troubles, mosquitto, seed: SEED, onRound: say })
      if (LONG) console.log(JSON.stringify(counts))
      expect(faults).toEqual([])
      expect(counts.printed).toBeGreaterThan(0)
    },
    START_MS + troubles.length * ROUND_MS,
  )
}
