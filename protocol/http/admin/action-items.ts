/** The endpoints of action items: things that wait for a person, each with its reason and the possible actions. */
import Type, { type Static } from "typebox"
import { ConflictReason } from "../../shapes/conflict.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { personal } from "../../shapes/privacy.ts"
import { Instant, nullable, oneOf } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const NOTE_MAX_CHARS = 500
const KEY_MAX_CHARS = 300
/** Counting stops here for each kind: 100 means "100 or more". */
export const ACTION_ITEM_COUNT_MAX = 100

export const ACTION_ITEM_KINDS = [
  "parked",
  "parkedInStore",
  "job",
  "document",
  "payment",
  "conflict",
  "refund",
  "endpoint",
  "lostSale",
  "day",
] as const
export const ActionItemKind = oneOf(...ACTION_ITEM_KINDS)
export type ActionItemKind = Static<typeof ActionItemKind>

/** `replay`: try again. `void`: void a document that was numbered twice. `record`: record the refund. `dismiss`: nothing more to do, with a note. */
export const ActionItemAction = oneOf("replay", "void", "record", "dismiss")
export type ActionItemAction = Static<typeof ActionItemAction>

export const ActionItem = Type.Object({
  kind: ActionItemKind,
  /** Unique within its kind. */
  key: Type.String(),
  /** Null: it concerns the whole account. */
  vendorId: nullable(Type.String()),
  storeId: nullable(Type.String()),
  storeName: nullable(Type.String()),
  at: Instant,
  /** Its subject: an operation, a job's kind, a document's number or an endpoint's name. */
  what: Type.String(),
  /** The guest who is owed the money, if known and if the user may see buyers. */
  guest: personal(nullable(Type.String())),
  /** Key of the advice text in the page's message catalogue. */
  advice: Type.String(),
  /** Why it needs a person. */
  why: Type.String(),
  /** Why an order refused a write, for the page to translate. */
  reason: Type.Optional(ConflictReason),
  /** When a person sent the action to the store's box, which has not reported the result yet; else null. */
  askedAt: nullable(Instant),
  /** Its order's id or external id. */
  order: nullable(Type.String()),
  actions: Type.Array(ActionItemAction),
})
export type ActionItem = Static<typeof ActionItem>

export const countActionItems = endpoint({
  name: "admin.countAttention",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/attention/counts",
  scope: null,
  query: Type.Object({ vendorId: Type.Optional(Type.String()) }),
  replies: {
    200: Type.Object({ counts: Type.Array(Type.Object({ kind: ActionItemKind, count: Type.Integer() })) }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Counts the action items of each kind, up to a hundred.",
  section: "conventions.md#paths",
})

export const listActionItems = endpoint({
  name: "admin.listAttention",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: "/api/admin/attention",
  scope: null,
  query: Type.Object({ ...CURSOR_QUERY, kind: ActionItemKind, vendorId: Type.Optional(Type.String()) }),
  replies: { 200: cursorListOf(ActionItem) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists the action items of a kind, oldest first.",
  section: "conventions.md#paths",
})

export const settleActionItem = endpoint({
  name: "admin.settleAttention",
  family: "admin",
  who: "hands",
  method: "POST",
  path: "/api/admin/attention/settle",
  scope: null,
  body: Type.Object({
    kind: ActionItemKind,
    key: Type.String({ minLength: 1, maxLength: KEY_MAX_CHARS }),
    action: ActionItemAction,
    /** Required for `dismiss` (the reason) and `record` (how the money was refunded). */
    note: Type.Optional(personal(Type.String({ maxLength: NOTE_MAX_CHARS }))),
  }),
  replies: { 200: Type.Object({ settled: Type.Literal(true) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary:
    "Settles an action item: tries it again, voids a document that was numbered twice, records a refund, or dismisses it.",
  section: "conventions.md#paths",
})
