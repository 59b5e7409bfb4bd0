/** Every endpoint with every right and wrong kind of credential, generated from the endpoint values (docs/contract/conventions.md#authentication). */
import { beforeAll, describe, expect, it } from "vitest"
import { type Credential, credentialOf } from "../../protocol/http/credentials.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { familyOf } from "../../protocol/http/families.ts"
import { REFUSALS, type RefusalCode, refuse } from "../../protocol/refusals.ts"
import { CLIENT_HEADERS, CLIENT_LOGIN, LOGIN } from "../kit/clients.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { ACCOUNT_KEY, type Answer, GLOBEX_KEY, KEY, openTestHub, SISTER_KEY, testTenants } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { codeOf } from "../kit/refusals.ts"

const HOUR_MS = 3600 * 1000
const REVOKED_KEY = "brasa_test_revoked_00000000000000000001"

/** What a caller of another vendor or of another account is answered; 404 unless the contract says something else. */
const ELSEWHERE: Record<string, { vendor: number; account: number }> = {
  "events.list": { vendor: 200, account: 200 },
  "events.follow": { vendor: 200, account: 200 },
  // A list is the caller's own, and empty.
  "orders.list": { vendor: 200, account: 200 },
  "lostSales.list": { vendor: 200, account: 200 },
  "cancel.reasons": { vendor: 200, account: 200 },
  // A catalogue is the account's; another account has another.
  "declineReasons.list": { vendor: 200, account: 200 },
  // A vendor's own stores: another one has others.
  "paymentMethods.list": { vendor: 200, account: 200 },
  "paymentMethods.listByCountry": { vendor: 200, account: 200 },
  "printing.dayClose": { vendor: 403, account: 403 },
  // The store of a beat may be any of the account.
  "health.beat": { vendor: 204, account: 400 },
  // Its body is empty here; with a real one it is 404, see the bridge's own tests.
  "bridge.pay": { vendor: 400, account: 400 },
  // Its key lacks the scope; what another account may learn is in the tests of fiscal.
  "fiscal.number": { vendor: 404, account: 403 },
  "fiscal.request": { vendor: 404, account: 403 },
  // Version 1 takes any store of the account.
  "cash.closeDay": { vendor: 201, account: 400 },
  // It names no store here; with one it is as above, see the tests of cash.
  "cash.list": { vendor: 400, account: 400 },
  "auth.login": { vendor: 401, account: 401 },
  // It names its vendor, who is not the caller.
  "menu.sync": { vendor: 403, account: 403 },
  // Its key lacks the scope.
  "callbacks.kitchen": { vendor: 404, account: 403 },
}

interface Client {
  readonly key: string
  readonly account: string
  readonly token: string
}

interface World {
  readonly quito: Client
  readonly sister: Client
  readonly globex: Client
  readonly expiredToken: string
  readonly noScopeKey: string
  readonly revokedKey: string
}

type Headers = Record<string, string>
/** `passes` is an answer to the request itself, whatever it is: the credential was good enough. */
type Verdict = RefusalCode | "passes"
type Case = readonly [what: string, headers: (world: World) => Headers, verdict: Verdict]

const xKey = (key: string) => ({ "x-api-key": key })
const bearer = (text: string) => ({ authorization: `Bearer ${text}` })
const channel = { "x-client-channel": CLIENT_HEADERS["x-client-channel"] }

/** All that a family wants to see, of one client. */
function whole({ clientHeaders, token }: Credential, client: Client): Headers {
  return {
    ...xKey(client.key),
    ...(clientHeaders && { ...channel, account: client.account }),
    ...(token === "beside" && bearer(client.token)),
  }
}

function casesOf(value: Endpoint): Case[] {
  const credential = credentialOf(familyOf(value.family).credential)
  const { key, token, clientHeaders } = credential
  if (key.length === 0) return [["nothing at all", () => ({}), "passes"]]
  const withKey = (change: string) => (world: World) => whole(credential, { ...world.quito, key: change })
  const without =
    (...names: string[]) =>
    ({ quito }: World) =>
      Object.fromEntries(Object.entries(whole(credential, quito)).filter(([name]) => !names.includes(name)))
  const onlyKey = !clientHeaders && token !== "beside"
  const cases: Case[] = [
    ["all that it wants", ({ quito }) => whole(credential, quito), "passes"],
    ["nothing at all", () => ({}), "UNAUTHORIZED"],
    ["no key", without("x-api-key"), "UNAUTHORIZED"],
    ["an empty key", withKey(""), "UNAUTHORIZED"],
    ["a bad key", withKey("brasa_test_nobody"), "UNAUTHORIZED"],
    ["a revoked key", (world) => withKey(world.revokedKey)(world), "UNAUTHORIZED"],
    ["a key without a vendor", withKey(ACCOUNT_KEY), "FORBIDDEN"],
    ["the key alone", () => xKey(KEY), onlyKey ? "passes" : "UNAUTHORIZED"],
    ["the key as Bearer", () => bearer(KEY), onlyKey && key.includes("bearer") ? "passes" : "UNAUTHORIZED"],
    ["a token alone", ({ quito }) => bearer(quito.token), token === "instead" ? "passes" : "UNAUTHORIZED"],
    ["an expired token alone", ({ expiredToken }) => bearer(expiredToken), "UNAUTHORIZED"],
  ]
  if (value.scope) cases.push(["a key without its scope", (world) => withKey(world.noScopeKey)(world), "FORBIDDEN"])
  if (clientHeaders) {
    cases.push(
      ["no x-client-channel", without("x-client-channel"), "UNAUTHORIZED"],
      ["no account", without("account"), "UNAUTHORIZED"],
      ["another channel", ({ quito }) => ({ ...whole(credential, quito), "x-client-channel": "web" }), "UNAUTHORIZED"],
      ["another account's name", ({ quito }) => whole(credential, { ...quito, account: "globex" }), "FORBIDDEN"],
    )
  }
  if (token === "beside") {
    const withToken = (change: (world: World) => string) => (world: World) =>
      whole(credential, { ...world.quito, token: change(world) })
    cases.push(
      ["no token", without("authorization"), "UNAUTHORIZED"],
      ["the key in the token's place", withToken(() => KEY), "UNAUTHORIZED"],
      ["an expired token", withToken(({ expiredToken }) => expiredToken), "UNAUTHORIZED"],
      ["another vendor's token", withToken(({ sister }) => sister.token), "UNAUTHORIZED"],
      ["another account's token", withToken(({ globex }) => globex.token), "UNAUTHORIZED"],
    )
  }
  return cases
}

