/** Everything a box needs to sell without the hub, sent as `store.configured` when it changes. */
import Type, { type Static } from "typebox"
import { CancellationPolicy } from "./cancellation.ts"
import { Label } from "./decline-catalog.ts"
import { RegisterMethod, StoreMenu } from "./menu.ts"
import { nullable } from "./scalars.ts"
import { HEARTBEAT_SECONDS, Store } from "./store.ts"

/** An API key that the box accepts: its SHA-256 hash, never the key itself. */
export const KnownKey = Type.Object({
  keyId: Type.String(),
  hash: Type.String(),
  accountId: Type.String(),
  vendorId: nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  /** The box enforces the expiry, also without the hub. */
  expiresAt: Type.Optional(Type.String()),
})
export type KnownKey = Static<typeof KnownKey>

/** Label and display order are missing in configurations of earlier versions. */
const DeclineReasonConfig = Type.Object({
  code: Type.String(),
  group: Type.String(),
  active: Type.Boolean(),
  label: Type.Optional(Label),
  displayOrder: Type.Optional(Type.Integer()),
})

export const StoreConfig = Type.Object({
  store: Store,
  /** Sent by hubs of earlier versions; boxes now compile menus from the catalogue. */
  menu: nullable(StoreMenu),
  /** Payment methods of the store's registers. */
  registerMethods: Type.Optional(Type.Array(RegisterMethod)),
  declineReasons: Type.Array(DeclineReasonConfig),
  keys: Type.Array(KnownKey),
  /** Left out by hubs of earlier versions: then there are no rules and no providers. */
  cancellation: Type.Optional(CancellationPolicy),
  heartbeatIntervalSeconds: Type.Integer(HEARTBEAT_SECONDS),
})
export type StoreConfig = Static<typeof StoreConfig>
