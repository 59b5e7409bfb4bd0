/** What asks for a person: each with its reason, and what may be done about it. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, oneOf } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const NOTE_MAX_CHARS = 500
const KEY_MAX_CHARS = 300
/** Of each kind no more are counted: 100 stands for "100 or more". */
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

/** `replay`: once more; `void`: a document that was numbered twice; `record`: the guest has the money back, and how; `dismiss`: it is well as it is, and why. */
export const ActionItemAction = oneOf("replay", "void", "record", "dismiss")
export type ActionItemAction = Static<typeof ActionItemAction>

export const ActionItem = Type.Object({
  kind: ActionItemKind,
  /** Names it among its kind. */
  key: Type.String(),
  /** Null: of the whole account. */
  vendorId: nullable(Type.String()),
  storeId: nullable(Type.String()),
  storeName: nullable(Type.String()),
  at: Instant,
  /** What it is: an op, a job's kind, a document's number, an endpoint's name. */
  what: Type.String(),
  /** Who must have the money back, where that is known and the person may see buyers. */
  guest: nullable(Type.String()),
  /** Which advice fits, a word of the page's catalogue. */
  advice: Type.String(),
  /** Why it asks. */
  why: Type.String(),
  /** When a person has asked its store's box to deal with it, which has not said yet what came of it. */
  askedAt: nullable(Instant),
  /** Of the order that it is about, by its id or its external id. */
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
  summary: "How many of each kind ask for a person, up to a hundred.",
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
  summary: "What asks for a person, the oldest first.",
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
    /** Why it is well as it is, or how the money went back: asked of who dismisses or records. */
    note: Type.Optional(Type.String({ maxLength: NOTE_MAX_CHARS })),
  }),
  replies: { 200: Type.Object({ settled: Type.Literal(true) }) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Tries it once more, voids a document that was numbered twice, or says why nothing more is done.",
  section: "conventions.md#paths",
})
