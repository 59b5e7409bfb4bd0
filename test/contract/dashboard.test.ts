/** Who may call each endpoint of the dashboard, generated from the endpoint values, on both databases. */
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { isAmong, USER_ROLES, type UserRole } from "../../protocol/rules/users/user-roles.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, KEY, openTestHub, type TestHub } from "../kit/hub.ts"
import { pathOf } from "../kit/paths.ts"
import { CSRF, type SignedIn, signIn } from "../kit/people.ts"

const INSIDE: [string, Endpoint][] = Object.entries(ADMIN_ENDPOINTS).filter(([, { family }]) => family === "admin")
const WRITING = INSIDE.filter(([, { method }]) => method !== "GET")
/** These end the session that asks, or would: their own tests ask them. */
const ENDING = ["session.signOut", "session.signOutEverywhere"]

eachDatabase((_engine, open) => {
  let hub: TestHub
  const people = new Map<UserRole, SignedIn>()
  const path = (value: Endpoint) => pathOf(value, "none")

  beforeAll(async () => {
    hub = await openTestHub(open)
    for (const role of USER_ROLES) people.set(role, await signIn(hub, role))
  })

  describe.each(INSIDE)("%s", (_name, value) => {
    const { method, name, who = "owners" } = value

    it("is refused without a session, and for every API key", async () => {
      for (const key of [null, KEY]) {
        const answer = await ask(hub.hub.url + path(value), { method, body: bodyOf(value), key, headers: CSRF })
        expect([answer.status, answer.body.error]).toEqual([401, "UNAUTHORIZED"])
      }
    })

    it(`is open only to ${who}`, async () => {
      if (ENDING.includes(name)) return
      for (const [role, person] of people) {
        const { status } = await person.call(method, path(value), bodyOf(value))
        if (isAmong(role, who)) expect([role, status === 401 || status === 403]).toEqual([role, false])
        else expect([role, status]).toEqual([role, 403])
      }
    })
  })

  it.each(WRITING)("%s needs the header that another site's page cannot send", async (_name, value) => {
    const { cookie } = people.get("owner") ?? { cookie: "" }
    const answer = await ask(hub.hub.url + path(value), {
      method: value.method,
      body: bodyOf(value),
      key: null,
      headers: { cookie },
    })
    expect([answer.status, answer.body.error]).toEqual([403, "FORBIDDEN"])
  })
})

/** No body that means anything: nobody's right may depend on it. */
function bodyOf({ method }: Endpoint): object | undefined {
  return method === "GET" ? undefined : {}
}
