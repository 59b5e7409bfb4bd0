/** The people of the store: signing in with a PIN, who may do what, and the trail of what was done. */
import Type, { type Static } from "typebox"
import { AUDITED, STAFF_ROLES } from "../rules/users/staff-roles.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const NAME_MAX = 60
const AUDIT_PAGE_MAX = 100

const Pin = Type.String({ pattern: "^[0-9]{4,8}$" })
const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
const Role = oneOf(...STAFF_ROLES)

export const StaffFace = Type.Object({ id: Uuid, name: Type.String(), role: Role })
export type StaffFace = Static<typeof StaffFace>

export const StaffMember = Type.Object({
  ...StaffFace.properties,
  active: Type.Boolean(),
  createdAt: Instant,
  lastSignInAt: nullable(Instant),
})
export type StaffMember = Static<typeof StaffMember>

export const AuditEntry = Type.Object({
  id: Uuid,
  at: Instant,
  action: oneOf(...AUDITED),
  /** The screen; null where the box itself or its console did it. */
  deviceId: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  staffId: nullable(Uuid),
  staffName: nullable(Type.String()),
  /** Who lent the role for it, with a PIN typed over the shoulder. */
  authorisedBy: nullable(Type.String()),
  /** What it was done to: an order's code, a device, a shift. */
  subject: nullable(Type.String()),
  detail: FreeForm,
})
export type AuditEntry = Static<typeof AuditEntry>

export const signIn = endpoint({
  name: "staff.signIn",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/staff/sign-in",
  scope: "store:device",
  body: Type.Object({
    /** Chosen before the PIN is typed: wrong PINs are counted for this person at this screen. */
    staffId: Uuid,
    pin: Pin,
    /** `authorise`: only to lend the role for what is being done at the screen now; the token lasts two minutes. */
    purpose: Type.Optional(oneOf("work", "authorise")),
  }),
  replies: {
    200: Type.Object({
      staff: StaffFace,
      /** Sent as `x-staff-token`, or as `x-authoriser-token` to lend a role; shown once. */
      token: Type.String(),
      /** The latest moment; a supervisor's and a manager's ends sooner when nothing is done with it. */
      expiresAt: Instant,
      idleMinutes: nullable(Type.Integer()),
      /** The PIN has fewer digits than the role needs: the person should choose another one now. */
      choosePin: Type.Boolean(),
    }),
  },
  refusals: ["PIN_WRONG", "PIN_LOCKED"],
  summary: "A person signs in at a paired screen with the PIN; wrong tries make the next ones wait.",
  section: "screens.md#staff",
})

export const signOut = endpoint({
  name: "staff.signOut",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/staff/sign-out",
  scope: "store:device",
  replies: { 204: null },
  refusals: [],
  summary: "Ends the token of `x-staff-token`; one that has ended already changes nothing.",
  section: "screens.md#staff",
})

export const readSignedIn = endpoint({
  name: "staff.signedIn",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/staff/me",
  scope: "store:device",
  replies: {
    200: Type.Object({
      hasStaff: Type.Boolean(),
      staff: nullable(StaffFace),
      expiresAt: nullable(Instant),
      /** Who may sign in here, by name. None for a screen that guests stand at. */
      people: Type.Array(StaffFace),
    }),
  },
  refusals: [],
  summary:
    "Whether the store has staff, who may sign in here, and who is signed in with the `x-staff-token` of this request.",
  section: "screens.md#staff",
})

export const changeOwnPin = endpoint({
  name: "staff.changeOwnPin",
  family: "lan",
  method: "PUT",
  path: "/api/lan/v1/staff/me/pin",
  scope: "store:device",
  role: "cashier",
  body: Type.Object({ pin: Pin }),
  replies: { 204: null },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Whoever is signed in chooses another PIN; supervisors and managers need six digits.",
  section: "screens.md#staff",
})

export const listStaff = endpoint({
  name: "staff.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/staff",
  scope: "store:manage",
  role: "manager",
  replies: { 200: Type.Object({ staff: Type.Array(StaffMember) }) },
  refusals: [],
  summary: "The people of the store, never their PINs.",
  section: "screens.md#staff",
})

export const createStaff = endpoint({
  name: "staff.create",
  family: "lan",
  method: "POST",
  path: "/api/lan/v1/staff",
  scope: "store:manage",
  role: "manager",
  body: Type.Object({
    /** Made by the page: repeating the request makes one person. */
    id: Uuid,
    name: Name,
    role: Role,
    pin: Pin,
  }),
  replies: { 200: StaffMember, 201: StaffMember },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Takes on a person; the first one of a store is a manager, and from then on roles hold.",
  section: "screens.md#staff",
})

export const changeStaff = endpoint({
  name: "staff.change",
  family: "lan",
  method: "PUT",
  path: "/api/lan/v1/staff/:staffId",
  scope: "store:manage",
  role: "manager",
  params: Type.Object({ staffId: Uuid }),
  body: Type.Object({
    name: Type.Optional(Name),
    role: Type.Optional(Role),
    pin: Type.Optional(Pin),
    active: Type.Optional(Type.Boolean()),
  }),
  replies: { 200: StaffMember },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary:
    "Renames a person, changes role or PIN, or lets one go; never the last manager. Where they were signed in, they are no longer.",
  section: "screens.md#staff",
})

export const listAudit = endpoint({
  name: "audit.list",
  family: "lan",
  method: "GET",
  path: "/api/lan/v1/audit",
  scope: "store:manage",
  role: "manager",
  query: Type.Object({
    /** The `next` of the page before; ShortText because a key is opaque. */
    before: Type.Optional(ShortText),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE_MAX })),
  }),
  replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), next: nullable(Type.String()) }) },
  refusals: ["VALIDATION_ERROR"],
  summary: "What was done in the store and by whom, newest first.",
  section: "screens.md#staff",
})
