/** A component's heartbeat (docs/contract/health.md#heartbeat). */
import Type, { type Static } from "typebox"
import { FreeForm, Instant, nullable, oneOf } from "./scalars.ts"

/** What a caller may be. */
export const ComponentType = oneOf("kiosk", "kds_station", "pos")
/** And the store's box, which beats over sync. */
export const AnyComponentType = oneOf("kiosk", "kds_station", "pos", "appliance")
export type AnyComponentType = Static<typeof AnyComponentType>

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

/** The last beat that counted, as the hub keeps it: of a device, or of a box. */
export type StoredHeartbeat = Omit<Heartbeat, "componentType"> & { readonly componentType: AnyComponentType }

/** A component as the box knows it: the last beat that counted. */
export const Component = Type.Object({
  ...Heartbeat.properties,
  accountId: Type.String(),
  vendorId: Type.String(),
  firstBeatAt: Instant,
  lastBeatAt: Instant,
})
export type Component = Static<typeof Component>

/** One round of a store's health: the box's own beat, and what it has heard of its devices since the round before. */
export const HealthReport = Type.Object({
  /** On the box's clock, as every moment in here: the hub takes ages from it, not times. */
  at: Instant,
  startedAt: Instant,
  box: Type.Object({
    status: oneOf("online", "degraded"),
    degradedReason: Type.Optional(Type.String({ minLength: 1, maxLength: 60 })),
    appVersion: Type.String({ minLength: 1, maxLength: 40 }),
    details: FreeForm,
  }),
  beats: Type.Array(Component),
})
export type HealthReport = Static<typeof HealthReport>
