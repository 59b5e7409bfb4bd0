/** All that a box must know to sell without the hub: sent down as `store.configured` whenever it changes. */
import Type, { type Static } from "typebox"
import { CancellationPolicy } from "./cancellation.ts"
import { Label } from "./decline-catalog.ts"
import { RegisterMethod, StoreMenu } from "./menu.ts"
import { nullable } from "./scalars.ts"
import { Store } from "./store.ts"

/** An API key that the LAN accepts: its SHA-256 hash, never the key. */
export const KnownKey = Type.Object({
  keyId: Type.String(),
  hash: Type.String(),
  accountId: Type.String(),
  vendorId: nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  /** It ends by itself, also where the hub cannot say so. */
  expiresAt: Type.Optional(Type.String()),
})
export type KnownKey = Static<typeof KnownKey>

/** Words and order came later than the rest: a box may still have a configuration without them. */
const DeclineReasonConfig = Type.Object({
  code: Type.String(),
  group: Type.String(),
  active: Type.Boolean(),
  label: Type.Optional(Label),
  displayOrder: Type.Optional(Type.Integer()),
})

export const StoreConfig = Type.Object({
  store: Store,
  /** From a hub of before: menus are made in the box now, of the catalogue that it is sent. */
  menu: nullable(StoreMenu),
  /** How the store's registers take money. */
  registerMethods: Type.Optional(Type.Array(RegisterMethod)),
  declineReasons: Type.Array(DeclineReasonConfig),
  keys: Type.Array(KnownKey),
  /** Left out by a hub of before: nothing denies then, and no provider is known. */
  cancellation: Type.Optional(CancellationPolicy),
  heartbeatIntervalSeconds: Type.Integer({ minimum: 60, maximum: 86_400 }),
})
export type StoreConfig = Static<typeof StoreConfig>
