/** Nobody learns from an answer what another account has: a name that is taken there is answered as one that nobody has. */
import { gzipSync } from "node:zlib"
import { beforeAll, describe, expect, it } from "vitest"
import type { Provisioning } from "../../hub/tenants/index.ts"
import { ADMIN_ENDPOINTS as ADMIN } from "../../protocol/http/admin/endpoints.ts"
import { CLIENT_HEADERS, LOGIN, OLDER_LOGIN } from "../kit/clients.ts"
import { eachDatabase } from "../kit/databases.ts"
import { type Answer, KEY, openTestHub, type TestHub } from "../kit/hub.ts"
import { knock, PASSWORD, type SignedIn, signIn } from "../kit/people.ts"
import { provisionBoth, SIDES, twoAccounts } from "../kit/two-accounts.ts"

const VENDOR = "acme.ec.quito"
const THEIRS = "globex.ec.quito"
const GLOBEX_KEY = SIDES[1]?.key

eachDatabase((_engine, open) => {
  let hub: TestHub
  let owner: SignedIn
  let other: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    await provisionBoth(hub)
    owner = await signIn(hub, "owner")
    other = await signIn(hub, "owner", { account: "globex", email: "taken@elsewhere.test" })
    await signIn(hub, "owner", { account: "globex", email: "third@elsewhere.test" })
    await other.call("POST", ADMIN.createClientCredential.path, { clientId: "taken-till", vendorId: THEIRS })
    const till = { clientId: "their-till", username: "taken-user", vendorId: THEIRS }
    await other.call("POST", ADMIN.createClientCredential.path, till)
  })

  /** What is drawn at random, and the name itself, differ between any two answers. */
  const shapeOf = ({ status, body }: Answer, name: string) => [
    status,
    JSON.stringify(body)
      .replaceAll(name, "NAME")
      .replaceAll(/[\w-]{36,}/g, "DRAWN"),
  ]

  const sameFor = async (taken: string, free: string, asked: (name: string) => Promise<Answer>) => {
    const [one, two] = [await asked(taken), await asked(free)]
    expect(shapeOf(one, taken)).toEqual(shapeOf(two, free))
    return one
  }

  describe("names that another account uses", () => {
    it("e-mail: a user is invited as if nobody had the address", async () => {
      const answer = await sameFor("taken@elsewhere.test", "freed@elsewhere.test", (email) =>
        owner.call("POST", ADMIN.inviteUser.path, { email, name: "New", role: "developer" }),
      )
      expect(answer.status).toBe(201)
    })

    it("client id and user name: a client is created as if nobody had them", async () => {
      const create = (more: object) =>
        owner.call("POST", ADMIN.createClientCredential.path, { vendorId: VENDOR, ...more })
      const byId = await sameFor("taken-till", "freed-till", (clientId) => create({ clientId }))
      expect(byId.status).toBe(201)
      await sameFor("taken-user", "freed-user", (username) => create({ clientId: `till-of-${username}`, username }))
      const rotate = (clientId: string) =>
        owner.call("POST", ADMIN.rotateClientCredential.path.replace(":clientId", clientId), {})
      await sameFor("taken-till", "freed-till", rotate)
    })

    it("user and client in a file: it is checked as if nobody had them", async () => {
      const { accounts } = JSON.parse(twoAccounts()) as Provisioning
      const file = (change: (acme: Provisioning["accounts"][number]) => void) => {
        const acme = structuredClone(accounts.find(({ id }) => id === "acme"))
        if (!acme) throw new Error("no acme")
        change(acme)
        return { gzip: gzipSync(JSON.stringify({ accounts: [acme] })).toString("base64") }
      }
      const check = (change: Parameters<typeof file>[0]) => owner.call("POST", ADMIN.checkFile.path, file(change))
      await sameFor("third@elsewhere.test", "freed-third@elsewhere.test", (email) =>
        check((acme) => acme.users?.push({ email, role: "owner" })),
      ).then(({ body }) => expect(body.data.faults).toHaveLength(0))
      await sameFor("their-till", "nobodys-till", (clientId) =>
        check((acme) => acme.clientCredentials?.push({ clientId, username: clientId, vendorId: VENDOR })),
      ).then(({ body }) => expect(body.data.faults).toHaveLength(0))
    })
  })

  describe("two accounts that use one name", () => {
    it("sign each user in with their own password, and one's success resets no other's failures", async () => {
      const email = "both@elsewhere.test"
      await signIn(hub, "owner", { account: "globex", email })
      const invited = await owner.call("POST", ADMIN.inviteUser.path, { email, name: "Both", role: "developer" })
      const token = invited.body.data.link.path.split("/").at(-1)
      const mine = "a-password-of-acme"
      await knock(hub, ADMIN.openByLink.path, { token, password: mine })
      const enter = (password: string) => knock(hub, ADMIN.signIn.path, { email, password })
      const accountOf = async (password: string) => (await enter(password)).body.data?.account.id
      expect([await accountOf(mine), await accountOf(PASSWORD)]).toEqual(["acme", "globex"])
      for (let n = 0; n < 4; n += 1) expect((await enter(`guess-number-${n}`)).status).toBe(401)
      expect(await accountOf(mine)).toBe("acme")
      expect((await enter("guess-number-5")).status).toBe(401)
      // The fifth wrong password for the person of the other account: theirs waits, whoever else has the address.
      expect(await accountOf(PASSWORD)).toBeUndefined()
      expect(await accountOf(mine)).toBe("acme")
      hub.clock.advance(16_000)
      expect(await accountOf(PASSWORD)).toBe("globex")
    })

    it("log their clients in with their own secrets, by id and by user name", async () => {
      const make = async (who: SignedIn, vendorId: string) =>
        (await who.call("POST", ADMIN.createClientCredential.path, { clientId: "shared", vendorId })).body.data
      const [theirs, ours] = [await make(other, THEIRS), await make(owner, VENDOR)]
      const byId = (key: string | undefined, account: string, client_secret: string) => {
        const login = { client_id: "shared", client_secret, grant_type: "client_credentials" }
        return hub.call("POST", LOGIN, login, key, { ...CLIENT_HEADERS, account })
      }
      expect((await byId(KEY, "acme", ours.clientSecret)).status).toBe(201)
      expect((await byId(GLOBEX_KEY, "globex", theirs.clientSecret)).status).toBe(201)
      expect((await byId(KEY, "acme", theirs.clientSecret)).status).toBe(401)
      for (const { password } of [theirs, ours]) {
        const answer = await hub.call("POST", OLDER_LOGIN, { username: "shared", password }, null)
        expect(answer.status).toBe(200)
      }
    })
  })
})
