/** The envelope of every outbound event: type, version, tenant and time (docs/contract/events.md#events-that-go-out). */
import Type, { type TSchema } from "typebox"
import { Instant } from "../shapes/scalars.ts"

/** `evt_` and 12 hex digits. */
export const EventId = Type.String({ pattern: "^evt_[0-9a-f]{12}$" })

/** The schema of one event type, with its `event.type`, `event.version` and `data`. */
export function envelopeOf<Data extends TSchema>(type: string, version: number, data: Data) {
  return Type.Object({
    event: Type.Object({ id: EventId, type: Type.Literal(type), version: Type.Literal(version), occurredAt: Instant }),
    accountId: Type.String(),
    vendorId: Type.String(),
    data,
  })
}
