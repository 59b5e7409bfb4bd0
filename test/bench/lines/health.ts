/** Heartbeats that a hub takes in, and what it costs to watch 10,000 components. */
import { join } from "node:path"
import { createHealth } from "../../../hub/health/index.ts"
import { createHubStore, openHubDatabase } from "../../../hub/storage/index.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { freePorts } from "../../kit/ports.ts"
import { benchProgram, scratch, start } from "../processes.ts"
import type { Row } from "../report.ts"
import { compareServers, runLoad } from "../run-load.ts"
import { API_KEY, provisionedHub, STORE_ID } from "../stage.ts"

const COMPONENTS = 10_000
/** As many as the script of beats names. */
const KNOWN_COMPONENTS = 5_000
const INTERVAL_MS = 600_000
/** All of them are looked at within the time that passes between two looks. */
const LOOK_GOAL_MS = 15_000
const ROWS_AT_ONCE = 500
const START = "2026-11-21T18:00:00.000Z"
const LINE = "component health"

export async function benchHealth(): Promise<Row[]> {
  return [await benchBeats(), ...(await benchWatcher())]
}

async function benchBeats(): Promise<Row> {
  const { place, hub } = await provisionedHub()
  const [together = 0] = await freePorts(1)
  const bare = start(benchProgram("baselines/serve-sqlite"), [
    `${together}`,
    join(scratch(), "bare.db"),
    "turn",
    API_KEY,
  ])
  await bare.says(/up/)
  // A component is new once in its life.
  for (const port of [place.port, together]) await runLoad({ port, script: "beat", count: KNOWN_COMPONENTS })
  const { ours, together: ideal } = await compareServers({ ours: place.port, together }, "beat")
  await Promise.all([hub.stop(), bare.kill()])
  return {
    line: LINE,
    what: "heartbeats",
    unit: "/s",
    ours: ours.perSecond,
    against: { name: "Express, commit per turn", value: ideal.perSecond },
    goal: { of: "ratio", atLeast: 0.7 },
  }
}

async function benchWatcher(): Promise<Row[]> {
  const { place, hub } = await provisionedHub()
  await hub.stop()
  const clock = createManualClock(START)
  const database = await openHubDatabase({ url: `sqlite:${join(place.data, "hub.db")}`, clock, log: silentLog })
  const store = createHubStore(database)
  const health = createHealth({ store, ids: createIds({ clock }), clock, log: silentLog })
  const timed = async () => {
    const from = performance.now()
    await health.look()
    return performance.now() - from
  }
  /** What is due is looked at; the hub was listening all the time. */
  const lookAt = async (state: string, lastBeatAt: string) => {
    await store.system.write(async ({ db, now }) => {
      await db.updateTable("component").set({ state, last_beat_at: lastBeatAt, look_at: now }).execute()
      await db.updateTable("health_watch").set({ alive_at: now, listening_since: START }).execute()
    })
    return timed()
  }
  await timed()
  await addComponents(store)
  clock.advance(3 * INTERVAL_MS)
  const idle = await timed()
  const alive = await lookAt("watched", clock.iso())
  const down = await lookAt("watched", START)
  await database.close()
  const row = (what: string, ours: number): Row => ({
    line: LINE,
    what: `a look at 10,000 components, ${what}`,
    unit: "ms",
    ours,
    against: null,
    goal: { of: "value", atMost: LOOK_GOAL_MS },
  })
  return [row("none due", idle), row("all due and alive", alive), row("all down at once", down)]
}

async function addComponents(store: ReturnType<typeof createHubStore>): Promise<void> {
  for (let from = 0; from < COMPONENTS; from += ROWS_AT_ONCE) {
    const rows = Array.from({ length: ROWS_AT_ONCE }, (_, n) => rowOf(from + n))
    await store.system.write(async ({ db }) => void (await db.insertInto("component").values(rows).execute()))
  }
}

function rowOf(n: number) {
  const componentId = `kiosk-${n}`
  return {
    account_id: "acme",
    vendor_id: "acme.ec.quito",
    component_id: componentId,
    store_id: STORE_ID,
    component_type: "kiosk",
    via: "hub",
    state: "watched",
    status: "online",
    trial_hour: null,
    first_beat_at: START,
    last_beat_at: START,
    sent_at: null,
    told_seconds: INTERVAL_MS / 1_000,
    patience_seconds: INTERVAL_MS / 1_000,
    resumed_at: null,
    look_at: "9999-12-31T23:59:59.999Z",
    record: JSON.stringify({ componentType: "kiosk", componentId, storeId: STORE_ID, status: "online" }),
  }
}
