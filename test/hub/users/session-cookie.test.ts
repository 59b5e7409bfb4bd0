/** Sessions of two hub processes on one PostgreSQL, cookies behind a proxy, and what every page and answer tells a browser. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { onPostgres, onSqlite } from "../../kit/databases.ts"
import { ask, openTestHub, type TestHub } from "../../kit/hub.ts"
import { pathOf } from "../../kit/paths.ts"
import { asPerson, CSRF, cookieOf, knock, PASSWORD, type SignedIn, signIn } from "../../kit/people.ts"

const SESSION = ADMIN_ENDPOINTS.readMe.path
const PEOPLE = ADMIN_ENDPOINTS.listUsers.path

onPostgres((open) => {
  describe("two processes of one hub", () => {
    let one: TestHub
    let other: TestHub
    let owner: SignedIn

    beforeAll(async () => {
      one = await openTestHub(open)
      other = await one.another({})
      owner = await signIn(one, "owner")
    })

    const at = (hub: TestHub, person: SignedIn) => asPerson(hub, person).call("GET", SESSION)
    const tryAt = (hub: TestHub, email: string, password: string) => knock(hub, SESSION, { email, password })

    it("share sessions and their ends", async () => {
      const person = await signIn(one, "developer")
      expect((await at(other, person)).body.data).toMatchObject({ email: person.email, sessions: 1 })
      const second = asPerson(one, { ...person, cookie: cookieOf(await tryAt(other, person.email, PASSWORD)) })
      expect((await at(one, second)).body.data.sessions).toBe(2)
      await asPerson(other, second).call("DELETE", SESSION)
      expect([(await at(one, second)).status, (await at(one, person)).status]).toEqual([401, 200])
      await asPerson(other, owner).call("PUT", `${PEOPLE}/${person.personId}`, { disabled: true })
      expect((await at(one, person)).status).toBe(401)
    })

    it("share the count of failed sign-ins, also for those at once", async () => {
      const { email } = await signIn(one, "read-only")
      const tries = await Promise.all([one, other, one, other, one].map((hub) => tryAt(hub, email, "not-it-at-all")))
      expect(new Set(tries.map(({ body }) => body.error))).toEqual(new Set(["SIGN_IN_REFUSED"]))
      for (const hub of [one, other]) {
        const locked = await tryAt(hub, email, PASSWORD)
        expect([locked.status, locked.body.error]).toEqual([429, "SIGN_IN_LOCKED"])
      }
    })

    it("accept a one-time link once", async () => {
      const wish = { email: "once@acme.test", name: "Once", role: "read-only" }
      const { link } = (await owner.call("POST", PEOPLE, wish)).body.data
      const body = { token: link.path.split("/").at(-1), password: PASSWORD }
      const used = await Promise.all([one, other].map((hub) => knock(hub, ADMIN_ENDPOINTS.openByLink.path, body)))
      expect(used.map(({ status }) => status).sort()).toEqual([200, 401])
    })
  })
})

onSqlite((open) => {
  describe("behind a proxy with TLS", () => {
    it("the cookie is only for TLS and this host, and no other cookie counts", async () => {
      const hub = await openTestHub(open, { behindProxy: true })
      const person = await signIn(hub, "owner")
      const entered = await knock(hub, SESSION, { email: person.email, password: PASSWORD })
      const [cookie = "", ...flags] = entered.headers.get("set-cookie")?.split("; ") ?? []
      expect(cookie).toMatch(/^__Host-brasa_session=./)
      expect(flags).toEqual(["Max-Age=604800", "Path=/", "HttpOnly", "SameSite=Strict", "Secure"])
      expect((await person.call("GET", SESSION)).status).toBe(200)
      const plain = asPerson(hub, { ...person, cookie: person.cookie.replace("__Host-", "") })
      expect((await plain.call("GET", SESSION)).status).toBe(401)
      const out = await person.call("DELETE", SESSION)
      expect(out.headers.get("set-cookie")).toMatch(/^__Host-brasa_session=; Max-Age=0; .*Secure$/)
    })
  })

  describe("the headers for a browser", () => {
    let hub: TestHub
    let person: SignedIn

    beforeAll(async () => {
      hub = await openTestHub(open)
      person = await signIn(hub, "owner")
    })

    const PAGES = [
      "/dashboard",
      "/dashboard/welcome/x",
      "/docs",
      "/docs/quickstart",
      "/docs/errors",
      "/openapi.json",
      "/healthz",
      "/nowhere",
    ]
    const reads = ([...Object.values(ADMIN_ENDPOINTS), ...Object.values(HUB_ENDPOINTS)] as Endpoint[]).filter(
      ({ method }) => method === "GET",
    )

    it("are the same on every page and answer: no frame, no foreign script, no type guessing, no referrer", async () => {
      const bare: unknown[] = []
      for (const path of [...PAGES, ...reads.map((value) => pathOf(value, "none"))]) {
        const { headers } = await fetch(hub.hub.url + path, { headers: { cookie: person.cookie } })
        if (headers.get("x-content-type-options") !== "nosniff" || headers.has("x-powered-by")) bare.push(path)
        const policy = headers.get("content-security-policy") ?? ""
        const well =
          /default-src '(none|self)'/.test(policy) &&
          policy.includes("frame-ancestors 'none'") &&
          !/script-src[^;]*(unsafe|http|\*)/.test(policy) &&
          headers.get("x-frame-options") === "DENY" &&
          headers.get("referrer-policy") === "no-referrer"
        if (!well) bare.push([path, policy])
      }
      expect(bare).toEqual([])
    })

    it("forbid caching of the dashboard's answers", async () => {
      for (const { path } of reads.filter(({ family }) => family === "admin")) {
        const answer = await ask(hub.hub.url + path, { method: "GET", body: undefined, key: null, headers: CSRF })
        expect([path, answer.headers.get("cache-control")]).toEqual([path, "no-store"])
      }
    })
  })
})
