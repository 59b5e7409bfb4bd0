/** The channels between the appliance and the devices of its store: nudges for screens, beats of devices. */
import Type, { type Static } from "typebox"
import { channel, type Party } from "./channel.ts"
import { CHANGED_TOPIC, HEARTBEAT_PATTERN } from "./lan-changes.ts"

export type LanKind = "appliance" | "device"

/** Says that something changed, never what it became: whoever cares reads it over HTTP. A nudge may be lost. */
export const Changed = Type.Object({
  what: Type.String({ minLength: 1, maxLength: 64, pattern: "^[a-z][a-z0-9.-]*$" }),
  /** How many changes of this kind there have been since the box started. */
  seq: Type.Integer({ minimum: 0 }),
  /** Another one after each start of the box. */
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
