/** Heartbeats of components, and the health report of a box (docs/contract/health.md#heartbeat). */
import Type, { type Static } from "typebox"
import { FreeForm, Instant, nullable, oneOf } from "./scalars.ts"
import { HEARTBEAT_SECONDS } from "./store.ts"

/** Components that send heartbeats over HTTP. */
export const ComponentType = oneOf("kiosk", "kds_station", "pos")
/** The same and the store's box, which sends its heartbeat over sync. */
export const AnyComponentType = oneOf("kiosk", "kds_station", "pos", "appliance")
export type AnyComponentType = Static<typeof AnyComponentType>

export const Heartbeat = Type.Object({
  componentType: ComponentType,
  componentId: Type.String({ minLength: 1, maxLength: 120 }),
  storeId: Type.String({ minLength: 1 }),
  status: oneOf("online", "degraded"),
  sentAt: Type.Optional(Instant),
  intervalSeconds: Type.Optional(Type.Integer(HEARTBEAT_SECONDS)),
  offlineSince: Type.Optional(nullable(Instant)),
  degradedReason: Type.Optional(Type.String({ minLength: 1, maxLength: 60, pattern: "^[a-z0-9]+(_[a-z0-9]+)*$" })),
  appVersion: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
  details: Type.Optional(FreeForm),
})
export type Heartbeat = Static<typeof Heartbeat>

/** The last accepted heartbeat of a device or box, as the hub stores it. */
export type StoredHeartbeat = Omit<Heartbeat, "componentType"> & { readonly componentType: AnyComponentType }

/** A component with its last accepted heartbeat, as the box stores it. */
export const Component = Type.Object({
  ...Heartbeat.properties,
  accountId: Type.String(),
  vendorId: Type.String(),
  firstBeatAt: Instant,
  lastBeatAt: Instant,
})
export type Component = Static<typeof Component>

/** A box's health report: its own state, and the heartbeats of its devices since the previous report. */
export const HealthReport = Type.Object({
  /** All moments here are on the box's clock, so the hub only uses differences between them. */
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
