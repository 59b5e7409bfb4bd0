/** The endpoints of the store's staff: sign in with a PIN, manage people and roles, read the audit log. */
import Type, { type Static } from "typebox"
import { AUDITED, STAFF_ROLES } from "../rules/users/staff-roles.ts"
import { personal, secret } from "../shapes/privacy.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "../shapes/scalars.ts"
import { endpoint } from "./endpoint.ts"

const NAME_MAX = 60
const AUDIT_PAGE_MAX = 100

const Pin = secret(Type.String({ pattern: "^[0-9]{4,8}$" }))
const Name = personal(Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" }))
const Role = oneOf(...STAFF_ROLES)

export const StaffSummary = Type.Object({ id: Uuid, name: personal(Type.String()), role: Role })
export type StaffSummary = Static<typeof StaffSummary>

export const StaffMember = Type.Object({
  ...StaffSummary.properties,
  active: Type.Boolean(),
  createdAt: Instant,
  lastSignInAt: nullable(Instant),
})
export type StaffMember = Static<typeof StaffMember>

export const AuditEntry = Type.Object({
  id: Uuid,
  at: Instant,
  action: oneOf(...AUDITED),
  /** The screen; null if the box itself or its console did it. */
  deviceId: nullable(Type.String()),
  deviceName: nullable(Type.String()),
  staffId: nullable(Uuid),
  staffName: personal(nullable(Type.String())),
  /** The person who authorised it with their own PIN. */
  authorisedBy: personal(nullable(Type.String())),
  /** The object of the action: an order's code, a device, a shift. */
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
    /** Wrong PINs are counted per person and screen. */
    staffId: Uuid,
    pin: Pin,
    /** `authorise`: only lends the role for one action of the signed-in person; the token lasts two minutes. */
    purpose: Type.Optional(oneOf("work", "authorise")),
  }),
  replies: {
    200: Type.Object({
      staff: StaffSummary,
      /** Sent as `x-staff-token`, or as `x-authoriser-token` to lend a role; returned once. */
      token: secret(Type.String()),
      /** The latest end; a supervisor's or manager's token ends earlier if it is unused for `idleMinutes`. */
      expiresAt: Instant,
      idleMinutes: nullable(Type.Integer()),
      /** True if the PIN has fewer digits than the role needs: the person should choose a longer one now. */
      choosePin: Type.Boolean(),
    }),
  },
  refusals: ["PIN_WRONG", "PIN_LOCKED"],
  summary: "Signs a person in at a paired screen with the PIN; after wrong PINs the next tries must wait.",
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
  summary: "Ends the token in `x-staff-token`; a repeat changes nothing.",
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
      staff: nullable(StaffSummary),
      expiresAt: nullable(Instant),
      /** Who may sign in here, by name. Empty for a screen that guests use. */
      people: Type.Array(StaffSummary),
    }),
  },
  refusals: [],
  summary:
    "Reads whether the store has staff, who may sign in here, and whom the request's `x-staff-token` belongs to.",
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
  summary: "Changes the signed-in person's own PIN; supervisors and managers need six digits.",
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
  summary: "Lists the store's staff, without PINs.",
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
    /** Made by the page: a repeated request adds one person. */
    id: Uuid,
    name: Name,
    role: Role,
    pin: Pin,
  }),
  replies: { 200: StaffMember, 201: StaffMember },
  refusals: ["VALIDATION_ERROR", "CONFLICT"],
  summary: "Adds a person; the first one of a store must be a manager, and from then on roles are checked.",
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
  summary: "Changes a person's name, role or PIN, or deactivates them, except the last manager; ends their sign-ins.",
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
    /** `next` of the previous page. */
    before: Type.Optional(ShortText),
    size: Type.Optional(Type.Integer({ minimum: 1, maximum: AUDIT_PAGE_MAX })),
  }),
  replies: { 200: Type.Object({ entries: Type.Array(AuditEntry), next: nullable(Type.String()) }) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists the store's audit entries, newest first.",
  section: "screens.md#staff",
})
