/** The rate limit and the request's id in every family: the numbers are the same, the shapes are each family's own (docs/contract/conventions.md#rate-limits). */
import { describe, expect, it } from "vitest"
import { sign } from "../../../hub/payments/providers/sandbox/sign.ts"
import { CLIENT_HEADERS, LEGACY_ORDERS, LOGIN, logIn, OLDER_LOGIN } from "../../kit/clients.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { type Answer, KEY, NOW, openTestHub, READER_KEY } from "../../kit/hub.ts"
import { ORDERS } from "../../kit/order-bodies.ts"
import { openSandbox, SANDBOX_SECRET } from "../../kit/sandbox.ts"

const PER_SECOND = 2
const BURST = 2 * PER_SECOND
const ADDRESS_BURST = 60
/** It costs nothing: it is refused before anything is hashed or looked up. */
const NOTHING = {}

const LEGACY_REFUSAL = (message: string) => ({
  status: 429,
  errors: { status: 429, code: "rate_limited", title: "Rate limited", detail: message },
  message,
  code: "RATE_LIMITED",
})

function limitsOf({ headers }: Answer) {
  return [headers.get("ratelimit-policy"), headers.get("ratelimit"), headers.get("retry-after")]
}

eachDatabase((_engine, open) => {
  describe("over the rate limit", () => {
    it("the core family answers 429, and says when to come back", async () => {
      const { call, clock } = await openTestHub(open, { rateLimit: PER_SECOND })
      for (let sent = 0; sent < BURST; sent += 1) expect((await call("GET", `${ORDERS}/x`)).status).toBe(404)
      const refused = await call("GET", `${ORDERS}/x`)
      expect([refused.status, refused.body.error]).toEqual([429, "RATE_LIMITED"])
      expect(limitsOf(refused)).toEqual(['"key";q=4', '"key";r=0;t=1', "1"])
      expect((await call("GET", `${ORDERS}/x`, undefined, READER_KEY)).status).toBe(404)
      clock.advance(1000)
      expect((await call("GET", `${ORDERS}/x`)).status).toBe(404)
    })

    it("the legacy family answers in its own shape, and shares one limit with orders", async () => {
      const hub = await openTestHub(open, { clients: true, rateLimit: PER_SECOND })
      const headers = await logIn(hub)
      const spend = () => hub.call("GET", `${LEGACY_ORDERS}/x`, undefined, KEY, headers)
      const first = await spend()
      expect([first.status, ...limitsOf(first)]).toEqual([404, '"key";q=4', '"key";r=2;t=1', null])
      await spend()
      await spend()
      const refused = await spend()
      expect([refused.status, refused.body]).toEqual([429, LEGACY_REFUSAL("Too many requests with this key.")])
      expect(limitsOf(refused)).toEqual(['"key";q=4', '"key";r=0;t=1', "1"])
      const login = await hub.call("POST", LOGIN, NOTHING, KEY, CLIENT_HEADERS)
      expect([login.status, login.body.errors.code]).toEqual([429, "rate_limited"])
    })

    it("the older login, which has no key, is limited by address", async () => {
      const { call } = await openTestHub(open, { rateLimit: PER_SECOND })
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) {
        expect((await call("POST", OLDER_LOGIN, NOTHING, null)).status).toBe(422)
      }
      const refused = await call("POST", OLDER_LOGIN, NOTHING, null)
      expect([refused.status, refused.body.errors.code, refused.headers.has("retry-after")]).toEqual([
        429,
        "rate_limited",
        true,
      ])
    })
  })

  describe("the address of a caller without a key", () => {
    const from = (address: string) => ({ "x-forwarded-for": address })

    it("is the one the proxy names, so empty logins of one caller do not block another", async () => {
      const { call } = await openTestHub(open, { rateLimit: PER_SECOND, behindProxy: true })
      const logIn = (address: string) => call("POST", OLDER_LOGIN, NOTHING, null, from(address))
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await logIn("203.0.113.7")
      expect((await logIn("203.0.113.7")).status).toBe(429)
      expect((await logIn("203.0.113.8")).status).toBe(422)
      expect((await logIn("203.0.113.8, 203.0.113.7")).status).toBe(429)
    })

    it("is the connection's if no proxy is configured, whatever the header says", async () => {
      const { call } = await openTestHub(open, { rateLimit: PER_SECOND })
      const logIn = (address: string) => call("POST", OLDER_LOGIN, NOTHING, null, from(address))
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await logIn(`203.0.113.${sent}`)
      expect((await logIn("203.0.113.200")).status).toBe(429)
    })
  })

  describe("a payment provider's report", () => {
    const REPORT = { id: "notice-1", type: "payment.approved", payment: "pay-1", at: NOW }
    const HOOK_OF_ANY = "/api/v1/webhooks/payments/sandbox"
    const HOOK = `${HOOK_OF_ANY}?account=acme`
    const signed = (notice: object, secret = SANDBOX_SECRET) => {
      const text = JSON.stringify(notice)
      return [text, null, { "x-sandbox-signature": sign(Buffer.from(text), secret) }] as const
    }

    const unsigned = signed(REPORT, "guessed")

    it("is accepted after a flood of unsigned reports and empty logins", async () => {
      const { call } = await openTestHub(open, { sandbox: await openSandbox(), rateLimit: PER_SECOND })
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await call("POST", OLDER_LOGIN, NOTHING, null)
      expect((await call("POST", HOOK_OF_ANY, ...signed(REPORT))).status).toBe(200)
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await call("POST", HOOK, ...unsigned)
      const refused = await call("POST", HOOK, ...unsigned)
      expect([refused.status, ...limitsOf(refused)]).toEqual([429, '"address";q=60', '"address";r=0;t=1', "1"])
      expect((await call("POST", HOOK, ...signed(REPORT))).status).toBe(200)
    })

    it("must name its account after its address has guessed too often at all accounts", async () => {
      const { call, clock } = await openTestHub(open, { sandbox: await openSandbox(), rateLimit: PER_SECOND })
      for (let sent = 0; sent < ADDRESS_BURST; sent += 1) await call("POST", HOOK_OF_ANY, ...unsigned)
      expect((await call("POST", HOOK_OF_ANY, ...signed(REPORT))).status).toBe(429)
      expect((await call("POST", HOOK, ...signed(REPORT))).status).toBe(200)
      clock.advance(1000)
      expect((await call("POST", HOOK_OF_ANY, ...signed(REPORT))).status).toBe(200)
    })

    it("counts against its provider if it is signed", async () => {
      const { call } = await openTestHub(open, { sandbox: await openSandbox(), rateLimit: PER_SECOND })
      const report = () => call("POST", HOOK, ...signed(REPORT))
      for (let sent = 0; sent < BURST; sent += 1) expect((await report()).status).toBe(200)
      const refused = await report()
      expect([refused.status, refused.body.error, refused.headers.get("retry-after")]).toEqual([
        429,
        "RATE_LIMITED",
        "1",
      ])
    })
  })

  it("every answer of the legacy family has a request id: the caller's, if it is valid", async () => {
    const { hub } = await openTestHub(open)
    const idOf = async (path: string, sent: string) =>
      (await fetch(hub.url + path, { headers: { "x-request-id": sent } })).headers.get("x-request-id")
    for (const path of [`${LEGACY_ORDERS}/x`, LOGIN, `${LEGACY_ORDERS}/x/y`]) {
      expect(await idOf(path, "till-1:7")).toBe("till-1:7")
      expect(await idOf(path, "two words")).toMatch(/^[0-9a-f-]{36}$/)
    }
  })
})
