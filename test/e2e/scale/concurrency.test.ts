/** Hub processes on one PostgreSQL and one Mosquitto: killed, frozen, and with the servers restarted; nothing is lost or done twice. */
import { expect, it } from "vitest"
import { openServers } from "./fail-servers.ts"
import { surviveConcurrency } from "./survive-concurrency.ts"

/** `npm run soak -- scale N` runs so many rounds, with three hubs, and cuts the lines to the servers as well. */
const LONG = process.env.BRASA_SCALE
const ROUNDS = Number(LONG ?? 1)
const COUNT = LONG === undefined ? 2 : 3
const START_MS = 120_000
const ROUND_MS = 240_000

it(
  "three hubs continue while one is killed, another stands still, and PostgreSQL and the broker restart under load",
  async () => {
    const long = LONG !== undefined
    const say = (line: string) => long && process.stderr.write(`${line}\n`)
    const servers = await openServers({ onLines: long })
    const { faults, ...counts } = await surviveConcurrency({ rounds: ROUNDS, count: COUNT, servers, long, say })
    if (long) console.log(JSON.stringify(counts))
    expect(faults).toEqual([])
    // Else nothing was tested: the frozen one had nothing in its hands.
    expect(counts.takenUp).toBeGreaterThan(0)
  },
  START_MS + ROUNDS * ROUND_MS,
)
