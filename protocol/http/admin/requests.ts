/** What each key has asked and was answered, 30 days of it, found by key, time, path, status or request id. */
import Type, { type Static } from "typebox"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, oneOf, Uuid } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const PATH_MAX_CHARS = 200
const ID_MAX_CHARS = 128

export const LoggedRequest = Type.Object({
  id: Uuid,
  at: Instant,
  vendorId: Type.String(),
  keyId: Type.String(),
  /** Null: the key is gone. */
  keyName: nullable(Type.String()),
  method: Type.String(),
  /** As the reference has it, its parameters by name. */
  path: Type.String(),
  status: Type.Integer(),
  durationMs: Type.Integer(),
  requestId: Type.String(),
})
export type LoggedRequest = Static<typeof LoggedRequest>

export const listRequests = endpoint({
  name: "admin.listRequests",
  family: "admin",
  who: "hands",
  method: "GET",
  path: "/api/admin/requests",
  scope: null,
  query: Type.Object({
    ...CURSOR_QUERY,
    vendorId: Type.Optional(Type.String()),
    keyId: Type.Optional(Type.String({ maxLength: ID_MAX_CHARS })),
    /** All of a hundred: `4` is 400 to 499. */
    outcome: Type.Optional(oneOf("2", "4", "5")),
    /** A part of the path. */
    path: Type.Optional(Type.String({ maxLength: PATH_MAX_CHARS })),
    /** The `X-Request-Id` of the answer; then nothing else is looked at but the vendor. */
    requestId: Type.Optional(Type.String({ maxLength: ID_MAX_CHARS })),
    /** Left out: a day before `to`. */
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  }),
  replies: { 200: cursorListOf(LoggedRequest) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Requests with API keys, the latest first.",
  section: "conventions.md#paths",
})

export const readRequest = endpoint({
  name: "admin.readRequest",
  family: "admin",
  who: "hands",
  method: "GET",
  path: "/api/admin/requests/:logId",
  scope: null,
  params: Type.Object({ logId: Uuid }),
  replies: {
    200: Type.Object({
      request: LoggedRequest,
      /** JSON of params, query and body, without secrets and buyers; cut where it was long. */
      asked: Type.String(),
      answered: Type.String(),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Both sides of one request.",
  section: "conventions.md#paths",
})
