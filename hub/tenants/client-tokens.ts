/** Access tokens of clients. A token ends when its client's secrets change. */
import type { Caller } from "../../protocol/http/endpoint.ts"
import type { AccessTokens, TokenSubject } from "../../runtime/http/access-token.ts"
import { hashSecret } from "../../runtime/secrets.ts"
import type { HubStore } from "../storage/index.ts"
import { type Client, type ClientName, findClient } from "./clients-store.ts"

/** The scopes of a token where it replaces a key: on the inbound callbacks. */
const TOKEN_SCOPES = ["webhooks:aggregator", "webhooks:kds", "webhooks:partner"]
const STAMP_CHARS = 16
const CLIENT = "client:"
/** Separates account and client. No account id contains it. */
const BETWEEN = "/"

export function tokenSubject({ accountId, clientId, secretHash, passwordHash }: Client): TokenSubject {
  return {
    subject: accountId + BETWEEN + clientId,
    stamp: hashSecret(`${secretHash} ${passwordHash}`).slice(0, STAMP_CHARS),
  }
}

/** The caller of a token whose client still has the same secrets and was not revoked. */
export async function findTokenCaller(store: HubStore, tokens: AccessTokens, token: string): Promise<Caller | null> {
  const claimed = tokens.read(token)
  if (!claimed) return null
  const client = await store.system.read((scope) => findClient(scope, clientNameIn(claimed.subject)))
  if (!client || tokenSubject(client).stamp !== claimed.stamp) return null
  const { clientId, accountId, vendorId } = client
  const keyId = CLIENT + claimed.subject
  return { actor: CLIENT + clientId, keyId, accountId, vendorId, scopes: TOKEN_SCOPES }
}

/** The client that a caller's `keyId` names; null: it is an API key's. */
export function clientOfKeyId(keyId: string): ClientName | null {
  return keyId.startsWith(CLIENT) ? clientNameIn(keyId.slice(CLIENT.length)) : null
}

function clientNameIn(subject: string): ClientName {
  const [accountId = "", ...rest] = subject.split(BETWEEN)
  return { accountId, clientId: rest.join(BETWEEN) }
}
