/** An owner who is limited to some vendors: whom they see and manage, what they may give, and what of the trail is theirs. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const PEOPLE = ADMIN_ENDPOINTS.listUsers.path
const TRAIL = ADMIN_ENDPOINTS.listUserAudit.path
const OWN = "acme.ec.guayaquil"
const OTHER = "acme.ec.quito"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let head: SignedIn
  let limited: SignedIn
  let colleague: SignedIn
  let foreign: SignedIn
  let both: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    head = await signIn(hub, "owner")
    limited = await signIn(hub, "owner", { vendorIds: [OWN] })
    colleague = await signIn(hub, "developer", { vendorIds: [OWN] })
    foreign = await signIn(hub, "developer", { vendorIds: [OTHER] })
    both = await signIn(hub, "operations", { vendorIds: [OWN, OTHER] })
  })

  const at = ({ personId }: Pick<SignedIn, "personId">) => `${PEOPLE}/${personId}`
  const items = async (who: SignedIn, path: string) =>
    (await who.call("GET", `${path}?size=200`)).body.data.items as Record<string, unknown>[]

  it("sees users whose vendors are among their own, page by page", async () => {
    const seen = (await items(limited, PEOPLE)).map(({ email }) => email)
    expect(seen).toEqual([limited.email, colleague.email].sort())
    const first = (await limited.call("GET", `${PEOPLE}?size=1`)).body.data
    const rest = (await limited.call("GET", `${PEOPLE}?size=1&after=${encodeURIComponent(first.next)}`)).body.data
    expect([first.items[0].email, rest.items[0].email, rest.next]).toEqual([...seen, null])
    const all = (await items(head, PEOPLE)).map(({ email }) => email)
    expect(all).toEqual(expect.arrayContaining([head.email, foreign.email, both.email, limited.email]))
  })

  it("does not see users with more vendors", async () => {
    for (const person of [head, foreign, both]) {
      const asked = [
        limited.call("PUT", at(person), { name: "Mine" }),
        limited.call("PUT", at(person), { vendorIds: [OWN] }),
        limited.call("PUT", at(person), { disabled: true }),
        limited.call("POST", `${at(person)}/links`),
      ]
      for (const answer of await Promise.all(asked)) {
        expect([answer.status, answer.body.message]).toEqual([404, "There is no such person."])
      }
    }
    expect(
      (await items(head, PEOPLE)).filter(({ disabledAt, name }) => disabledAt !== null || name === "Mine"),
    ).toEqual([])
  })

  it("makes nobody account-wide, neither themselves nor a new user", async () => {
    const fresh = (options: object) => ({ email: "fresh@acme.test", name: "Fresh", role: "read-only", ...options })
    const asked = [
      limited.call("PUT", at(limited), { vendorIds: null }),
      limited.call("PUT", at(colleague), { vendorIds: null }),
      limited.call("POST", PEOPLE, fresh({ vendorIds: null })),
      limited.call("POST", PEOPLE, fresh({})),
    ]
    for (const answer of await Promise.all(asked))
      expect([answer.status, answer.body.error]).toEqual([404, "NOT_FOUND"])
    expect((await items(limited, PEOPLE)).map(({ vendorIds }) => vendorIds)).toEqual([[OWN], [OWN]])
  })

  it("gives only their own vendors: another vendor looks as if it did not exist", async () => {
    const told = async (vendorId: string) => {
      const body = { email: "fresh@acme.test", name: "Fresh", role: "read-only", vendorIds: [OWN, vendorId] }
      const response = await limited.call("POST", PEOPLE, body)
      const changed = await limited.call("PUT", at(colleague), { vendorIds: [OWN, vendorId] })
      return [response, changed].map(({ status, body }) => [status, body.message.replace(vendorId, "…")])
    }
    expect(await told(OTHER)).toEqual(await told("acme.ec.nowhere"))
    expect(await told(OTHER)).toEqual([
      [404, "There is no vendor …."],
      [404, "There is no vendor …."],
    ])
    expect((await items(head, PEOPLE)).map(({ email }) => email)).not.toContain("fresh@acme.test")
  })

  it("manages their own users as any owner does", async () => {
    const body = { email: "new@acme.test", name: "New", role: "operations", vendorIds: [OWN] }
    const response = await limited.call("POST", PEOPLE, body)
    expect([response.status, response.body.data.person.vendorIds]).toEqual([201, [OWN]])
    const path = at(response.body.data.person)
    expect((await limited.call("PUT", path, { role: "read-only" })).body.data.role).toBe("read-only")
    expect((await limited.call("POST", `${path}/links`)).status).toBe(201)
    expect((await limited.call("PUT", path, { disabled: true })).body.data.disabledAt).not.toBeNull()
  })

  describe("the account's last owner", () => {
    it("is always one of the whole account", async () => {
      for (const wish of [{ disabled: true }, { role: "developer" }, { vendorIds: [OWN] }]) {
        expect((await head.call("PUT", at(head), wish)).body.error).toBe("LAST_OWNER")
      }
      const second = await signIn(hub, "owner")
      expect((await head.call("PUT", at(second), { vendorIds: [OWN, OTHER] })).status).toBe(200)
      expect((await head.call("PUT", at(second), { disabled: true })).status).toBe(200)
    })
  })

  describe("the audit log", () => {
    it("shows a limited owner only entries of their vendors", async () => {
      const key = (name: string, vendorId: string | null) => ({ name, vendorId, scopes: ["orders:read"] })
      for (const [name, vendorId] of [["whole", null] as const, ["theirs", OTHER] as const, ["ours", OWN] as const]) {
        expect((await head.call("POST", ADMIN_ENDPOINTS.createApiKey.path, key(name, vendorId))).status).toBe(201)
      }
      expect((await head.call("PUT", at(both), { name: "Both" })).status).toBe(200)
      expect((await head.call("PUT", at(colleague), { name: "Colleague" })).status).toBe(200)
      const seen = await items(limited, TRAIL)
      const subjects = seen.map(({ action, subject }) => `${action} ${subject}`)
      expect(subjects).toEqual(
        expect.arrayContaining([
          "keys.create ours",
          `people.change ${colleague.email}`,
          `session.use-link ${limited.email}`,
          "people.invite new@acme.test",
        ]),
      )
      const told = JSON.stringify(seen)
      for (const not of ["whole", "theirs", OTHER, foreign.email, both.email]) expect(told).not.toContain(not)
      const all = (await items(head, TRAIL)).map(({ subject }) => subject)
      expect(all).toEqual(expect.arrayContaining(["whole", "theirs", "ours", both.email]))
    })

    it("hides users who moved in or out from other vendors", async () => {
      const mover = await signIn(hub, "read-only", { vendorIds: [OTHER] })
      const moved = await head.call("PUT", at(mover), { vendorIds: [OWN] })
      expect(moved.status).toBe(200)
      expect((await items(limited, PEOPLE)).map(({ email }) => email)).toContain(mover.email)
      expect(JSON.stringify(await items(limited, TRAIL))).not.toContain(OTHER)
      const one = `${TRAIL}?personId=${mover.personId}&action=session`
      expect((await limited.call("GET", one)).body.data.items).toEqual([])
      expect((await head.call("GET", one)).body.data.items).toHaveLength(1)
    })
  })

  it("cannot act for the whole account, even when limited to all of its vendors", async () => {
    const named = await signIn(hub, "owner", { vendorIds: [OWN, OTHER] })
    const wish = { name: "wide", vendorId: null, scopes: ["orders:read"] }
    expect((await named.call("POST", ADMIN_ENDPOINTS.createApiKey.path, wish)).status).toBe(404)
    expect((await named.call("PUT", at(named), { vendorIds: null })).status).toBe(404)
    expect((await named.call("PUT", at(head), { name: "Mine" })).status).toBe(404)
  })
})
