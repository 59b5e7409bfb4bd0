/** Publishes events about a component, in the transaction that noticed the change (docs/contract/health.md#outages): down, recovered, degraded. */
import type { Hours } from "../../protocol/rules/business-day/operating-hours.ts"
import { outageMinutes } from "../../protocol/rules/health/outage.ts"
import { toMs } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordEvent } from "../webhooks/index.ts"
import type { StoredComponent } from "./components-store.ts"
import type { Outage } from "./outages-store.ts"

export async function publishDown(tx: TenantWrite, ids: Ids, of: StoredComponent, outage: Outage): Promise<void> {
  await recordEvent(tx, ids, {
    type: "component.down",
    sequence: toMs(tx.now),
    data: {
      ...nameOf(of),
      lastBeatAt: of.life.lastBeatAt,
      outage: { startedAt: outage.startedAt, devicesBehind: outage.behind },
    },
  })
}

export async function publishRecovered(
  tx: TenantWrite,
  ids: Ids,
  { of, outage, hours }: { of: StoredComponent; outage: Outage; hours: Hours },
): Promise<void> {
  const { startedAt, endedAt, behind } = outage
  const operatingMinutes = outageMinutes(hours, startedAt, endedAt ?? tx.now)
  await recordEvent(tx, ids, {
    type: "component.recovered",
    // An outage that was over before the check is published as a whole, its end after its start.
    sequence: toMs(tx.now) + 1,
    data: { ...nameOf(of), outage: { startedAt, endedAt, operatingMinutes, devicesBehind: behind } },
  })
}

export async function publishDegraded(tx: TenantWrite, ids: Ids, of: StoredComponent): Promise<void> {
  const { degradedReason = null, details = {} } = of.beat
  await recordEvent(tx, ids, {
    type: "component.degraded",
    sequence: toMs(tx.now) + 2,
    data: { ...nameOf(of), degradedReason, details },
  })
}

function nameOf({ storeId, componentId, componentType, beat }: StoredComponent) {
  return { storeId, componentId, kind: componentType, appVersion: beat.appVersion ?? null }
}
