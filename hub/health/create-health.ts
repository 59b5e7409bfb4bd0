/** Assembles health: the intake of heartbeats, the watcher, and the lists. */
import type { Tenant } from "../storage/index.ts"
import { createIntake, createRecordHeartbeats } from "./batch-heartbeats.ts"
import { createCachedStores } from "./cached-stores.ts"
import { countStates } from "./components-store.ts"
import type { ComponentPage, OutagePage } from "./health-lists-store.ts"
import { type ComponentView, listComponents, listOutages, type OutageView } from "./list-health.ts"
import type { HeartbeatDeps } from "./record-heartbeat.ts"
import { createWatcher, type Watcher, type WatcherDeps } from "./watch-components.ts"

export interface Health extends Watcher {
  readonly beats: HeartbeatDeps
  components(tenant: Tenant, page: ComponentPage): Promise<ComponentView[]>
  outages(tenant: Tenant, page: OutagePage): Promise<OutageView[]>
  /** How many components there are in each state of their life. */
  counts(): Promise<{ state: string; count: number }[]>
}

export function createHealth(deps: WatcherDeps): Health {
  const { store, ids, clock } = deps
  const takeIn = createRecordHeartbeats({ dialect: store.dialect, ids })
  return {
    ...createWatcher(deps),
    beats: { placeOf: createCachedStores({ store, clock }), intake: createIntake({ store, takeIn }) },
    components: (tenant, page) => store.read(tenant, (scope) => listComponents(scope, page)),
    outages: (tenant, page) => store.read(tenant, (scope) => listOutages(scope, page)),
    counts: () => store.system.list(countStates),
  }
}
