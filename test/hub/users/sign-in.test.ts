/** Signing in at the dashboard: sessions, waits, forged requests, roles, links, the trail. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { asPerson, CSRF, cookieOf, knock, PASSWORD, type SignedIn, signIn } from "../../kit/people.ts"

const SESSION = ADMIN_ENDPOINTS.readMe.path
const PEOPLE = ADMIN_ENDPOINTS.listUsers.path
const HOUR_MS = 3_600_000

eachDatabase((_engine, open) => {
  let hub: TestHub
  let owner: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    owner = await signIn(hub, "owner", { email: "Owner@Acme.test" })
  })

  const enter = (email: string, password = PASSWORD) => knock(hub, SESSION, { email, password })

  describe("a session", () => {
    it("starts with e-mail address and password, and names the user", async () => {
      const answer = await enter(" owner@acme.TEST ")
      expect(answer.body.data).toMatchObject({ email: "owner@acme.test", role: "owner", account: { id: "acme" } })
      expect(answer.body.data.vendors.map(({ id }: { id: string }) => id)).toContain("acme.ec.quito")
      const flags = answer.headers.get("set-cookie")?.split("; ").slice(1)
      expect(flags).toEqual(["Max-Age=604800", "Path=/", "HttpOnly", "SameSite=Strict"])
      const again = await asPerson(hub, { ...owner, cookie: cookieOf(answer) }).call("GET", SESSION)
      expect(again.body.data.sessions).toBeGreaterThan(1)
    })

    it("ends after 12 hours without a request, and after 7 days in any case", async () => {
      const idle = await signIn(hub, "read-only")
      const busy = await signIn(hub, "read-only")
      for (let n = 0; n < 20; n += 1) {
        hub.clock.advance(8 * HOUR_MS)
        expect((await busy.call("GET", SESSION)).status).toBe(200)
      }
      expect((await idle.call("GET", SESSION)).status).toBe(401)
      hub.clock.advance(9 * HOUR_MS)
      expect((await busy.call("GET", SESSION)).status).toBe(401)
      owner = asPerson(hub, { ...owner, cookie: cookieOf(await enter(owner.email)) })
    })

    it("ends by signing out, or everywhere at once", async () => {
      const one = await signIn(hub, "read-only")
      const other = asPerson(hub, { ...one, cookie: cookieOf(await enter(one.email)) })
      const third = asPerson(hub, { ...one, cookie: cookieOf(await enter(one.email)) })
      const out = await one.call("DELETE", SESSION)
      expect([out.status, out.headers.get("set-cookie")]).toEqual([204, expect.stringContaining("Max-Age=0")])
      expect((await one.call("GET", SESSION)).status).toBe(401)
      expect((await other.call("GET", SESSION)).body.data.sessions).toBe(2)
      await other.call("DELETE", ADMIN_ENDPOINTS.signOutEverywhere.path)
      expect((await third.call("GET", SESSION)).status).toBe(401)
    })

    it("ends when its password changes, except where it was changed", async () => {
      const here = await signIn(hub, "developer")
      const there = asPerson(hub, { ...here, cookie: cookieOf(await enter(here.email)) })
      const path = ADMIN_ENDPOINTS.changePassword.path
      expect((await here.call("PUT", path, { current: "wrong", next: "another-password" })).status).toBe(401)
      const changed = await here.call("PUT", path, { current: PASSWORD, next: "another-password" })
      expect([changed.status, changed.body.data.sessions]).toEqual([200, 1])
      expect((await asPerson(hub, { ...here, cookie: cookieOf(changed) }).call("GET", SESSION)).status).toBe(200)
      expect([(await there.call("GET", SESSION)).status, (await here.call("GET", SESSION)).status]).toEqual([401, 401])
      expect((await enter(here.email)).status).toBe(401)
    })
  })

  describe("signing in", () => {
    it("gives the same refusal for a wrong password and an unknown user, and waits longer each time", async () => {
      const { email } = await signIn(hub, "read-only")
      for (const who of [email, "nobody@acme.test"]) {
        const answers = []
        for (let n = 0; n < 5; n += 1) answers.push(await enter(who, "not-it-at-all"))
        expect(new Set(answers.map(({ status, body }) => `${status} ${body.error} ${body.message}`)).size).toBe(1)
        const locked = await enter(who)
        expect([locked.status, locked.body.error]).toEqual([429, "SIGN_IN_LOCKED"])
        expect(locked.headers.get("retry-after")).toBe(String(locked.body.data.retryAfterSeconds))
      }
      hub.clock.advance(16_000)
      expect((await enter(email)).status).toBe(200)
      expect((await enter(email, "not-it-at-all")).body.error).toBe("SIGN_IN_REFUSED")
      // The address has failed often enough by now for the tests beside.
      expect((await enter(email)).status).toBe(200)
    })
  })

  describe("a request that changes something", () => {
    it.each([
      ["without the page's header", { "x-brasa-csrf": undefined }],
      ["from a page elsewhere", { origin: "https://evil.test" }],
      ["that the browser calls cross-site", { "sec-fetch-site": "cross-site" }],
      ["from no origin at all", { origin: "null" }],
    ] as const)("%s is refused", async (_what, change) => {
      const headers = Object.fromEntries(
        Object.entries({ cookie: owner.cookie, "content-type": "application/json", ...CSRF, ...change }).filter(
          ([, text]) => text !== undefined,
        ),
      ) as Record<string, string>
      const init = { method: "POST", headers, body: JSON.stringify({ email: "x@y.test", name: "X", role: "owner" }) }
      const answer = await fetch(hub.hub.url + PEOPLE, init)
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([403, "FORBIDDEN"])
      const door = await fetch(hub.hub.url + SESSION, { ...init, body: JSON.stringify({ email: "a", password: "b" }) })
      expect(door.status).toBe(403)
    })
  })

  describe("users of the dashboard", () => {
    it("are invited by a link that opens once, and choose their password", async () => {
      const response = await owner.call("POST", PEOPLE, { email: "Luis@Acme.test", name: "Luis", role: "operations" })
      expect(response.body.data.person).toMatchObject({ email: "luis@acme.test", invited: true, vendorIds: null })
      const token = response.body.data.link.path.split("/welcome/")[1]
      const use = (password: string) => knock(hub, ADMIN_ENDPOINTS.openByLink.path, { token, password })
      expect((await enter("luis@acme.test", "")).status).toBe(400)
      expect((await use("short")).status).toBe(400)
      expect((await use(PASSWORD)).body.data).toMatchObject({ role: "operations", name: "Luis" })
      expect((await use(PASSWORD)).body.error).toBe("LINK_NOT_VALID")
      expect((await enter("luis@acme.test")).status).toBe(200)
      const twice = await owner.call("POST", PEOPLE, { email: "luis@acme.test", name: "L", role: "owner" })
      expect(twice.body.error).toBe("CONFLICT")
    })

    it("see the vendors that are listed for them", async () => {
      const some = await signIn(hub, "read-only", { vendorIds: ["acme.ec.quito"] })
      expect((await some.call("GET", SESSION)).body.data.vendors).toHaveLength(1)
      const places = await some.call("GET", ADMIN_ENDPOINTS.listStoreChoices.path)
      expect(places.body.data.items.map((place: { vendorId: string }) => place.vendorId)).not.toContain(
        "acme.ec.guayaquil",
      )
      const other = await some.call("GET", `${ADMIN_ENDPOINTS.listStoreChoices.path}?vendorId=acme.ec.guayaquil`)
      expect(other.status).toBe(404)
      const found = await owner.call("GET", `${ADMIN_ENDPOINTS.listStoreChoices.path}?search=Malecon`)
      expect(found.body.data.items).toMatchObject([{ code: "GYE-001" }])
      const first = await owner.call("GET", `${ADMIN_ENDPOINTS.listStoreChoices.path}?size=1`)
      const next = encodeURIComponent(first.body.data.next)
      const second = await owner.call("GET", `${ADMIN_ENDPOINTS.listStoreChoices.path}?size=1&after=${next}`)
      expect(second.body.data.items[0].code > first.body.data.items[0].code).toBe(true)
    })

    it("are removed at once, but never the last owner", async () => {
      const dev = await signIn(hub, "developer")
      const path = `${PEOPLE}/${dev.personId}`
      expect((await owner.call("PUT", path, { disabled: true })).body.data.disabledAt).not.toBeNull()
      expect((await dev.call("GET", SESSION)).status).toBe(401)
      expect((await enter(dev.email)).body.error).toBe("SIGN_IN_REFUSED")
      expect((await owner.call("POST", `${path}/links`)).body.error).toBe("CONFLICT")
      const own = `${PEOPLE}/${owner.personId}`
      expect((await owner.call("PUT", own, { role: "developer" })).body.error).toBe("LAST_OWNER")
      expect((await owner.call("PUT", own, { disabled: true })).body.error).toBe("LAST_OWNER")
      expect((await owner.call("PUT", own, { name: "Elena" })).body.data.name).toBe("Elena")
    })

    it("of another account are unknown", async () => {
      const stranger = await signIn(hub, "owner", { account: "globex" })
      const path = `${PEOPLE}/${owner.personId}`
      expect((await stranger.call("PUT", path, { name: "Mine" })).status).toBe(404)
      expect((await stranger.call("POST", `${path}/links`)).status).toBe(404)
      const seen = await stranger.call("GET", PEOPLE)
      expect(seen.body.data.items.map(({ email }: { email: string }) => email)).toEqual([stranger.email])
      expect(JSON.stringify((await stranger.call("GET", ADMIN_ENDPOINTS.listUserAudit.path)).body)).not.toContain(
        "acme",
      )
    })

    it("are listed by address, page by page", async () => {
      const addresses = ({ items }: { items: { email: string }[] }) => items.map(({ email }) => email)
      const all = addresses((await owner.call("GET", `${PEOPLE}?size=200`)).body.data)
      const first = (await owner.call("GET", `${PEOPLE}?size=2`)).body.data
      const rest = (await owner.call("GET", `${PEOPLE}?size=200&after=${encodeURIComponent(first.next)}`)).body.data
      expect([...addresses(first), ...addresses(rest)]).toEqual(all)
      expect([all, rest.next]).toEqual([[...all].sort(), null])
      expect(all.length).toBeGreaterThan(2)
      expect((await owner.call("GET", `${PEOPLE}?after=a~b`)).status).toBe(400)
    })

    it("leave audit entries, paged by key, without secrets", async () => {
      const path = ADMIN_ENDPOINTS.listUserAudit.path
      const first = (await owner.call("GET", `${path}?size=2`)).body.data
      const next = (await owner.call("GET", `${path}?size=2&after=${encodeURIComponent(first.next)}`)).body.data
      expect(new Set([...first.items, ...next.items].map(({ id }: { id: string }) => id)).size).toBe(4)
      const invites = (await owner.call("GET", `${path}?action=people.invite&size=200`)).body.data.items
      expect(invites.find(({ subject }: { subject: string }) => subject === "luis@acme.test")).toMatchObject({
        email: "owner@acme.test",
        detail: { role: "operations" },
      })
      const all = JSON.stringify((await owner.call("GET", `${path}?size=200`)).body)
      expect(all).not.toContain(PASSWORD)
      expect(all).not.toContain("welcome")
      expect((await owner.call("GET", `${path}?after=x`)).status).toBe(400)
    })
  })
})
