/** Trades a client's secret, or its user name and password, for an access token (document 1, *Login*). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { login, olderLogin } from "../../protocol/http/login.ts"
import { refuse } from "../../protocol/refusals.ts"
import { type AccessTokens, TOKEN_SECONDS } from "../../protocol/runtime/http/access-token.ts"
import type { HubStore } from "../storage/index.ts"
import { tokenSubject } from "./client-tokens.ts"
import { type Client, findClient, findClientByUsername } from "./clients-store.ts"
import { matchesPassword, NOBODYS_HASH } from "./passwords.ts"

export interface LoggingIn {
  readonly store: HubStore
  readonly tokens: AccessTokens
}

/** A client of another account or vendor than the key's is as unknown as one that does not exist. */
export const loginHandler =
  ({ store, tokens }: LoggingIn): Handler<typeof login> =>
  async ({ body, caller }) => {
    const found = await store.system.read((scope) => findClient(scope, body.client_id))
    const client = found?.accountId === caller.accountId && found.vendorId === caller.vendorId ? found : null
    const known = await matches(body.client_secret, client, client?.secretHash)
    if (!known) return refuse("UNAUTHORIZED", "There is no such client, or its secret is another.")
    return { status: 201, data: { accessToken: tokens.issue(tokenSubject(known)) } }
  }

export const olderLoginHandler =
  ({ store, tokens }: LoggingIn): Handler<typeof olderLogin> =>
  async ({ body }) => {
    const client = await store.system.read((scope) => findClientByUsername(scope, body.username))
    const known = await matches(body.password, client, client?.passwordHash)
    if (!known) return refuse("UNAUTHORIZED", "There is no such user, or the password is another.")
    return { status: 200, data: { token: tokens.issue(tokenSubject(known)), expiresIn: TOKEN_SECONDS } }
  }

async function matches(secret: string, client: Client | null, hash = NOBODYS_HASH): Promise<Client | null> {
  return (await matchesPassword(secret, hash)) ? client : null
}
