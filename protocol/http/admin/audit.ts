/** The audit log of the dashboard and of the hub's command line. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { personal } from "../../shapes/privacy.ts"
import { FreeForm, Instant, nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const WORD_MAX = 100

/** Every audited action, as `area.verb`. */
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

/** The areas that the list can be filtered by. */
export const AUDIT_AREAS = [...new Set(USER_ACTIONS.map((action) => action.split(".")[0] as AuditArea))]
export type AuditArea = UserAction extends `${infer Area}.${string}` ? Area : never

export const UserAudit = Type.Object({
  id: Uuid,
  at: Instant,
  /** Null for the command line. */
  personId: nullable(Uuid),
  email: personal(nullable(Type.String())),
  /** `area.verb`, such as `people.invite`. */
  action: Type.String(),
  /** The object of the action. */
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
    /** An action, or the beginning of one, such as `people`. */
    action: Type.Optional(Type.String({ minLength: 1, maxLength: WORD_MAX, pattern: "^[a-zA-Z.-]+$" })),
  }),
  replies: { 200: cursorListOf(UserAudit) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists audit entries, newest first; an owner who is limited to vendors sees the entries of those vendors.",
  section: "conventions.md#paths",
})
