/** The trail of what people did at the dashboard and at the hub's command line. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { FreeForm, Instant, nullable, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const WORD_MAX = 100

export const PersonAudit = Type.Object({
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
export type PersonAudit = Static<typeof PersonAudit>

export const listPeopleAudit = endpoint({
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
  replies: { 200: cursorListOf(PersonAudit) },
  refusals: ["VALIDATION_ERROR"],
  summary:
    "Who did what and when, the latest first; to an owner who is limited to vendors, what is of those vendors alone.",
  section: "decisions §2, Dashboard, its API",
})
