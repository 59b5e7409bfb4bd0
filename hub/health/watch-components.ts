/** Checks the components that are due, in small transactions. Of several processes, one watches at a time. */
import { type ComponentVerdict, decideComponentState } from "../../protocol/rules/health/component-states.ts"
import { retirementOf } from "../../protocol/rules/health/outage.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { findAnyStore } from "../tenants/index.ts"
import { outageOf } from "./apply-heartbeat.ts"
import { dueComponents, lookAgainAtAll, moveBehindBox, type StoredComponent, setLife } from "./components-store.ts"
import { findBox } from "./find-box.ts"
import { endOutage, insertOutage, latestOutage } from "./outages-store.ts"
import { publishDown } from "./publish-health-events.ts"
import { releaseLease, takeLease, type WatchLease } from "./watch-lease-store.ts"

const LOOK_EVERY_MS = 15_000
/** Components per transaction. Requests to the same process wait as long as one takes. */
const BATCH_MAX = 40

export interface WatcherDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly log: Log
}

export interface Watcher {
  /** Checks all that are due and returns how many they were; null while another process watches. */
  look(): Promise<number | null>
  start(): void
  stop(): Promise<void>
}

export function createWatcher(deps: WatcherDeps): Watcher {
  const holder = deps.ids.uuid()
  let watches = false
  const lookAndTell = async () => {
    const seen = await lookOnce(deps, holder)
    if (seen !== null && !watches) deps.log.info({}, "this process watches for outages")
    watches = seen !== null
    return seen
  }
  const whenFailed = "components could not be checked for outages; it is tried again"
  const looks = repeat(
    { name: "health", everyMs: LOOK_EVERY_MS, atStart: true, log: deps.log, whenFailed },
    lookAndTell,
  )
  return {
    look: looks.round,
    start: looks.start,
    async stop() {
      await looks.stop()
      await deps.store.system
        .write((scope) => releaseLease(scope, holder))
        .catch((error) => deps.log.warn({ err: error }, "the watch was not handed over; its lease ends by itself"))
    },
  }
}

async function lookOnce(deps: WatcherDeps, holder: string): Promise<number | null> {
  const { store } = deps
  let seen = 0
  for (;;) {
    const batch = await store.system.write(async (scope) => {
      const watch = await takeLease(scope, store.dialect, holder)
      if (!watch) return null
      if (watch.setBack) await lookAgainAtAll(scope)
      return lookAtBatch(deps, scope, watch)
    })
    if (batch === null) return null
    seen += batch
    if (batch < BATCH_MAX) return seen
  }
}

async function lookAtBatch({ store, ids }: WatcherDeps, scope: SystemWrite, watch: WatchLease): Promise<number> {
  const { dialect } = store
  const due = await dueComponents(scope, dialect, BATCH_MAX)
  const stores = new Map<string, Store | null>()
  for (const kept of due) {
    const place = stores.get(kept.storeId) ?? (await findAnyStore(scope, kept.storeId))
    stores.set(kept.storeId, place)
    if (place) await lookAt({ scope, dialect, ids, watch, place, kept })
  }
  return due.length
}

interface Looking {
  readonly scope: SystemWrite
  readonly dialect: HubStore["dialect"]
  readonly ids: Ids
  readonly watch: WatchLease
  readonly place: Store
  readonly kept: StoredComponent
}

async function lookAt(looking: Looking): Promise<void> {
  const { scope, dialect, place, kept, watch } = looking
  const tenant = { accountId: kept.accountId, vendorId: kept.vendorId }
  const tx = fence(scope, tenant, dialect)
  const box = kept.via === "box" && kept.life.state === "watched" ? await findBox(tx, kept.storeId) : null
  const { life } = kept
  const verdict = decideComponentState({
    life,
    hours: place,
    listeningSince: watch.listeningSince,
    box,
    now: scope.now,
  })
  await setLife(scope, kept, { state: verdict.is === "fine" ? life.state : verdict.is, lookAt: verdict.lookAt })
  if (verdict.is === "down" && life.state === "watched") await declare(looking, verdict)
  if (verdict.is === "retired" && life.state === "down") await endWithRetirement(looking)
}

/** One incident: nobody knows whether the devices behind a silent box are down. */
async function declare({ scope, dialect, ids, kept }: Looking, { lookAt }: ComponentVerdict): Promise<void> {
  const tx = fence(scope, { accountId: kept.accountId, vendorId: kept.vendorId }, dialect)
  const isBox = kept.componentType === "appliance"
  const behind = isBox ? await moveBehindBox(scope, kept.storeId, { from: "watched", to: "hidden", lookAt }) : 0
  const outage = outageOf(kept, ids.uuid(), { now: scope.now, behind })
  await insertOutage(tx, outage)
  await publishDown(tx, ids, kept, outage)
}

/** The outage of a component that never returned ends when its component is retired. */
async function endWithRetirement({ scope, dialect, kept }: Looking): Promise<void> {
  const tx = fence(scope, { accountId: kept.accountId, vendorId: kept.vendorId }, dialect)
  const open = await latestOutage(tx, kept.componentId)
  const { lastBeatAt, patienceSeconds: intervalSeconds } = kept.life
  const endedAt = new Date(retirementOf({ lastBeatAt, intervalSeconds, listeningSince: null })).toISOString()
  if (open?.endedAt === null) await endOutage(scope, { ...open, endedAt, endReason: "retired" })
}
