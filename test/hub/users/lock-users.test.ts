/** Two who change people at the same moment, as two hub processes on one PostgreSQL let them. */
import { setTimeout } from "node:timers/promises"
import { beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { knock, PASSWORD, signIn } from "../../kit/people.ts"

/** Where nothing keeps them apart, most of the rounds show it. */
const ROUNDS = 8

eachDatabase((_engine, open) => {
  let hub: TestHub

  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  describe("at the same moment", () => {
    const people = () => hub.hub.users
    const create = async (email: string, account = "acme") => {
      const made = await people().create(account, { email, name: email, role: "owner", vendorIds: null })
      if (isRefusal(made)) throw new Error(made.message)
      return made
    }

    it("two owners who remove each other leave one", async () => {
      const two = ["one@globex.test", "two@globex.test"]
      for (const email of two) await create(email, "globex")
      for (let round = 0; round < ROUNDS; round += 1) {
        const done = await Promise.all(two.map((email) => people().setDisabled({ email, accountId: null }, true)))
        expect(done.filter(isRefusal)).toEqual([expect.objectContaining({ refused: "LAST_OWNER" })])
        for (const email of two) await people().setDisabled({ email, accountId: null }, false)
      }
    })

    it("an address that is invited twice becomes one user, and the other caller is told so", async () => {
      for (let round = 0; round < ROUNDS; round += 1) {
        const wish = { email: `twice-${round}@acme.test`, name: "Twice", role: "owner", vendorIds: null } as const
        const done = await Promise.all([people().create("acme", wish), people().create("acme", wish)])
        expect(done.filter(isRefusal)).toEqual([expect.objectContaining({ refused: "CONFLICT" })])
      }
    })

    it("one of two changes of a password with the same old password is made", async () => {
      const owner = await signIn(hub, "owner")
      const { path } = ADMIN_ENDPOINTS.changePassword
      const choose = (next: string) => owner.call("PUT", path, { current: PASSWORD, next })
      const done = await Promise.all([choose("a-better-password"), choose("the-best-password")])
      expect(done.map(({ status }) => status).sort()).toEqual([200, 401])
      const next = done[0]?.status === 200 ? "a-better-password" : "the-best-password"
      const signed = await knock(hub, ADMIN_ENDPOINTS.signIn.path, { email: owner.email, password: next })
      expect(signed.status).toBe(200)
    })

    it("a user who is removed while choosing a password stays removed", async () => {
      await create("stays@acme.test")
      for (let round = 0; round < ROUNDS; round += 1) {
        const { person, link } = await create(`link-${round}@acme.test`)
        const token = link.path.split("/").at(-1)
        const opening = knock(hub, ADMIN_ENDPOINTS.openByLink.path, { token, password: PASSWORD })
        await setTimeout(round)
        const [, opened] = await Promise.all([people().setDisabled({ ...person, accountId: "acme" }, true), opening])
        expect([200, 401]).toContain(opened.status)
        const now = (await people().list("acme")).find(({ email }) => email === person.email)
        expect(now?.disabledAt).not.toBeNull()
        // Whoever had chosen one before keeps it.
        expect(now?.invited).toBe(opened.status !== 200)
      }
    })
  })
})
