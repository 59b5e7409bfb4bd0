/** The endpoints between a store's box and its standby box, over the LAN; the two share a key (docs/contract/sync.md#standby). */
import Type from "typebox"
import { secret } from "../shapes/privacy.ts"
import { Instant, nullable, ShortText } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const SECRET_MAX = 200
const PART_BYTES_MAX = 512 * 1024 * 1024
const Key = secret(Type.String({ minLength: 1, maxLength: SECRET_MAX }))
const ByteCount = Type.Integer({ minimum: 0 })
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
    /** The first box's console shows it; it works once. */
    code: secret(ShortText),
    /** X25519 public key, base64. */
    publicKey: Type.String({ minLength: 40, maxLength: SECRET_MAX }),
  }),
  replies: {
    201: Type.Object({
      storeName: Type.String(),
      version: Type.String(),
      publicKey: Type.String(),
      /** The pair's shared key and the key of the first box's secrets, encrypted for the holder of code and private key. */
      sealed: secret(Type.String()),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "RATE_LIMITED"],
  summary: "A second box joins with the code from the first one's console and follows it from then on.",
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
    end: ByteCount,
    /** Most bytes per answer. */
    max: Type.Integer({ minimum: 4096, maximum: PART_BYTES_MAX }),
    /** The follower's address. The first box calls it later to ask whether the follower was promoted. */
    url: Type.String({ maxLength: SECRET_MAX }),
  }),
  replies: {
    200: Type.Object({
      /** Null: the follower's position is no longer valid; it begins again with the whole file. */
      part: nullable(Type.Object({ generation: Generation, end: ByteCount, bytes: Bytes, anew: Type.Boolean() })),
    }),
  },
  refusals: ["UNAUTHORIZED"],
  summary: "Returns what the first box's write-ahead log gained since a position.",
  section: "sync.md#standby",
})

export const openBase = endpoint({
  name: "standby.openBase",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/bases",
  scope: null,
  body: Type.Object({ key: Key }),
  replies: { 201: Type.Object({ baseId: Type.String(), size: ByteCount }) },
  refusals: ["UNAUTHORIZED"],
  summary: "Makes a copy of the first box's whole database, to be fetched in parts.",
  section: "sync.md#standby",
})

export const readBase = endpoint({
  name: "standby.readBase",
  family: "enrolment",
  method: "POST",
  path: "/api/lan/v1/standby/bases/:baseId/parts",
  scope: null,
  params: Type.Object({ baseId: ShortText }),
  body: Type.Object({ key: Key, offset: ByteCount }),
  replies: { 200: Type.Object({ bytes: Bytes }) },
  refusals: ["UNAUTHORIZED", "NOT_FOUND"],
  summary: "Returns a part of that copy.",
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
  summary: "Stops this box from selling and numbering, durably before the answer, because the standby box takes over.",
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
      /** MAC of the nonce with the pair's shared key; null if the box was not promoted. */
      proof: nullable(Type.String()),
    }),
  },
  refusals: [],
  summary: "Returns whether the standby box was promoted; the first box asks this when it restarts.",
  section: "sync.md#standby",
})
