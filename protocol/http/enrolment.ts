/** The endpoints by which a box gets its store (claim code) and a screen its box (pairing code) (docs/contract/sync.md#identity-and-replacement). */
import Type from "typebox"
import { DEVICE_KINDS, type DeviceKind } from "../scopes.ts"
import { personal, secret } from "../shapes/privacy.ts"
import { Instant, nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { StoreSummary } from "../shapes/store.ts"
import { MESSAGE_BYTES_MAX } from "../sync/limits.ts"
import { endpoint } from "./endpoint.ts"

const KINDS = Object.keys(DEVICE_KINDS) as DeviceKind[]
const DeviceKindName = oneOf(...KINDS)

export const openClaim = endpoint({
  name: "enrolment.openClaim",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/claims",
  scope: null,
  body: Type.Object({ epoch: Uuid, appVersion: Type.String({ minLength: 1, maxLength: 40 }) }),
  replies: {
    201: Type.Object({
      claimId: Uuid,
      code: secret(Type.String()),
      pollToken: secret(Type.String()),
      expiresAt: Instant,
    }),
  },
  refusals: [],
  summary: "A new box requests a claim code, which a person then assigns to a store.",
  section: "sync.md#identity-and-replacement",
})

export const pollClaim = endpoint({
  name: "enrolment.pollClaim",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/claims/:claimId/poll",
  scope: null,
  params: Type.Object({ claimId: Uuid }),
  body: Type.Object({ pollToken: secret(Type.String()) }),
  replies: {
    200: Type.Object({
      status: oneOf("waiting", "claimed"),
      /** After the claim: the store's only credential for the hub's broker. Each poll makes a new one until it is first used. */
      credential: nullable(
        Type.Object({
          storeId: Uuid,
          password: secret(Type.String()),
          /** Decrypts the secrets in the store's configuration. */
          sealKey: secret(nullable(Type.String())),
          mqttPort: nullable(Type.Integer()),
          mqttUrl: nullable(Type.String()),
        }),
      ),
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "The box polls for its claim; an unknown, used or expired claim is a 404.",
  section: "sync.md#identity-and-replacement",
})

/** The message is a JSON string in this body: escaping may double its size. */
const LEFTOVER_BYTES_MAX = 2 * MESSAGE_BYTES_MAX + 4096

/** A sync message, as on the broker. */
const SyncMessage = Type.Object({ topic: Type.String(), payload: personal(Type.String()) })

export const sendLeftover = endpoint({
  name: "enrolment.handOver",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/hand-over",
  scope: null,
  body: Type.Object({
    storeId: Uuid,
    /** The credential that the broker no longer accepts. */
    password: secret(Type.String({ minLength: 1, maxLength: 200 })),
    /** An `up` or a `pull` message; null only asks whether this box was replaced. */
    message: nullable(SyncMessage),
  }),
  bodyBytesMax: LEFTOVER_BYTES_MAX,
  replies: { 200: Type.Object({ messages: Type.Array(SyncMessage) }) },
  refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  summary:
    "A replaced box learns that it was replaced and sends the sales it still has; an unknown credential is a 404.",
  section: "sync.md#identity-and-replacement",
})

export const acceptPromotion = endpoint({
  name: "enrolment.takeOver",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/take-over",
  scope: null,
  body: Type.Object({
    storeId: Uuid,
    /** The credential of the box that this standby box copies. */
    password: secret(Type.String({ minLength: 1, maxLength: 200 })),
    /** The store's new credential and epoch. The standby box makes them, so that it can repeat the request. */
    next: Type.Object({ password: secret(Type.String({ minLength: 40, maxLength: 200 })), epoch: Uuid }),
  }),
  replies: { 200: Type.Object({ storeId: Uuid }) },
  refusals: ["NOT_FOUND"],
  summary: "Makes the standby box the store's box; the box before may only send the sales it still has.",
  section: "sync.md#standby",
})

export const pairDevice = endpoint({
  name: "enrolment.pairDevice",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/pair",
  scope: null,
  body: Type.Object({
    code: secret(ShortText),
    name: Type.Optional(ShortText),
    /** The kinds that the page can show: a code for another kind is refused and stays valid. */
    kinds: Type.Optional(Type.Array(DeviceKindName, { minItems: 1, maxItems: KINDS.length })),
  }),
  replies: {
    201: Type.Object({
      deviceId: Type.String(),
      kind: DeviceKindName,
      name: Type.String(),
      /** The kitchen station that the screen shows. */
      station: nullable(Type.String()),
      /** The device's key, returned once: `x-api-key` on the LAN, password on the box's broker. */
      key: secret(Type.String()),
      store: StoreSummary,
    }),
  },
  refusals: ["NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
  summary: "A screen exchanges its pairing code for a key of its own.",
  section: "screens.md#devices",
})
