/** Applies a box's report about its own health and its devices', in the transaction of the batch. */
import { boxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import type { Component, HealthReport } from "../../protocol/shapes/heartbeat.ts"
import { toMs } from "../../protocol/time.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findStore, intervalOf } from "../tenants/index.ts"
import type { RecordHeartbeats } from "./batch-heartbeats.ts"
import { readStartedAt } from "./find-box.ts"

/** An older box sends each heartbeat as an operation of its own. */
export function applyHeartbeatOp(
  tx: TenantWrite,
  takeIn: RecordHeartbeats,
  { storeId, beat }: { storeId: string; beat: Component },
) {
  return applyBeats(tx, takeIn, { storeId, beats: [beat], at: beat.lastBeatAt })
}

/** Returns why the operation can never apply, or null. Devices are applied first, because their silence is judged by the box's state until now. */
export async function applyHealthReport(
  tx: TenantWrite,
  takeIn: RecordHeartbeats,
  { storeId, round }: { storeId: string; round: HealthReport },
) {
  const fault = await applyBeats(tx, takeIn, { storeId, beats: round.beats, at: round.at })
  const store = await findStore(tx, storeId)
  if (fault !== null || !store) return fault
  const restarted = (await readStartedAt(tx, storeId)) !== round.startedAt
  const details = { ...round.box.details, startedAt: round.startedAt }
  const beat = {
    ...round.box,
    componentType: "appliance" as const,
    componentId: boxComponentId(storeId),
    storeId,
    details,
  }
  const intervalSeconds = intervalOf(store)
  await takeIn(tx.system, { beat, store, via: "hub", at: tx.now, intervalSeconds, restarted })
  return null
}

interface Relayed {
  readonly storeId: string
  readonly beats: readonly Component[]
  /** When the box sent it, by the box's clock. */
  readonly at: string
}

async function applyBeats(
  tx: TenantWrite,
  takeIn: RecordHeartbeats,
  { storeId, beats, at }: Relayed,
): Promise<string | null> {
  const store = await findStore(tx, storeId)
  if (!store) return `UNKNOWN_STORE: ${storeId}`
  const intervalSeconds = intervalOf(store)
  for (const { accountId: _a, vendorId: _v, firstBeatAt: _f, lastBeatAt, ...beat } of beats) {
    // The box's clock may be days off, so only the age of a heartbeat is taken from it.
    const age = Math.max(0, toMs(at) - toMs(lastBeatAt))
    const heard = new Date(toMs(tx.now) - age).toISOString()
    await takeIn(tx.system, { beat, store, via: "box", at: heard, intervalSeconds })
  }
  return null
}
