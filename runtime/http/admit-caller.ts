/** Decides who may go on to an endpoint: credential, vendor binding, scope (docs/contract/conventions.md#authentication). */
import type { IncomingMessage } from "node:http"
import { CLIENT_CHANNEL, type Credential, credentialOf } from "../../protocol/http/credentials.ts"
import type { Caller, Endpoint, VendorCaller } from "../../protocol/http/endpoint.ts"
import { familyOf } from "../../protocol/http/families.ts"
import { isRefusal, type Refusal, refuse } from "../../protocol/refusals.ts"
import { isAccessToken } from "./access-token.ts"
import { callerAddress } from "./caller-address.ts"
import { isAllowedHost, isFromOwnPage } from "./own-page.ts"
import { headerOf } from "./read-request.ts"

/** The caller of a credential, null when there is none. */
export type Authenticate = (credential: string) => Promise<Caller | null> | Caller | null

type Admitted = VendorCaller | Denied

/** A caller who may not go on, with the key to count it by where that is known. */
type Denied = Refusal<"UNAUTHORIZED" | "FORBIDDEN" | "SERVICE_UNAVAILABLE"> & { readonly keyId?: string }

/** The whole decision of who may go on to an endpoint. */
export type Admit = (value: Endpoint, request: IncomingMessage) => Promise<Admitted>

interface Authenticators {
  readonly key: Authenticate
  readonly token: Authenticate
  /** A reverse proxy stands in front: the caller's address is the one that the proxy names. */
  readonly isBehindProxy?: boolean | undefined
  /** By which this machine is found, beside its addresses: for endpoints of `ownHost`. */
  readonly hostNames?: readonly string[] | undefined
}

/** Stands in where an endpoint asks for no credential; such a handler has no tenant to read. */
const NOBODY: VendorCaller = { actor: "anyone", keyId: "anyone", accountId: "", vendorId: "", scopes: [] }
const BEARER = /^Bearer +(\S+) *$/i

export async function admit(
  value: Endpoint,
  request: IncomingMessage,
  authenticators: Authenticators,
): Promise<Admitted> {
  const credential = credentialOf(familyOf(value.family).credential)
  if (credential.key.length === 0) return admitNobody(value, request, authenticators)
  const caller = await recognise(credential, request, authenticators)
  if (isRefusal(caller)) return caller
  const allowed = mayCall(value, caller)
  return isRefusal(allowed) ? { ...allowed, keyId: caller.keyId } : allowed
}

/** A page of another site has no key to send: where none is asked for, it may do nothing. */
function admitNobody(
  { method, ownHost }: Endpoint,
  request: IncomingMessage,
  { isBehindProxy = false, hostNames = [] }: Authenticators,
): Admitted {
  if (ownHost && !isAllowedHost(request, hostNames))
    return refuse("FORBIDDEN", "Ask this by the address of this machine, or by the name in its --public-url.")
  if (method !== "GET" && !isFromOwnPage(request))
    return refuse("FORBIDDEN", "A page of another site may not ask this.")
  return { ...NOBODY, keyId: `address:${callerAddress(request, isBehindProxy)}` }
}

/** The same check for a caller that came by another way, such as a command over MQTT. */
export function mayCall(value: Endpoint, caller: Caller): VendorCaller | Refusal<"FORBIDDEN"> {
  if (caller.vendorId === null) return refuse("FORBIDDEN", "This key is not bound to a vendor.")
  if (value.scope && !caller.scopes.includes(value.scope)) {
    return refuse("FORBIDDEN", `This key lacks the scope ${value.scope}.`)
  }
  return { ...caller, vendorId: caller.vendorId }
}

/** Whose credential this is, whatever it may do. */
export async function recognise(
  credential: Credential,
  request: IncomingMessage,
  authenticators: Authenticators,
): Promise<Caller | Refusal<"UNAUTHORIZED" | "FORBIDDEN">> {
  const unnamed = credential.clientHeaders ? missingClientHeader(request) : null
  if (unnamed) return unnamed
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
    return (await token(bearer)) ?? refuse("UNAUTHORIZED", "This access token is not valid, or no longer.")
  }
  const secret = sent || (credential.key.includes("bearer") ? bearer : null)
  if (!secret) return refuse("UNAUTHORIZED", missingKey(credential))
  const caller = await key(secret)
  if (!caller) return refuse("UNAUTHORIZED", "This API key is not valid.")
  if (credential.token !== "beside") return caller
  const client = bearer ? await token(bearer) : null
  if (!bearer) return refuse("UNAUTHORIZED", "Send an access token as Authorization: Bearer.")
  if (!client) return refuse("UNAUTHORIZED", "This access token is not valid, or no longer; log in again.")
  return belongsTo(client, caller) ? caller : refuse("UNAUTHORIZED", "This access token is not of this key's vendor.")
}

function bearerOf(request: IncomingMessage): string | null {
  return BEARER.exec(headerOf(request, "authorization") ?? "")?.[1] ?? null
}

function missingKey({ key, token }: Credential): string {
  if (token === "instead") return "Send an API key in x-api-key, or a key or an access token as Authorization: Bearer."
  if (key.includes("bearer")) return "Send an API key as Authorization: Bearer, or in the header x-api-key."
  return "Send an API key in the header x-api-key."
}

/** A key without a vendor is refused for that, later. */
function belongsTo(client: Caller, key: Caller): boolean {
  return client.accountId === key.accountId && (key.vendorId === null || client.vendorId === key.vendorId)
}
