/** A component's heartbeat (document 2, *Component health heartbeat*). */
import Type, { type Static } from "typebox"
import { FreeForm, Instant, nullable, oneOf } from "./scalars.ts"

export const ComponentType = oneOf("kiosk", "kds_station", "pos")

export const Heartbeat = Type.Object({
  componentType: ComponentType,
  componentId: Type.String({ minLength: 1, maxLength: 120 }),
  storeId: Type.String({ minLength: 1 }),
  status: oneOf("online", "degraded"),
  sentAt: Type.Optional(Instant),
  intervalSeconds: Type.Optional(Type.Integer({ minimum: 60, maximum: 86_400 })),
  offlineSince: Type.Optional(nullable(Instant)),
  degradedReason: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9]+(_[a-z0-9]+)*$" })),
  appVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  details: Type.Optional(FreeForm),
})
export type Heartbeat = Static<typeof Heartbeat>

/** A component as the hub knows it: the last beat that counted. */
export const Component = Type.Object({
  ...Heartbeat.properties,
  accountId: Type.String(),
  vendorId: Type.String(),
  firstBeatAt: Instant,
  lastBeatAt: Instant,
})
export type Component = Static<typeof Component>
