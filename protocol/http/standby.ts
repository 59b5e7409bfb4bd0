/** A box that stands by for another: what the two ask of each other over the LAN (docs/contract/sync.md#identity-and-replacement). The key is the pair's own. */
import Type from "typebox"
import { Instant, nullable, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const SECRET_MAX = 200
const PART_BYTES_MAX = 512 * 1024 * 1024
const Key = Type.String({ minLength: 1, maxLength: SECRET_MAX })
const Whole = Type.Integer({ minimum: 0 })
/** Base64. */
const Bytes = Type.String()
const Generation = Type.String({ minLength: 1, maxLength: 64 })

export const joinStandby = endpoint({
  name: "standby.join",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/join",
  scope: null,
  body: Type.Object({
    /** From the console of the first box: works once. */
    code: ShortText,
    /** X25519, base64. */
    publicKey: Type.String({ minLength: 40, maxLength: SECRET_MAX }),
  }),
  replies: {
    201: Type.Object({
      storeName: Type.String(),
      version: Type.String(),
      publicKey: Type.String(),
      /** The key for all that follows, and the one that opens the first box's secrets: for whoever has the code and the private key. */
      sealed: Type.String(),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "RATE_LIMITED"],
  summary: "A second box joins by the code that the first one's console showed; it follows from then on.",
  section: "sync.md#standby",
})

export const followLog = endpoint({
  name: "standby.log",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/log",
  scope: null,
  body: Type.Object({
    key: Key,
    generation: Generation,
    end: Whole,
    /** Bytes of one answer. */
    max: Type.Integer({ minimum: 4096, maximum: PART_BYTES_MAX }),
    /** Where the follower is found, for the first box to ask who speaks for the store. */
    url: Type.String({ maxLength: SECRET_MAX }),
  }),
  replies: {
    200: Type.Object({
      /** Null: what the follower has leads nowhere; it begins again with the whole file. */
      part: nullable(Type.Object({ generation: Generation, end: Whole, bytes: Bytes, anew: Type.Boolean() })),
    }),
  },
  refusals: ["UNAUTHORIZED"],
  summary: "What was committed since a place of the first box's write-ahead log.",
  section: "sync.md#standby",
})

export const openBase = endpoint({
  name: "standby.openBase",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/bases",
  scope: null,
  body: Type.Object({ key: Key }),
  replies: { 201: Type.Object({ baseId: Type.String(), size: Whole }) },
  refusals: ["UNAUTHORIZED"],
  summary: "A copy of the first box's whole database, to be fetched in parts.",
  section: "sync.md#standby",
})

export const readBase = endpoint({
  name: "standby.readBase",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/bases/:baseId/parts",
  scope: null,
  params: Type.Object({ baseId: ShortText }),
  body: Type.Object({ key: Key, offset: Whole }),
  replies: { 200: Type.Object({ bytes: Bytes }) },
  refusals: ["UNAUTHORIZED", "NOT_FOUND"],
  summary: "A part of that copy.",
  section: "sync.md#standby",
})

export const stepDown = endpoint({
  name: "standby.stepDown",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/step-down",
  scope: null,
  body: Type.Object({ key: Key }),
  replies: { 200: Type.Object({ fenced: Type.Boolean() }) },
  refusals: ["UNAUTHORIZED"],
  summary: "The standby box takes over: this one sells and numbers nothing more, durably, before it answers.",
  section: "sync.md#standby",
})

export const queryPeer = endpoint({
  name: "standby.peer",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/peer",
  scope: null,
  body: Type.Object({ nonce: Type.String({ minLength: 16, maxLength: SECRET_MAX }) }),
  replies: {
    200: Type.Object({
      promotedAt: nullable(Instant),
      /** Made of the nonce with what only these two boxes share; null where none was promoted. */
      proof: nullable(Type.String()),
    }),
  },
  refusals: [],
  summary: "Whether the box that stood by speaks for the store now: what the first one asks when it comes back.",
  section: "sync.md#standby",
})
