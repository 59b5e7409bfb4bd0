/** Headquarters' view of new versions: which ring gets which, how far it has come, and a hand to halt it. */
import Type, { type Static } from "typebox"
import { RING_PATTERN, VERSION_PATTERN } from "../../rules/updates/update-manifest.ts"
import { Instant, nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "screens.md#updates"
const Ring = Type.String({ pattern: RING_PATTERN })
const Version = Type.String({ pattern: VERSION_PATTERN })
const Count = Type.Integer({ minimum: 0 })

export const RingFace = Type.Object({
  ring: Ring,
  /** The newest that is signed for it; null: none. */
  offer: nullable(Type.Object({ version: Version, publishedAt: Instant, expiresAt: Instant })),
  /** Since when; null: it goes on. Where several vendors are asked about, the first halt of any. */
  haltedAt: nullable(Instant),
  /** Of the boxes that have asked, by what they run, the newest first. */
  versions: Type.Array(Type.Object({ version: Version, stores: Count })),
})
export type RingFace = Static<typeof RingFace>

export const listRings = endpoint({
  name: "updates.rings",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/updates",
  scope: null,
  query: Type.Object({ vendorId: Type.Optional(Type.String()) }),
  replies: { 200: Type.Object({ rings: Type.Array(RingFace) }) },
  refusals: ["NOT_FOUND"],
  summary: "Each ring of the stores with the version that it gets, what its boxes run, and whether it is halted.",
  section: SECTION,
})

export const haltRing = endpoint({
  name: "updates.halt",
  family: "admin",
  who: "operations",
  method: "PUT",
  path: "/api/admin/updates/:ring/halt",
  scope: null,
  params: Type.Object({ ring: Ring }),
  body: Type.Object({
    halted: Type.Boolean(),
    /** Left out: all that the person sees. */
    vendorId: Type.Optional(Type.String()),
  }),
  replies: { 200: Type.Object({ ring: Ring, halted: Type.Boolean() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "The ring's boxes are offered nothing newer than what they run, until it is said that it goes on.",
  section: SECTION,
})

const StoreRing = Type.Object({
  storeId: Uuid,
  ring: Ring,
  /** What its box ran when it last asked; null: it has never asked. */
  running: nullable(Version),
})

export const readStoreRing = endpoint({
  name: "updates.storeRing",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/stores/:storeId/ring",
  scope: null,
  params: Type.Object({ storeId: Uuid }),
  replies: { 200: StoreRing },
  refusals: ["NOT_FOUND"],
  summary: "The ring that a store is in, and what its box runs.",
  section: SECTION,
})

export const putIntoRing = endpoint({
  name: "updates.putIntoRing",
  family: "admin",
  who: "operations",
  method: "PUT",
  path: "/api/admin/stores/:storeId/ring",
  scope: null,
  params: Type.Object({ storeId: Uuid }),
  body: Type.Object({ ring: Ring }),
  replies: { 200: StoreRing },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "From its next question on the store's box gets what is signed for that ring.",
  section: SECTION,
})
