/** What the hub has to say to a store, ready for the wire. */
import { down } from "../../protocol/mqtt/cloud.ts"
import type { Down } from "../../protocol/sync/messages.ts"

export interface DownlinkMessage {
  readonly topic: string
  readonly payload: string
}

export function downTo(storeId: string, message: Down): DownlinkMessage {
  return { topic: down.topic({ storeId }), payload: down.encode(message) }
}
