/** Lists components with their current state, and outages with their minutes within operating hours. */
import { shownState } from "../../protocol/rules/health/component-states.ts"
import { outageMinutes } from "../../protocol/rules/health/outage.ts"
import type { TenantRead } from "../storage/index.ts"
import { requireStore } from "../tenants/index.ts"
import { type ComponentPage, type OutagePage, pageComponents, pageOutages } from "./health-lists-store.ts"
import type { Outage } from "./outages-store.ts"

export async function listComponents(scope: TenantRead, page: ComponentPage) {
  const stores = remember((storeId) => requireStore(scope, storeId))
  const rows = await pageComponents(scope, page)
  return Promise.all(
    rows.map(async ({ life, beat, ...kept }) => ({
      componentId: kept.componentId,
      componentType: kept.componentType,
      storeId: kept.storeId,
      /** `online`, `degraded`, `late`, `down`, `unknown` (its box is silent) or `retired`. */
      shown: shownState({ life, status: kept.status, hours: await stores(kept.storeId), now: scope.now }),
      onTrial: life.state === "trial",
      via: kept.via,
      degradedReason: beat.degradedReason ?? null,
      appVersion: beat.appVersion ?? null,
      details: beat.details ?? {},
      firstBeatAt: kept.firstBeatAt,
      lastBeatAt: life.lastBeatAt,
    })),
  )
}
export type ComponentView = Awaited<ReturnType<typeof listComponents>>[number]

/** An open outage counts until now. */
export async function listOutages(scope: TenantRead, page: OutagePage) {
  const stores = remember((storeId) => requireStore(scope, storeId))
  const rows = await pageOutages(scope, page)
  return Promise.all(
    rows.map(async (outage: Outage) => ({
      ...outage,
      operatingMinutes: outageMinutes(await stores(outage.storeId), outage.startedAt, outage.endedAt ?? scope.now),
    })),
  )
}
export type OutageView = Awaited<ReturnType<typeof listOutages>>[number]

function remember<T>(find: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const found = new Map<string, Promise<T>>()
  return (id) => {
    const value = found.get(id) ?? find(id)
    found.set(id, value)
    return value
  }
}
