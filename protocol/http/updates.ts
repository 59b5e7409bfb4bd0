/** The endpoint by which a box asks the hub for a newer version (docs/operators/updates.md). */
import Type, { type Static } from "typebox"
import { PLATFORM_PATTERN, RING_PATTERN, VERSION_PATTERN } from "../rules/updates/update-manifest.ts"
import { secret } from "../shapes/privacy.ts"
import { nullable, Uuid } from "../shapes/scalars.ts"
import { SignedManifest } from "../shapes/update-manifest.ts"
import { endpoint } from "./endpoint.ts"

/** The ring of a store without a ring of its own. */
export const RING_DEFAULT = "all"

export const UpdateOffer = Type.Object({
  ...SignedManifest.properties,
  /** The archive's address. It need not be trusted, since the box checks the archive's hash. */
  url: Type.String({ pattern: "^https?://" }),
})
export type UpdateOffer = Static<typeof UpdateOffer>

export const queryUpdate = endpoint({
  name: "enrolment.askUpdate",
  family: "enrolment",
  method: "POST",
  path: "/api/box/v1/update",
  scope: null,
  body: Type.Object({
    storeId: Uuid,
    /** The box's credential. */
    password: secret(Type.String({ minLength: 1, maxLength: 200 })),
    running: Type.String({ pattern: VERSION_PATTERN }),
    platform: Type.String({ pattern: PLATFORM_PATTERN }),
  }),
  replies: {
    200: Type.Object({ ring: Type.String({ pattern: RING_PATTERN }), offer: nullable(UpdateOffer) }),
  },
  refusals: ["NOT_FOUND"],
  summary: "Returns the newest version that is signed for the ring of the box's store; an unknown credential is a 404.",
  section: "screens.md#updates",
})
