/** Stores with a box each, written into a hub's database through its own rooms, as if all had been claimed; and who looks at them. */

import { openHub } from "../../hub/composition/operator.ts"
import type { SystemWrite } from "../../hub/storage/index.ts"
import { insertSyncState } from "../../hub/sync/sync-state-store.ts"
import { replaceBox, setCredential } from "../../hub/tenants/boxes-store.ts"
import { isRefusal } from "../../protocol/refusals.ts"
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { silentLog } from "../../runtime/log.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import { aStore } from "../kit/orders.ts"
import { testTenants } from "../kit/tenants.ts"
import type { FleetPlace } from "./fleet-store.ts"

const ACCOUNT = "acme"
const VENDOR = "acme.ec.quito"
const TOGETHER = 100
const HOUR_MS = 3_600_000
/** Two intervals and the slack, of a second. */
const OUTAGE_MS = 2_100

export interface Claimed {
  readonly places: readonly FleetPlace[]
  /** Where the first person of the dashboard chooses a password. */
  readonly linkToken: string
}

export interface Database {
  readonly data: string
  readonly database: string | null
  readonly secretKey: string | null
}

interface Wanted {
  readonly stores: number
  /** Seconds between a component's heartbeats. */
  readonly interval: number
}

export async function claimStores(where: Database, { stores: count, interval }: Wanted): Promise<Claimed> {
  const hub = await openHub({ ...where, logLevel: "silent" }, { log: silentLog })
  try {
    const done = await hub.operator.provision(testTenants())
    if (isRefusal(done)) throw new Error(done.message)
    const { store, ids } = hub.context
    const places = Array.from({ length: count }, (_, n) => ({ storeId: storeIdOf(n), credential: ids.secret() }))
    for (let first = 0; first < count; first += TOGETHER)
      await store.system.write(async (scope) => {
        for (const [at, place] of places.slice(first, first + TOGETHER).entries())
          await claim(scope, place, { n: first + at, interval })
      })
    const wish = { email: "fleet@acme.test", name: "Fleet", role: "owner" as const, vendorIds: null }
    const person = await hub.users.create(ACCOUNT, wish)
    if (isRefusal(person)) throw new Error(person.message)
    return { places, linkToken: person.link.path.split("/").at(-1) ?? "" }
  } finally {
    await hub.close()
  }
}

async function claim(
  scope: SystemWrite,
  { storeId, credential }: FleetPlace,
  { n, interval }: { n: number; interval: number },
): Promise<void> {
  const owner = { account_id: ACCOUNT, vendor_id: VENDOR, store_id: storeId }
  const code = `F-${`${n}`.padStart(5, "0")}`
  const named = { id: storeId, code, number: n + 1, name: `Store ${n}`, heartbeatIntervalSeconds: interval }
  const record = JSON.stringify(aStore(named))
  await scope.db
    .insertInto("store")
    .values({ ...owner, code, record, words: code.toLowerCase(), country: "EC" })
    .execute()
  const place = { storeId, accountId: ACCOUNT, vendorId: VENDOR }
  await replaceBox(scope, place)
  await setCredential(scope, storeId, hashSecret(credential))
  await insertSyncState(scope, place)
  await proveBox(scope, owner, interval)
}

interface Owner {
  readonly account_id: string
  readonly vendor_id: string
  readonly store_id: string
}

/** Its trial is over, so that its silence would be noticed. */
async function proveBox({ db, now }: SystemWrite, owner: Owner, interval: number): Promise<void> {
  const at = (ms: number) => new Date(Date.parse(now) + ms).toISOString()
  const row = {
    ...owner,
    component_id: boxComponentId(owner.store_id),
    component_type: "appliance",
    ...{ via: "hub", state: "watched", status: "online", trial_hour: null, sent_at: null, resumed_at: null },
    first_beat_at: at(-HOUR_MS),
    last_beat_at: now,
    told_seconds: interval,
    patience_seconds: interval,
    look_at: at(interval * OUTAGE_MS),
    record: "{}",
  }
  await db.insertInto("component").values(row).execute()
}

function storeIdOf(n: number): string {
  return `0b8f9c1e-5a6d-4e2b-9d3c-${(0x10000 + n).toString(16).padStart(12, "0")}`
}
