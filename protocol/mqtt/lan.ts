/** The channels between the box and its store's devices: change notices for screens, and heartbeats of devices. */
import Type, { type Static } from "typebox"
import { channel, type Party } from "./channel.ts"
import { CHANGED_TOPIC, HEARTBEAT_PATTERN } from "./lan-changes.ts"

type LanKind = "appliance" | "device"

/** A change notice says what kind of thing changed. Screens read the new state over HTTP. A notice may be lost. */
export const Changed = Type.Object({
  what: Type.String({ minLength: 1, maxLength: 64, pattern: "^[a-z][a-z0-9.-]*$" }),
  /** The number of changes of this kind since the box started. */
  seq: Type.Integer({ minimum: 0 }),
  /** Different after each start of the box. */
  boot: Type.String({ minLength: 1, maxLength: 64 }),
})
export type Changed = Static<typeof Changed>

export const DeviceHeartbeat = Type.Object({
  online: Type.Boolean(),
  at: Type.String({ maxLength: 40 }),
  page: Type.Optional(Type.String({ maxLength: 200 })),
  version: Type.Optional(Type.String({ maxLength: 64 })),
  shown: Type.Optional(Type.Integer({ minimum: 0 })),
})
export type DeviceHeartbeat = Static<typeof DeviceHeartbeat>

export const changed = channel({
  name: "lan.changed",
  pattern: CHANGED_TOPIC,
  message: Changed,
  from: ["appliance"],
  to: ["device", "appliance"],
  summary: "Something in the store changed; read it again.",
})

export const deviceHeartbeat = channel({
  name: "lan.beat",
  pattern: HEARTBEAT_PATTERN,
  message: DeviceHeartbeat,
  from: ["device"],
  to: ["appliance"],
  summary: "A device says that it is there; its last will says that it is not.",
})

export const lanChannels = [changed, deviceHeartbeat] as const

export function devicePartyOf(deviceId: string): Party<LanKind> {
  return { kind: "device", params: { deviceId } }
}

export const applianceParty: Party<LanKind> = { kind: "appliance", params: {} }
