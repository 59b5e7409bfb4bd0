/** The endpoints that assign a new box to a store by its claim code. */
import Type, { type Static } from "typebox"
import { secret } from "../../shapes/privacy.ts"
import { Instant, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const CODE_MAX = 20
const SECTION = "sync.md#identity-and-replacement"

/** As typed by a person: it may be in lower case, with a dash or spaces. */
const CodeRef = Type.Object({ code: secret(Type.String({ minLength: 1, maxLength: CODE_MAX })) })

export const WaitingBox = Type.Object({
  version: Type.String(),
  /** The IP address that the hub sees. */
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
  summary: "Reads the box that waits with a claim code, so that a person can recognise it.",
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
    /** Required to replace a box that the store already has, whose credential then ends. */
    replace: Type.Optional(Type.Boolean()),
  }),
  replies: { 200: Type.Object({ storeId: Uuid, storeName: Type.String(), replaced: Type.Boolean() }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Assigns the waiting box to a store; with `replace`, also if the store already has a box.",
  section: SECTION,
})
