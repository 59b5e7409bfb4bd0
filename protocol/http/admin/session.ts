/** The dashboard's endpoints of signing in and out, one's own password, and the one-time link. */
import Type, { type Static } from "typebox"
import { USER_ROLES } from "../../rules/users/user-roles.ts"
import { personal, secret } from "../../shapes/privacy.ts"
import { Instant, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

export const EMAIL_MAX = 200
const PASSWORD_MIN = 10
const PASSWORD_MAX = 200
const TOKEN_MAX = 200

export const Email = personal(Type.String({ format: "email", maxLength: EMAIL_MAX }))
export const NewPassword = secret(Type.String({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX }))
/** A password that is checked, of any length. */
const Password = secret(Type.String({ minLength: 1, maxLength: PASSWORD_MAX }))

/** The signed-in user and what they may see. */
export const Me = Type.Object({
  personId: Uuid,
  email: personal(Type.String()),
  name: personal(Type.String()),
  role: oneOf(...USER_ROLES),
  account: Type.Object({ id: Type.String(), name: Type.String() }),
  vendors: Type.Array(Type.Object({ id: Type.String(), name: Type.String(), countryCode: Type.String() })),
  /** True if the user is not limited to some vendors and also sees data of the account as a whole. */
  wholeAccount: Type.Boolean(),
  /** Number of the user's open sessions, including this one. */
  sessions: Type.Integer(),
  signedInAt: Instant,
})
export type Me = Static<typeof Me>

export const signIn = endpoint({
  name: "session.signIn",
  family: "adminDoor",
  method: "POST",
  path: "/api/admin/session",
  scope: null,
  body: Type.Object({
    email: personal(Type.String({ minLength: 1, maxLength: EMAIL_MAX })),
    password: Password,
  }),
  replies: { 200: Me },
  refusals: ["SIGN_IN_REFUSED", "SIGN_IN_LOCKED"],
  summary: "Signs a user in: the answer sets the session's cookie.",
  section: "conventions.md#paths",
})

export const openByLink = endpoint({
  name: "session.openByLink",
  family: "adminDoor",
  method: "POST",
  path: "/api/admin/links/use",
  scope: null,
  body: Type.Object({
    token: secret(Type.String({ minLength: 1, maxLength: TOKEN_MAX })),
    password: NewPassword,
  }),
  replies: { 200: Me },
  refusals: ["LINK_NOT_VALID"],
  summary: "Uses a one-time link: sets the password, ends all sessions, signs in.",
  section: "conventions.md#paths",
})

export const readMe = endpoint({
  name: "session.read",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/session",
  scope: null,
  replies: { 200: Me },
  refusals: [],
  summary: "Reads the signed-in user.",
  section: "conventions.md#paths",
})

export const signOut = endpoint({
  name: "session.signOut",
  family: "admin",
  who: "everybody",
  method: "DELETE",
  path: "/api/admin/session",
  scope: null,
  replies: { 204: null },
  refusals: [],
  summary: "Ends this session.",
  section: "conventions.md#paths",
})

export const signOutEverywhere = endpoint({
  name: "session.signOutEverywhere",
  family: "admin",
  who: "everybody",
  method: "DELETE",
  path: "/api/admin/sessions",
  scope: null,
  replies: { 204: null },
  refusals: [],
  summary: "Ends all sessions of this user, including this one.",
  section: "conventions.md#paths",
})

export const changePassword = endpoint({
  name: "session.changePassword",
  family: "admin",
  who: "everybody",
  method: "PUT",
  path: "/api/admin/session/password",
  scope: null,
  body: Type.Object({ current: Password, next: NewPassword }),
  replies: { 200: Me },
  refusals: ["SIGN_IN_REFUSED", "SIGN_IN_LOCKED"],
  summary: "Changes one's own password; ends every other session and gives this one a new cookie.",
  section: "conventions.md#paths",
})
