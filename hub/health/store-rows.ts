/** Loads what a page of stores shows of each: causes, box, sync state, devices. One query per table serves the whole page. */
import type { StoreRow, StoreSyncView } from "../../protocol/http/admin/stores.ts"
import { shownState } from "../../protocol/rules/health/component-states.ts"
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { outageMinutes } from "../../protocol/rules/health/outage.ts"
import { unknownSince } from "../../protocol/rules/health/store-contact.ts"
import { type ComponentView, causesOf, lossMeter } from "../../protocol/rules/health/store-health.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantRead } from "../storage/index.ts"
import { type StoreSyncRow, syncRowsOf } from "../sync/index.ts"
import { boxesOf, storesOfAccountById } from "../tenants/index.ts"
import type { StoredComponent } from "./components-store.ts"
import { componentsOfStores, openOutagesOfStores } from "./health-lists-store.ts"
import type { RankedStore } from "./store-list-store.ts"

export async function rowsOfStores(
  scope: TenantRead,
  ranked: readonly RankedStore[],
  waiting: readonly { storeId: string; parked: number }[],
): Promise<StoreRow[]> {
  const ids = ranked.map(({ storeId }) => storeId)
  const stores = await storesOfAccountById(scope, ids)
  const components = await componentsOfStores(scope, ids)
  const outages = await openOutagesOfStores(scope, ids)
  const lines = await syncRowsOf(scope, ids)
  const boxes = await boxesOf(scope, ids)
  return ranked.flatMap(({ storeId, state }) => {
    const store = stores.get(storeId)
    if (!store) return []
    const own = components.filter((component) => component.storeId === storeId)
    const parked = waiting.find((one) => one.storeId === storeId)?.parked ?? 0
    const box = boxes.find((one) => one.storeId === storeId)
    const parts = own.map((component) => partOf(component, store, scope.now))
    const open = outages
      .filter((outage) => outage.storeId === storeId)
      .map(({ componentId, startedAt }) => ({
        componentId,
        startedAt,
        operatingMinutes: outageMinutes(store, startedAt, scope.now),
      }))
    const devices = parts.filter(({ componentType, shown }) => componentType !== "appliance" && shown !== "retired")
    const count = (...shown: ComponentView["shown"][]) => devices.filter((part) => shown.includes(part.shown)).length
    return {
      storeId,
      vendorId: store.vendorId,
      code: store.code,
      name: store.name,
      countryCode: store.countryCode,
      active: store.active,
      state,
      causes: causesOf({ parts, outages: open, parked }),
      box: box ? { claimedAt: box.claimedAt, ...saidOfBox(own, storeId) } : null,
      line: faceOf(
        lines.find((row) => row.storeId === storeId),
        parked,
        scope.now,
      ),
      devices: { all: devices.length, fine: count("online"), down: count("down"), unknown: count("unknown") },
    }
  })
}

function partOf({ life, status, beat, ...kept }: StoredComponent, store: Store, now: string): ComponentView {
  return {
    componentId: kept.componentId,
    componentType: kept.componentType,
    shown: shownState({ life, status, hours: store, now }),
    degradedReason: beat.degradedReason ?? null,
    lastBeatAt: life.lastBeatAt,
  }
}

function saidOfBox(own: readonly StoredComponent[], storeId: string) {
  const beat = own.find(({ componentId }) => componentId === boxComponentId(storeId))?.beat
  const startedAt = beat?.details?.startedAt
  return { version: beat?.appVersion ?? null, startedAt: typeof startedAt === "string" ? startedAt : null }
}

function faceOf(row: StoreSyncRow | undefined, parked: number, now: string): StoreSyncView | null {
  if (!row) return null
  const { online, lastSeenAt: heardAt, applied, reported: told, downHead, downAcked, fenced } = row
  const downWaiting = Math.max(0, downHead - downAcked)
  const since = unknownSince({ online, heardAt }, now)
  return { online, heardAt, unknownSince: since, meter: lossMeter(applied, told), downWaiting, parked, fenced }
}
