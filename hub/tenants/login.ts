/** Exchanges a client's secret, or its user name and password, for an access token (docs/contract/conventions.md#authentication). */
import type { Handler, VendorCaller } from "../../protocol/http/endpoint.ts"
import type { login, olderLogin } from "../../protocol/http/login.ts"
import { type Refusal, refuse } from "../../protocol/refusals.ts"
import { toMs } from "../../protocol/time.ts"
import { type AccessTokens, TOKEN_SECONDS } from "../../runtime/http/access-token.ts"
import type { HubStore } from "../storage/index.ts"
import { tokenSubject } from "./client-tokens.ts"
import { type Client, findClient, findClientsByUsername } from "./clients-store.ts"
import { matchesPassword, NOBODYS_HASH } from "./passwords.ts"
import { countTry, forgetTries, giveBack, pruneTries, type TriesKey } from "./sign-in-tries-store.ts"

const SECOND_MS = 1_000

export interface LoggingIn {
  readonly store: HubStore
  readonly tokens: AccessTokens
}

/** A client of another account or vendor gets the same answer as one that does not exist. */
export const loginHandler =
  ({ store, tokens }: LoggingIn): Handler<typeof login> =>
  async ({ body, caller }) => {
    const { accountId, vendorId } = caller
    const found = await store.system.read((scope) => findClient(scope, { accountId, clientId: body.client_id }))
    const client = found?.vendorId === vendorId ? found : null
    const known = await matches(body.client_secret, client, client?.secretHash)
    if (!known) return refuse("UNAUTHORIZED", "There is no such client, or its secret is another.")
    return { status: 201, data: { accessToken: tokens.issue(tokenSubject(known)) } }
  }

export const olderLoginHandler =
  ({ store, tokens }: LoggingIn): Handler<typeof olderLogin> =>
  async ({ body, caller }) => {
    const locked = await waitBeforeLogin(store, triesOf(body.username, caller))
    if (locked) return locked
    const clients = await store.system.read((scope) => findClientsByUsername(scope, body.username))
    // Checked in parallel, so that the time does not reveal how many accounts have the name.
    const asked = clients.length > 0 ? clients : [null]
    const tried = await Promise.all(asked.map((client) => matches(body.password, client, client?.passwordHash)))
    const known = tried.find((client) => client !== null)
    if (!known) return refuse("UNAUTHORIZED", "There is no such user, or the password is another.")
    await store.system.write(async (scope) => {
      const { user, address } = triesOf(body.username, caller)
      await forgetTries(scope, user)
      await giveBack(scope, address)
    })
    return { status: 200, data: { token: tokens.issue(tokenSubject(known)), expiresIn: TOKEN_SECONDS } }
  }

interface LoginTries {
  readonly user: TriesKey
  readonly address: TriesKey
}

/** Counted by user name and address together: guesses from another address do not lock the integration out. */
function triesOf(username: string, { keyId }: VendorCaller): LoginTries {
  return {
    user: { by: "email", text: `client ${username} ${keyId}` },
    address: { by: "address", text: `client ${keyId}` },
  }
}

/** Returns null if a password may be tried. The attempt counts as failed until the password proves right. */
async function waitBeforeLogin(
  store: HubStore,
  { user, address }: LoginTries,
): Promise<Refusal<"RATE_LIMITED"> | null> {
  const locked = await store.system.write(async (scope) => {
    await pruneTries(scope)
    const until = await countTry(scope, [user, address])
    return until === null ? null : { until, now: scope.now }
  })
  if (!locked) return null
  const retryAfterSeconds = Math.ceil((toMs(locked.until) - toMs(locked.now)) / SECOND_MS)
  return refuse("RATE_LIMITED", "Too many failed logins.", { data: { retryAfterSeconds } })
}

async function matches(secret: string, client: Client | null, hash = NOBODYS_HASH): Promise<Client | null> {
  return (await matchesPassword(secret, hash)) ? client : null
}
