/** What an access token says of a client, and whom it still stands for: a token ends with the secrets that it was given for. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import type { AccessTokens, TokenSubject } from "../../runtime/http/access-token.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { type Client, findClient } from "./clients-store.ts"

/** What a token may do where it is taken in a key's place: on the inbound callbacks. */
const TOKEN_SCOPES = ["webhooks:aggregator", "webhooks:kds", "webhooks:partner"]
const STAMP_CHARS = 16

export function tokenSubject({ clientId, secretHash, passwordHash }: Client): TokenSubject {
  return { subject: clientId, stamp: hashSecret(`${secretHash} ${passwordHash}`).slice(0, STAMP_CHARS) }
}

/** The caller of a token whose client still has the same secrets and was not revoked. */
export async function findTokenCaller(store: HubStore, tokens: AccessTokens, token: string): Promise<Caller | null> {
  const claimed = tokens.read(token)
  if (!claimed) return null
  const client = await store.system.read((scope) => findClient(scope, claimed.subject))
  if (!client || tokenSubject(client).stamp !== claimed.stamp) return null
  const { clientId, accountId, vendorId } = client
  const actor = `client:${clientId}`
  return { actor, keyId: actor, accountId, vendorId, scopes: TOKEN_SCOPES }
}
