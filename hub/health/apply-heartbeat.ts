/** Applies a heartbeat that changes something: a new component, a return, another status, the end of a trial. */
import {
  type ComponentStateInput,
  decideComponentState,
  type Life,
  noteHeartbeat,
} from "../../protocol/rules/health/component-states.ts"
import { isStale, markAfter } from "../../protocol/rules/health/heartbeat.ts"
import { earliestVerdict, outageStart } from "../../protocol/rules/health/outage.ts"
import type { StoredHeartbeat } from "../../protocol/shapes/heartbeat.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { toUtc } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { TenantWrite } from "../storage/index.ts"
import { lockComponent, moveBehindBox, type StoredComponent, saveComponent } from "./components-store.ts"
import { findBox } from "./find-box.ts"
import { endOutage, insertOutage, latestOutage, type Outage } from "./outages-store.ts"
import { publishDegraded, publishDown, publishRecovered } from "./publish-health-events.ts"
import { listeningSince } from "./watch-lease-store.ts"

export interface ApplyHeartbeatInput {
  readonly beat: StoredHeartbeat
  readonly store: Store
  readonly via: "hub" | "box"
  /** When it was sent, by the hub's clock. */
  readonly at: string
  readonly intervalSeconds: number
  /** A restarted box receives its devices' heartbeats from then on. */
  readonly restarted?: boolean
}

/** `tx` is limited to the tenant of the heartbeat's store. A heartbeat that is older than the last one changes nothing. */
export async function applyHeartbeat(tx: TenantWrite, ids: Ids, beating: ApplyHeartbeatInput): Promise<void> {
  const { beat, via, at } = beating
  const known = await lockComponent(tx, beat.componentId)
  // A store's credential is limited to its vendor, so a box cannot take a device from another vendor.
  if (known && via === "box" && known.vendorId !== beating.store.vendorId) return
  if (known && isStale(known.sentAt, beat.sentAt)) return
  if (known && via === "box" && at < known.life.lastBeatAt && known.life.lastBeatAt <= tx.now) return
  const { life, returned, proven } = noteHeartbeat(known?.life ?? null, beating)
  const next = await aged(tx, { known, life, beating })
  await saveComponent(tx, next)
  if (known) await endSilence(tx, ids, { known, next, returned, beating })
  if (next.componentType === "appliance" && next.resumedAt !== (known?.resumedAt ?? null)) await unhideDevices(tx, next)
  const wasWell = known?.status !== "degraded" || proven || returned
  if (beat.status === "degraded" && life.state === "watched" && wasWell) await publishDegraded(tx, ids, next)
}

/** The component after its heartbeat. */
async function aged(
  tx: TenantWrite,
  { known, life, beating }: { known: StoredComponent | null; life: Life; beating: ApplyHeartbeatInput },
): Promise<StoredComponent> {
  const { beat, store, via, at, restarted } = beating
  const mark = markAfter(known?.sentAt ?? null, beat.sentAt, tx.now)
  const awake = known && (known.life.state === "down" || known.life.state === "retired" || restarted)
  const next = {
    componentId: beat.componentId,
    accountId: store.accountId,
    vendorId: store.vendorId,
    storeId: store.id,
    componentType: beat.componentType,
    via,
    life,
    status: beat.status,
    firstBeatAt: known?.firstBeatAt ?? at,
    sentAt: mark === null ? null : toUtc(mark),
    resumedAt: awake ? tx.now : (known?.resumedAt ?? null),
    beat,
  }
  const { lookAt } = decideComponentState({ life, hours: store, listeningSince: null, box: null, now: tx.now })
  // Heartbeats do not move the time of the next check: the watcher finds that all is well.
  const sooner = known && known.life.state === life.state && known.lookAt < lookAt ? known.lookAt : lookAt
  return { ...next, lookAt: sooner }
}

interface Ending {
  readonly known: StoredComponent
  readonly next: StoredComponent
  readonly returned: boolean
  readonly beating: ApplyHeartbeatInput
}

/** Ends the outage of a component that has returned, also one that ended before the watcher checked. */
async function endSilence(tx: TenantWrite, ids: Ids, { known, next, returned, beating }: Ending): Promise<void> {
  const { store, beat, at } = beating
  const startedAt = outageStart(known.life.lastBeatAt, beat.offlineSince, at)
  if (returned) {
    const open = await latestOutage(tx, known.componentId)
    if (!open) return
    // An outage that ended with the component's retirement keeps its end. The return is published all the same.
    const over: Outage = open.endedAt === null ? { ...open, startedAt, endedAt: at, endReason: "heard" } : open
    if (open.endedAt === null) await endOutage(tx.system, over)
    else if (known.life.state !== "retired") return
    return publishRecovered(tx, ids, { of: next, outage: over, hours: store })
  }
  if (known.life.state !== "watched" || decideComponentState(await questionOf(tx, known, beating)).is !== "down") return
  const outage = {
    ...outageOf(known, ids.uuid(), { now: tx.now }),
    startedAt,
    endedAt: at,
    endReason: "heard" as const,
  }
  await insertOutage(tx, outage)
  await publishDown(tx, ids, known, outage)
  await publishRecovered(tx, ids, { of: next, outage, hours: store })
}

async function questionOf(
  tx: TenantWrite,
  known: StoredComponent,
  { store, at }: ApplyHeartbeatInput,
): Promise<ComponentStateInput> {
  const box = known.via === "box" && known.componentType !== "appliance" ? await findBox(tx, known.storeId) : null
  return { life: known.life, hours: store, listeningSince: await listeningSince(tx.system), box, now: at }
}

/** A new outage begins at the last heartbeat. */
export function outageOf(
  of: StoredComponent,
  outageId: string,
  { now, behind = 0 }: { now: string; behind?: number },
): Outage {
  const { componentId, componentType, storeId } = of
  const open = { startedAt: of.life.lastBeatAt, declaredAt: now, endedAt: null, endReason: null, drill: false }
  return { outageId, componentId, componentType, storeId, ...open, behind }
}

/** Their box is back: each device is checked again after one interval. */
async function unhideDevices(tx: TenantWrite, box: StoredComponent): Promise<void> {
  const from = earliestVerdict({ intervalSeconds: box.life.patienceSeconds, listeningSince: tx.now })
  const lookAt = new Date(from).toISOString()
  await moveBehindBox(tx.system, box.storeId, { from: "hidden", to: "watched", lookAt })
}
