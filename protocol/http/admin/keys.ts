/** The dashboard's endpoints of API keys and client credentials: create, rotate, revoke. An answer contains a secret once. */
import Type, { type Static } from "typebox"
import { SCOPES } from "../../scopes.ts"
import { CURSOR_QUERY, cursorListOf } from "../../shapes/cursor-page.ts"
import { secret } from "../../shapes/privacy.ts"
import { Instant, nullable, oneOf } from "../../shapes/scalars.ts"
import { endpoint } from "../endpoint.ts"

const KEYS = "/api/admin/keys"
const CLIENTS = "/api/admin/clients"
const SECTION = "conventions.md#paths"
const NAME_MAX = 80
/** Longest time for which both secrets of a rotation are valid. */
const OVERLAP_HOURS_MAX = 30 * 24
const OVERLAP_HOURS = 24

const Name = Type.String({ minLength: 1, maxLength: NAME_MAX, pattern: "\\S" })
const ClientId = Type.String({ minLength: 3, maxLength: NAME_MAX, pattern: "^[A-Za-z0-9._@-]+$" })
const Overlap = Type.Object({
  /** How long the old secret stays valid beside the new one; 0 ends it at once. */
  overlapHours: Type.Optional(Type.Integer({ minimum: 0, maximum: OVERLAP_HOURS_MAX, default: OVERLAP_HOURS })),
})

const Validity = {
  createdAt: nullable(Instant),
  /** Accurate to a minute. */
  lastUsedAt: nullable(Instant),
  expiresAt: nullable(Instant),
  revokedAt: nullable(Instant),
  state: oneOf("alive", "expired", "revoked"),
}

export const ApiKey = Type.Object({
  keyId: Type.String(),
  name: Type.String(),
  /** The key's first characters. */
  prefix: Type.String(),
  /** Null: bound to the account, not to a vendor. */
  vendorId: nullable(Type.String()),
  scopes: Type.Array(Type.String()),
  ...Validity,
})
export type ApiKey = Static<typeof ApiKey>

export const ClientCredential = Type.Object({
  clientId: Type.String(),
  username: Type.String(),
  vendorId: Type.String(),
  ...Validity,
})
export type ClientCredential = Static<typeof ClientCredential>

const KeyWithSecret = Type.Object({ key: ApiKey, secret: secret(Type.String()) })
const ClientWithSecrets = Type.Object({
  client: ClientCredential,
  clientSecret: secret(Type.String()),
  password: secret(Type.String()),
})
export type ClientWithSecrets = Static<typeof ClientWithSecrets>

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
  summary: "Lists API keys by name, also ended ones, without the secrets.",
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
  summary: "Lists client credentials by id, also ended ones, without the secrets.",
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
  replies: { 201: KeyWithSecret },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Creates an API key; only this answer contains it.",
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
  replies: { 201: KeyWithSecret },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Replaces a key by a new one with the same name and rights; the old one stays valid for `overlapHours`.",
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
  summary:
    "Revokes a key: at once in this process, within seconds in other hub processes, at boxes with their next sync.",
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
  replies: { 201: ClientWithSecrets },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Creates a client; only this answer contains its secret and its password.",
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
  replies: { 201: ClientWithSecrets },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT"],
  summary: "Replaces a client by a new one with another id; the old one stays valid for `overlapHours`.",
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
  summary: "Revokes a client and all of its access tokens.",
  section: SECTION,
})