const all: Endpoint[] = Object.values(HUB_ENDPOINTS)
const cases = all.flatMap((value) => casesOf(value).map((one) => [value.name, one[0], value, one] as const))
const keyed = all.filter((value) => credentialOf(familyOf(value.family).credential).key.length > 0)

eachDatabase((_engine, open) => {
  let world: World
  let ask: (value: Endpoint, headers: Headers) => Promise<Answer>

  beforeAll(async () => {
    const opened = await openWorld(open)
    world = opened.world
    const orderId = (await opened.hub.call("POST", ORDERS, orderBody())).body.data.id
    ask = (value, headers) => {
      const body = value.example ?? (value.body ? {} : undefined)
      return opened.hub.call(value.method, pathOf(value, orderId), body, null, headers)
    }
  })

  describe("who may call an endpoint", () => {
    it.each(cases)("%s: %s", async (_name, _what, value, [, headers, verdict]) => {
      const answer = await ask(value, headers(world))
      expect(answer.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/)
      if (verdict === "passes") {
        expect(["UNAUTHORIZED", "FORBIDDEN"]).not.toContain(answer.body && codeOf(answer))
        return
      }
      const body = familyOf(value.family).error(refuse(verdict, expect.any(String)))
      expect([answer.status, answer.body]).toEqual([REFUSALS[verdict].status, body])
    })
  })

  describe.each(keyed.map((value) => [value.name, value] as const))("%s returns nothing", (name, value) => {
    const credential = credentialOf(familyOf(value.family).credential)
    const expected = ELSEWHERE[name] ?? { vendor: 404, account: 404 }

    it("to another vendor of the account", async () => {
      const answer = await ask(value, whole(credential, world.sister))
      expect(answer.status).toBe(expected.vendor)
      expect(JSON.stringify(answer.body)).not.toContain("Amazonas")
    })

    it("to another account", async () => {
      const answer = await ask(value, whole(credential, world.globex))
      expect(answer.status).toBe(expected.account)
      expect(JSON.stringify(answer.body)).not.toContain("Acme")
    })
  })
})

/** A hub with a client in each of three tenants; an hour has passed since the first token. */
async function openWorld(open: OpenStore) {
  const hub = await openTestHub(open)
  await hub.hub.operator.provision(threeClients())
  const logIn = async (key: string, account: string, clientId: string) => {
    const body = { ...CLIENT_LOGIN, client_id: clientId }
    const answer = await hub.call("POST", LOGIN, body, key, { ...channel, account })
    return { key, account, token: answer.body.accessToken }
  }
  const { token: expiredToken } = await logIn(KEY, "acme", "acme-legacy")
  hub.clock.advance(HOUR_MS)
  const world: World = {
    quito: await logIn(KEY, "acme", "acme-legacy"),
    sister: await logIn(SISTER_KEY, "acme", "sister-legacy"),
    globex: await logIn(GLOBEX_KEY, "globex", "globex-legacy"),
    expiredToken,
    noScopeKey: await makeKey(hub, "no-scope"),
    revokedKey: REVOKED_KEY,
  }
  return { hub, world }
}

async function makeKey({ hub }: Awaited<ReturnType<typeof openTestHub>>, name: string): Promise<string> {
  const made = await hub.operator.createKey({ accountId: "acme", vendorId: "acme.ec.quito", name, scopes: [] })
  if (!("key" in made)) throw new Error(made.message)
  return made.key
}

function threeClients(): string {
  const file = JSON.parse(testTenants({ clients: true }))
  const [acme, globex] = file.accounts
  const [own] = acme.clientCredentials
  const like = (clientId: string, vendorId: string) => ({ ...own, clientId, username: `${clientId}@test`, vendorId })
  acme.clientCredentials.push(like("sister-legacy", "acme.ec.guayaquil"))
  globex.clientCredentials = [like("globex-legacy", "globex.br.saopaulo")]
  acme.apiKeys.push({ ...acme.apiKeys[0], name: "revoked", secret: REVOKED_KEY, revoked: true })
  return JSON.stringify(file)
}
