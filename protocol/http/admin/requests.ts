/** The endpoints of the request log: requests with API keys and their answers, of the last 30 days. */
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
  /** Null if the key was deleted. */
  keyName: nullable(Type.String()),
  method: Type.String(),
  /** The path as in the reference, with its parameters by name. */
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
    /** A status class: `4` means 400 to 499. */
    outcome: Type.Optional(oneOf("2", "4", "5")),
    /** Any part of the path. */
    path: Type.Optional(Type.String({ maxLength: PATH_MAX_CHARS })),
    /** The answer's `X-Request-Id`; all other filters but the vendor are then ignored. */
    requestId: Type.Optional(Type.String({ maxLength: ID_MAX_CHARS })),
    /** By default a day before `to`. */
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  }),
  replies: { 200: cursorListOf(LoggedRequest) },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Lists requests with API keys, newest first.",
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
      /** JSON of params, query and body, without secrets and buyers, possibly shortened. */
      asked: Type.String(),
      answered: Type.String(),
    }),
  },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND"],
  summary: "Reads one request with its answer.",
  section: "conventions.md#paths",
})
