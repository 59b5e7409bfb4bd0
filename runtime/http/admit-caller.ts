/** Decides whether a caller may use an endpoint: credential, vendor binding, scope (docs/contract/conventions.md#authentication). */
import type { IncomingMessage } from "node:http"
import { CLIENT_CHANNEL, type Credential, credentialOf } from "../../protocol/http/credentials.ts"
import type { Caller, Endpoint, VendorCaller } from "../../protocol/http/endpoint.ts"
import { familyOf } from "../../protocol/http/families.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { isAccessToken } from "./access-token.ts"
import { callerAddress } from "./caller-address.ts"
import { isAllowedHost, isFromOwnPage } from "./own-page.ts"
import { headerOf } from "./read-request.ts"

/** Returns the caller of a credential; null for an unknown one. */
export type Authenticate = (credential: string) => Promise<Caller | null> | Caller | null

type Admitted = VendorCaller | Denied

/** A refused caller, with the id of its key, if known, for the rate limit. */
type Denied = Refusal<"UNAUTHORIZED" | "FORBIDDEN" | "SERVICE_UNAVAILABLE"> & { readonly keyId?: string }

/** Decides whether a request may use an endpoint. */
export type Admit = (value: Endpoint, request: IncomingMessage) => Promise<Admitted>

interface Authenticators {
  readonly key: Authenticate
  readonly token: Authenticate
  /** A reverse proxy is in front and names the caller's address. */
  readonly isBehindProxy?: boolean | undefined
  /** Host names of this machine, for endpoints with `ownHost`. */
  readonly hostNames?: readonly string[] | undefined
}

/** The caller of an endpoint without a credential; its handler reads no tenant. */
const ANYONE: VendorCaller = { actor: "anyone", keyId: "anyone", accountId: "", vendorId: "", scopes: [] }
const BEARER = /^Bearer +(\S+) *$/i

export async function admit(
  value: Endpoint,
  request: IncomingMessage,
  authenticators: Authenticators,
): Promise<Admitted> {
  const credential = credentialOf(familyOf(value.family).credential)
  if (credential.key.length === 0) return admitWithoutCredential(value, request, authenticators)
  const caller = await recognise(credential, request, authenticators)
  if (isRefusal(caller)) return caller
  const allowed = mayCall(value, caller)
  return isRefusal(allowed) ? { ...allowed, keyId: caller.keyId } : allowed
}

/** Without a credential, only requests from this machine's own pages, or from no page, may change anything. */
function admitWithoutCredential(
  { method, ownHost }: Endpoint,
  request: IncomingMessage,
  { isBehindProxy = false, hostNames = [] }: Authenticators,
): Admitted {
  if (ownHost && !isAllowedHost(request, hostNames))
    return refuse("FORBIDDEN", "Use the address of this machine, or the name in its --public-url.")
  if (method !== "GET" && !isFromOwnPage(request))
    return refuse("FORBIDDEN", "A page of another site may not send this request.")
  return { ...ANYONE, keyId: `address:${callerAddress(request, isBehindProxy)}` }
}

/** Checks vendor and scope, also for a caller that came another way, such as a command over MQTT. */
export function mayCall(value: Endpoint, caller: Caller): VendorCaller | Refusal<"FORBIDDEN"> {
  if (caller.vendorId === null) return refuse("FORBIDDEN", "This key is not bound to a vendor.")
  if (value.scope && !caller.scopes.includes(value.scope)) {
    return refuse("FORBIDDEN", `This key lacks the scope ${value.scope}.`)
  }
  return { ...caller, vendorId: caller.vendorId }
}

/** Finds the caller of a credential, without checking rights. */
export async function recognise(
  credential: Credential,
  request: IncomingMessage,
  authenticators: Authenticators,
): Promise<Caller | Refusal<"UNAUTHORIZED" | "FORBIDDEN">> {
  const missing = credential.clientHeaders ? missingClientHeader(request) : null
  if (missing) return missing
  const caller = await callerOf(credential, request, authenticators)
  if (isRefusal(caller)) return caller
  if (credential.clientHeaders && headerOf(request, "account") !== caller.accountId) {
    return refuse("FORBIDDEN", "The header account does not name the account of this key.")
  }
  return caller
}

function missingClientHeader(request: IncomingMessage): Refusal<"UNAUTHORIZED"> | null {
  if (headerOf(request, "x-client-channel") !== CLIENT_CHANNEL) {
    return refuse("UNAUTHORIZED", `Send ${CLIENT_CHANNEL} in the header x-client-channel.`)
  }
  return headerOf(request, "account") ? null : refuse("UNAUTHORIZED", "Send your account in the header account.")
}

async function callerOf(
  credential: Credential,
  request: IncomingMessage,
  { key, token }: Authenticators,
): Promise<Caller | Refusal<"UNAUTHORIZED">> {
  const bearer = bearerOf(request)
  const sent = headerOf(request, "x-api-key")
  if (!sent && bearer && credential.token === "instead" && isAccessToken(bearer)) {
    return (await token(bearer)) ?? refuse("UNAUTHORIZED", "This access token is not valid, or has expired.")
  }
  const secret = sent || (credential.key.includes("bearer") ? bearer : null)
  if (!secret) return refuse("UNAUTHORIZED", missingKey(credential))
  const caller = await key(secret)
  if (!caller) return refuse("UNAUTHORIZED", "This API key is not valid.")
  if (credential.token !== "beside") return caller
  const client = bearer ? await token(bearer) : null
  if (!bearer) return refuse("UNAUTHORIZED", "Send an access token as Authorization: Bearer.")
  if (!client) return refuse("UNAUTHORIZED", "This access token is not valid, or has expired; log in again.")
  return belongsTo(client, caller)
    ? caller
    : refuse("UNAUTHORIZED", "This access token belongs to another vendor than this key.")
}

function bearerOf(request: IncomingMessage): string | null {
  return BEARER.exec(headerOf(request, "authorization") ?? "")?.[1] ?? null
}

function missingKey({ key, token }: Credential): string {
  if (token === "instead") return "Send an API key in x-api-key, or a key or an access token as Authorization: Bearer."
  if (key.includes("bearer")) return "Send an API key as Authorization: Bearer, or in the header x-api-key."
  return "Send an API key in the header x-api-key."
}

/** A key without a vendor passes here; `mayCall` refuses it. */
function belongsTo(client: Caller, key: Caller): boolean {
  return client.accountId === key.accountId && (key.vendorId === null || client.vendorId === key.vendorId)
}
