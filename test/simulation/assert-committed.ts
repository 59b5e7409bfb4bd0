/** An acknowledgement on its way to a box, held against what the hub has committed. */
import type { HubStore } from "../../hub/storage/index.ts"
import type { DownlinkMessage } from "../../hub/sync/downlink-message.ts"
import { readSyncState } from "../../hub/sync/sync-state-store.ts"
import { ack } from "../../protocol/mqtt/cloud.ts"
import { assert } from "./assert.ts"

/** Group 2: an acknowledgement that arrives never runs ahead of its commit. */
export async function assertCommitted(store: HubStore, storeId: string, { payload }: DownlinkMessage): Promise<void> {
  const acked = ack.decode(payload)
  if (!acked.ok || acked.message.standing === "reset") return
  const { epoch, applied } = acked.message
  const state = (await store.system.read((scope) => readSyncState(scope, storeId)))?.state
  const own = [state?.current, ...(state?.fenced ?? [])].find((one) => one?.epoch === epoch)
  assert(applied <= (own?.applied ?? 0), `an acknowledgement of ${applied} ran ahead of its commit`)
}
