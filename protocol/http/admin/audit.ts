/** The trail of what people did at the dashboard and at the hub's command line. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { FreeForm, Instant, nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const WORD_MAX = 100

/** What people do that leaves an entry, `room.verb`; a room's stand together. */
export const USER_ACTIONS = [
  "attention.replay",
  "attention.dismiss",
  "attention.void",
  "attention.record",
  "boxes.claim",
  "clients.create",
  "clients.rotate",
  "clients.revoke",
  "keys.create",
  "keys.rotate",
  "keys.revoke",
  "menus.publish",
  "menus.release",
  "methods.set",
  "people.invite",
  "people.link",
  "people.change",
  "people.disable",
  "people.enable",
  "provisioning.apply",
  "session.sign-in",
  "session.use-link",
  "session.change-password",
  "session.sign-out",
  "session.sign-out-everywhere",
  "updates.halt",
  "updates.resume",
  "updates.ring",
  "webhooks.create",
  "webhooks.change",
  "webhooks.rotate",
  "webhooks.pause",
  "webhooks.resume",
  "webhooks.test",
  "webhooks.resend",
  "webhooks.replay",
] as const
export type UserAction = (typeof USER_ACTIONS)[number]

/** Of which an entry may be; what the list can be narrowed to. */
export const AUDIT_ROOMS = [...new Set(USER_ACTIONS.map((action) => action.split(".")[0] as AuditRoom))]
export type AuditRoom = UserAction extends `${infer Room}.${string}` ? Room : never

export const UserAudit = Type.Object({
  id: Uuid,
  at: Instant,
  /** Null where the command line did it. */
  personId: nullable(Uuid),
  email: nullable(Type.String()),
  /** `room.verb`, such as `people.invite`. */
  action: Type.String(),
  /** What it was done to. */
  subject: nullable(Type.String()),
  detail: FreeForm,
})
export type UserAudit = Static<typeof UserAudit>

export const listUserAudit = endpoint({
  name: "audit.list",
  family: "admin",
  who: "owners",
  method: "GET",
  path: "/api/admin/audit",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    personId: Type.Optional(Uuid),
    /** An action, or how it begins: `people`. */
    action: Type.Optional(Type.String({ minLength: 1, maxLength: WORD_MAX, pattern: "^[a-zA-Z.-]+$" })),
  }),
  replies: { 200: cursorListOf(UserAudit) },
  refusals: ["VALIDATION_ERROR"],
  summary:
    "Who did what and when, the latest first; to an owner who is limited to vendors, what is of those vendors alone.",
  section: "conventions.md#paths",
})
