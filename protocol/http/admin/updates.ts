/** The dashboard's endpoints of updates: each ring's offered version and progress, halting a ring, a store's ring. */
import Type, { type Static } from "typebox"
import { RING_PATTERN, VERSION_PATTERN } from "../../rules/updates/update-manifest.ts"
import { Instant, nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const SECTION = "screens.md#updates"
const Ring = Type.String({ pattern: RING_PATTERN })
const Version = Type.String({ pattern: VERSION_PATTERN })
const Count = Type.Integer({ minimum: 0 })

export const RingState = Type.Object({
  ring: Ring,
  /** The newest version that is signed for the ring; null if there is none. */
  offer: nullable(Type.Object({ version: Version, publishedAt: Instant, expiresAt: Instant })),
  /** Since when the ring is halted, for several vendors the earliest; null if it is not. */
  haltedAt: nullable(Instant),
  /** Running versions of the boxes that have asked for updates, newest first. */
  versions: Type.Array(Type.Object({ version: Version, stores: Count })),
})
export type RingState = Static<typeof RingState>

export const listRings = endpoint({
  name: "updates.rings",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/updates",
  scope: null,
  query: Type.Object({ vendorId: Type.Optional(Type.String()) }),
  replies: { 200: Type.Object({ rings: Type.Array(RingState) }) },
  refusals: ["NOT_FOUND"],
  summary: "Lists the rings with the offered version, the running versions, and whether each is halted.",
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
    /** By default all vendors that the user sees. */
    vendorId: Type.Optional(Type.String()),
  }),
  replies: { 200: Type.Object({ ring: Ring, halted: Type.Boolean() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Halts or resumes a ring; boxes of a halted ring are offered no newer version.",
  section: SECTION,
})

const StoreRing = Type.Object({
  storeId: Uuid,
  ring: Ring,
  /** The version with which its box last asked for updates; null if it never asked. */
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
  summary: "Reads a store's ring and its box's running version.",
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
  summary: "Puts a store into a ring; it applies when the box next asks for updates.",
  section: SECTION,
})
