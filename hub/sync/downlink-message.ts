/** A message of the hub to a store, ready for the broker. */
import { down } from "../../protocol/mqtt/cloud.ts"
import type { Down } from "../../protocol/sync/messages.ts"

export interface DownlinkMessage {
  readonly topic: string
  readonly payload: string
}

export function downTo(storeId: string, message: Down): DownlinkMessage {
  return { topic: down.topic({ storeId }), payload: down.encode(message) }
}
