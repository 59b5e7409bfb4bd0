/** The dashboard's endpoints of users: list, invite, change, and a new sign-in link. */
import Type, { type Static } from "typebox"
import { USER_ROLES } from "../../rules/users/user-roles.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { personal, secret } from "../../shapes/privacy.ts"
import { Instant, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"
import { Email } from "./session.ts"

const NAME_MAX = 80
const VENDORS_MAX = 500

const Role = oneOf(...USER_ROLES)
const Name = personal(Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" }))
/** The vendors that the user sees; null: all of the account, with vendors that are added later. */
const VendorIds = nullable(Type.Array(Type.String(), { minItems: 1, maxItems: VENDORS_MAX, uniqueItems: true }))

export const User = Type.Object({
  personId: Uuid,
  email: personal(Type.String()),
  name: personal(Type.String()),
  role: Role,
  vendorIds: VendorIds,
  createdAt: nullable(Instant),
  lastSignInAt: nullable(Instant),
  disabledAt: nullable(Instant),
  /** True until the user has chosen a password. */
  invited: Type.Boolean(),
})
export type User = Static<typeof User>

/** A link that lets its user set a password once. The hub sends no mail: the owner who made it passes it on. */
export const OneTimeLink = Type.Object({
  /** Path on the hub's own address. */
  path: secret(Type.String()),
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
    "Lists the account's users by e-mail, also disabled ones; an owner who is limited to vendors sees users within those vendors.",
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
  summary: "Adds a user, with at most the inviting owner's own vendors; only this answer contains the one-time link.",
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
  summary: "Changes a user's name, role or vendors, or disables the user at once.",
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
  summary: "Makes a new one-time link for a user who lost the password or the first link; earlier links end.",
  section: "conventions.md#paths",
})
