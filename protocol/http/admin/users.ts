/** The people of headquarters: who they are, inviting one, changing one, a new link for one who has forgotten. */
import Type, { type Static } from "typebox"
import { USER_ROLES } from "../../rules/users/user-roles.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"
import { Email } from "./session.ts"

const NAME_MAX = 80
const VENDORS_MAX = 500

const Role = oneOf(...USER_ROLES)
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
/** The vendors that they see; null is all of the account, also those that come later. */
const VendorIds = nullable(Type.Array(Type.String(), { minItems: 1, maxItems: VENDORS_MAX, uniqueItems: true }))

export const User = Type.Object({
  personId: Uuid,
  email: Type.String(),
  name: Type.String(),
  role: Role,
  vendorIds: VendorIds,
  createdAt: nullable(Instant),
  lastSignInAt: nullable(Instant),
  disabledAt: nullable(Instant),
  /** Invited, and has not chosen a password yet. */
  invited: Type.Boolean(),
})
export type User = Static<typeof User>

/** A link that opens the account once. There is no mail server: whoever asked for it hands it over. */
export const OneTimeLink = Type.Object({
  /** To be put after the hub's own address. */
  path: Type.String(),
  expiresAt: Instant,
})
export type OneTimeLink = Static<typeof OneTimeLink>

const PersonRef = Type.Object({ personId: Type.String() })

export const listUsers = endpoint({
  name: "people.list",
  family: "admin",
  who: "owners",
  method: "GET",
  path: "/api/admin/people",
  scope: null,
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(User) },
  refusals: ["VALIDATION_ERROR"],
  summary:
    "Everybody who may sign in for this account, and who could once, by address; to an owner who is limited to vendors, those whose vendors lie within theirs.",
  section: "conventions.md#paths",
})

export const inviteUser = endpoint({
  name: "people.invite",
  family: "admin",
  who: "owners",
  method: "POST",
  path: "/api/admin/people",
  scope: null,
  body: Type.Object({ email: Email, name: Name, role: Role, vendorIds: Type.Optional(VendorIds) }),
  replies: { 201: Type.Object({ person: User, link: OneTimeLink }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary:
    "Adds a person, who sees no more than whoever adds them; the answer carries the link that opens the account, once.",
  section: "conventions.md#paths",
})

export const changeUser = endpoint({
  name: "people.change",
  family: "admin",
  who: "owners",
  method: "PUT",
  path: "/api/admin/people/:personId",
  scope: null,
  params: PersonRef,
  body: Type.Object({
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    vendorIds: Type.Optional(VendorIds),
    disabled: Type.Optional(Type.Boolean()),
  }),
  replies: { 200: User },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "LAST_OWNER"],
  summary: "Changes name, role or vendors of a person, or shuts them out at once.",
  section: "conventions.md#paths",
})

export const linkUser = endpoint({
  name: "people.link",
  family: "admin",
  who: "owners",
  method: "POST",
  path: "/api/admin/people/:personId/links",
  scope: null,
  params: PersonRef,
  replies: { 201: OneTimeLink },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "A new link for a person who has lost the password or the first link; earlier links end.",
  section: "conventions.md#paths",
})
