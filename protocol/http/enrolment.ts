/** How a box gets its store and a screen gets its box: claim code and pairing code (docs/contract/sync.md#identity-and-replacement). */
import Type from "typebox"
import { DEVICE_KINDS, type DeviceKind } from "../scopes.ts"
import { Instant, nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { Store } from "../shapes/store.ts"
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
    201: Type.Object({ claimId: Uuid, code: Type.String(), pollToken: Type.String(), expiresAt: Instant }),
  },
  refusals: [],
  summary: "A new box asks for a claim code, which a person then gives a store.",
  section: "sync.md#identity-and-replacement",
})

export const pollClaim = endpoint({
  name: "enrolment.pollClaim",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/claims/:claimId/poll",
  scope: null,
  params: Type.Object({ claimId: Uuid }),
  body: Type.Object({ pollToken: Type.String() }),
  replies: {
    200: Type.Object({
      status: oneOf("waiting", "claimed"),
      /** Once claimed: the store's one credential for the hub's broker. A new one is made at each poll until it is first used. */
      credential: nullable(
        Type.Object({
          storeId: Uuid,
          password: Type.String(),
          /** Opens what is secret in the store's configuration. */
          sealKey: nullable(Type.String()),
          mqttPort: nullable(Type.Integer()),
          mqttUrl: nullable(Type.String()),
        }),
      ),
    }),
  },
  refusals: ["NOT_FOUND"],
  summary: "The box asks whether somebody has claimed it; an unknown, used or expired claim is 404.",
  section: "sync.md#identity-and-replacement",
})

/** A message of sync is a text in this body, in which each of its characters may be escaped. */
const HAND_OVER_BYTES_MAX = 2 * MESSAGE_BYTES_MAX + 4096

/** A message of sync, as the broker would carry it. */
const SyncMessage = Type.Object({ topic: Type.String(), payload: Type.String() })

export const sendLeftover = endpoint({
  name: "enrolment.handOver",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/hand-over",
  scope: null,
  body: Type.Object({
    storeId: Uuid,
    /** The credential that the broker takes no more. */
    password: Type.String({ minLength: 1, maxLength: 200 }),
    /** An `up` or a `pull`; null asks only whether this box was replaced. */
    message: nullable(SyncMessage),
  }),
  bodyBytesMax: HAND_OVER_BYTES_MAX,
  replies: { 200: Type.Object({ messages: Type.Array(SyncMessage) }) },
  refusals: ["NOT_FOUND", "SERVICE_UNAVAILABLE"],
  summary: "A box that another has replaced hears so, and hands over what it had sold; another credential is 404.",
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
    /** The credential of the box whose copy this one is. */
    password: Type.String({ minLength: 1, maxLength: 200 }),
    /** What the store's box has from now on: made by the asking box, so that the question may be repeated. */
    next: Type.Object({ password: Type.String({ minLength: 40, maxLength: 200 }), epoch: Uuid }),
  }),
  replies: { 200: Type.Object({ storeId: Uuid }) },
  refusals: ["NOT_FOUND"],
  summary:
    "The box that stood by speaks for the store from now on; the one before may only hand over what it had sold.",
  section: "sync.md#standby",
})

export const pairDevice = endpoint({
  name: "enrolment.pairDevice",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/pair",
  scope: null,
  body: Type.Object({
    code: ShortText,
    name: Type.Optional(ShortText),
    /** What the page that asks can show: a code for another kind of screen is then refused, and stays good. */
    kinds: Type.Optional(Type.Array(DeviceKindName, { minItems: 1, maxItems: KINDS.length })),
  }),
  replies: {
    201: Type.Object({
      deviceId: Type.String(),
      kind: DeviceKindName,
      name: Type.String(),
      /** The one kitchen station that it shows. */
      station: nullable(Type.String()),
      /** The device's key, shown once: `x-api-key` on the LAN, password on the box's broker. */
      key: Type.String(),
      store: Type.Pick(Store, ["id", "code", "name", "currency", "countryCode", "timeZone"]),
    }),
  },
  refusals: ["NOT_FOUND", "CONFLICT", "RATE_LIMITED"],
  summary: "A screen of the store trades its pairing code for a key of its own.",
  section: "screens.md#devices",
})
