/** Takes in a beat that a store's box relays, in the transaction of the batch. */

import type { Component } from "../../protocol/shapes/heartbeat.ts"
import { toMs } from "../../protocol/time.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findComponent, saveComponent } from "./components-store.ts"

/** Answers why the op can never apply, or null once it has. A beat that the hub has heard a later one of changes nothing. */
export async function applyBeat(tx: TenantWrite, storeId: string, beat: Component): Promise<string | null> {
  if (beat.storeId !== storeId) return `BEAT_OF_ANOTHER_STORE: ${beat.storeId}`
  const known = await findComponent(tx, beat.componentId)
  if (known && toMs(known.lastBeatAt) > toMs(beat.lastBeatAt)) return null
  const { accountId, vendorId } = tx.tenant
  await saveComponent(tx, { ...beat, accountId, vendorId, firstBeatAt: known?.firstBeatAt ?? beat.firstBeatAt })
  return null
}
