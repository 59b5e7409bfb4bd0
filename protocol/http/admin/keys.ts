/** API keys and client credentials at the dashboard: made, followed by another, ended; a secret is shown once. */
import Type, { type Static } from "typebox"
import { SCOPES } from "../../scopes.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { Instant, nullable, oneOf } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const KEYS = "/api/admin/keys"
const CLIENTS = "/api/admin/clients"
const SECTION = "conventions.md#paths"
const NAME_MAX = 80
/** A rotation's two secrets are alive together for so long at most. */
const OVERLAP_HOURS_MAX = 30 * 24
const OVERLAP_HOURS = 24

const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
const ClientId = Type.String({ minLength: 3, maxLength: NAME_MAX, pattern: "^[A-Za-z0-9._@-]+$" })
const Overlap = Type.Object({
  /** So long the one before goes on beside the new one; 0 ends it at once. */
  overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: OVERLAP_HOURS_MAX, default: OVERLAP_HOURS })),
})

const Life = {
  createdAt: nullable(Instant),
  /** Within a minute. */
  lastUsedAt: nullable(Instant),
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
  state: oneOf("alive", "expired", "revoked"),
}

export const ApiKey = Type.Object({
  keyId: Type.String(),
  name: Type.String(),
  /** Its first characters. */
  prefix: Type.String(),
  /** Null: bound to the account alone. */
  vendorId: nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  ...Life,
})
export type ApiKey = Static<typeof ApiKey>

export const ClientCredential = Type.Object({
  clientId: Type.String(),
  username: Type.String(),
  vendorId: Type.String(),
  ...Life,
})
export type ClientCredential = Static<typeof ClientCredential>

const WithKey = Type.Object({ key: ApiKey, secret: Type.String() })
const WithClient = Type.Object({
  client: ClientCredential,
  clientSecret: Type.String(),
  password: Type.String(),
})
export type ShownClient = Static<typeof WithClient>

const KeyRef = Type.Object({ keyId: Type.String() })
const ClientRef = Type.Object({ clientId: Type.String() })

export const listKeys = endpoint({
  name: "keys.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: KEYS,
  scope: null,
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(ApiKey) },
  refusals: ["VALIDATION_ERROR"],
  summary: "API keys by name, the ended ones too; never the secrets.",
  section: SECTION,
})

export const listClients = endpoint({
  name: "clients.list",
  family: "admin",
  who: "everybody",
  method: "GET",
  path: CLIENTS,
  scope: null,
  query: Type.Object(CURSOR_QUERY),
  replies: { 200: cursorListOf(ClientCredential) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Client credentials by id, the ended ones too; never the secrets.",
  section: SECTION,
})

export const createApiKey = endpoint({
  name: "keys.create",
  family: "admin",
  who: "developers",
  method: "POST",
  path: KEYS,
  scope: null,
  body: Type.Object({
    name: Name,
    vendorId: nullable(Type.String()),
    scopes: Type.Array(oneOf(...SCOPES), { minItems: 1, uniqueItems: true }),
    expiresAt: Type.Optional(nullable(Instant)),
  }),
  replies: { 201: WithKey },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "A new API key; the answer carries it, once.",
  section: SECTION,
})

export const rotateApiKey = endpoint({
  name: "keys.rotate",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${KEYS}/:keyId/rotate`,
  scope: null,
  params: KeyRef,
  body: Overlap,
  replies: { 201: WithKey },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "A new key takes the name and the rights; the one before lives on beside it for a while.",
  section: SECTION,
})

export const revokeApiKey = endpoint({
  name: "keys.revoke",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${KEYS}/:keyId/revoke`,
  scope: null,
  params: KeyRef,
  replies: { 200: ApiKey },
  refusals: ["NOT_FOUND"],
  summary: "Ends a key: here at once, at other processes of the hub within seconds, at boxes as soon as they hear.",
  section: SECTION,
})

export const createClientCredential = endpoint({
  name: "clients.create",
  family: "admin",
  who: "developers",
  method: "POST",
  path: CLIENTS,
  scope: null,
  body: Type.Object({ clientId: ClientId, username: Type.Optional(ClientId), vendorId: Type.String() }),
  replies: { 201: WithClient },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "A new client; the answer carries its secret and its password, once.",
  section: SECTION,
})

export const rotateClientCredential = endpoint({
  name: "clients.rotate",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${CLIENTS}/:clientId/rotate`,
  scope: null,
  params: ClientRef,
  body: Overlap,
  replies: { 201: WithClient },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Another client beside it, under an id of its own; the one before lives on for a while.",
  section: SECTION,
})

export const revokeClientCredential = endpoint({
  name: "clients.revoke",
  family: "admin",
  who: "developers",
  method: "POST",
  path: `${CLIENTS}/:clientId/revoke`,
  scope: null,
  params: ClientRef,
  replies: { 200: ClientCredential },
  refusals: ["NOT_FOUND"],
  summary: "Ends a client and every access token that it holds.",
  section: SECTION,
})
