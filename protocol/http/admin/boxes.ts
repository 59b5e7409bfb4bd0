/** Giving a new box its store: who waits under a code, and the claim itself. */
import Type, { type Static } from "typebox"
import { Instant, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const CODE_MAX = 20
const SECTION = "sync.md#identity-and-replacement"

/** As a person types it: lower case, with a dash or spaces. */
const CodeRef = Type.Object({ code: Type.String({ minLength: 1, maxLength: CODE_MAX }) })

export const WaitingBox = Type.Object({
  version: Type.String(),
  /** Where it asks from, as the hub sees it. */
  address: Type.String(),
  expiresAt: Instant,
})
export type WaitingBox = Static<typeof WaitingBox>

export const readClaim = endpoint({
  name: "boxes.claim",
  family: "admin",
  who: "operations",
  method: "GET",
  path: "/api/admin/claims/:code",
  scope: null,
  params: CodeRef,
  replies: { 200: WaitingBox },
  refusals: ["NOT_FOUND"],
  summary: "The box that waits under a code, for a person to know it by.",
  section: SECTION,
})

export const claimBox = endpoint({
  name: "boxes.claimed",
  family: "admin",
  who: "operations",
  method: "POST",
  path: "/api/admin/claims/:code",
  scope: null,
  params: CodeRef,
  body: Type.Object({
    storeId: Uuid,
    /** Said on purpose where the store has a box already: that one is shut out. */
    replace: Type.Optional(Type.Boolean()),
  }),
  replies: { 200: Type.Object({ storeId: Uuid, storeName: Type.String(), replaced: Type.Boolean() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Gives the waiting box its store; a box that the store has is replaced if that is said.",
  section: SECTION,
})
