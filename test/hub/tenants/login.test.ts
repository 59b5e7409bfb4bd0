import { describe, expect, it } from "vitest"
import { CLIENT_HEADERS, CLIENT_LOGIN, LOGIN, OLDER_LOGIN, USER_LOGIN } from "../../kit/clients.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, KEY, openTestHub, READER_KEY, SISTER_KEY, testTenants } from "../../kit/hub.ts"

const TOKEN = /^[\w-]+\.[\w-]+\.[\w-]+$/
const ELSEWHERE = { ...CLIENT_HEADERS, account: "globex" }

eachDatabase((_engine, open) => {
  describe("a client of the legacy family", () => {
    it("logs in with its secret, or with user name and password", async () => {
      const { call } = await openTestHub(open, { clients: true })
      const answer = await call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS)
      expect([answer.status, answer.body]).toEqual([201, { accessToken: expect.stringMatching(TOKEN) }])
      const older = await call("POST", OLDER_LOGIN, USER_LOGIN, null)
      expect([older.status, older.body]).toEqual([200, { token: expect.stringMatching(TOKEN), expiresIn: 3600 }])
    })

    it("gets the same refusal for every wrong login", async () => {
      const { call } = await openTestHub(open, { clients: true })
      const wrong = [
        await call("POST", LOGIN, { ...CLIENT_LOGIN, client_id: "nobody" }, KEY, CLIENT_HEADERS),
        await call("POST", LOGIN, { ...CLIENT_LOGIN, client_secret: "another" }, KEY, CLIENT_HEADERS),
        await call("POST", LOGIN, CLIENT_LOGIN, SISTER_KEY, CLIENT_HEADERS),
        await call("POST", LOGIN, CLIENT_LOGIN, GLOBEX_KEY, ELSEWHERE),
      ]
      const detail = "There is no such client, or its secret is another."
      for (const { status, body } of wrong) {
        expect([status, body]).toEqual([
          401,
          {
            status: 401,
            errors: { status: 401, code: "unauthorized", title: "Unauthorized", detail },
            message: detail,
            code: "UNAUTHORIZED",
          },
        ])
      }
      const older = await call("POST", OLDER_LOGIN, { ...USER_LOGIN, username: "nobody@acme" }, null)
      expect([older.status, older.body.errors.code]).toEqual([401, "unauthorized"])
    })

    it("waits longer after each wrong password, until one is right", async () => {
      const { call, clock } = await openTestHub(open, { clients: true })
      const tryWith = (password: string) => call("POST", OLDER_LOGIN, { ...USER_LOGIN, password }, null)
      for (let n = 0; n < 5; n += 1) expect((await tryWith("another")).status).toBe(401)
      const locked = await tryWith(USER_LOGIN.password)
      expect([locked.status, locked.body.errors.code, locked.headers.get("retry-after")]).toEqual([
        429,
        "rate_limited",
        "15",
      ])
      clock.advance(15_000)
      expect((await tryWith("another")).status).toBe(401)
      expect((await tryWith(USER_LOGIN.password)).headers.get("retry-after")).toBe("30")
      clock.advance(30_000)
      expect((await tryWith(USER_LOGIN.password)).status).toBe(200)
      expect((await tryWith("another")).status).toBe(401)
      expect((await tryWith(USER_LOGIN.password)).status).toBe(200)
    })

    it("may use any key of its vendor: a login needs no scope", async () => {
      const { call } = await openTestHub(open, { clients: true })
      expect((await call("POST", LOGIN, CLIENT_LOGIN, READER_KEY, CLIENT_HEADERS)).status).toBe(201)
    })

    it("gets a 422 with each fault of its body", async () => {
      const { call } = await openTestHub(open, { clients: true })
      const { status, body } = await call("POST", LOGIN, { grant_type: "password" }, KEY, CLIENT_HEADERS)
      expect([status, body.status, body.errors.status]).toEqual([422, 422, 422])
      expect(body.errors).toMatchObject({ code: "invalid_type", title: "Validation error" })
      expect(body.moreInfo.map(({ path }: { path: string }) => path)).toEqual([
        "client_id",
        "client_secret",
        "grant_type",
      ])
    })

    it("that is revoked cannot log in any more", async () => {
      const { call, hub } = await openTestHub(open, { clients: true })
      await hub.operator.provision(withClient({ revoked: true }))
      expect((await call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS)).status).toBe(401)
      expect((await call("POST", OLDER_LOGIN, USER_LOGIN, null)).status).toBe(401)
      await hub.operator.provision(withClient({}))
      expect((await call("POST", OLDER_LOGIN, USER_LOGIN, null)).status).toBe(200)
    })
  })
})

/** The tenants, with their one client changed. */
function withClient(change: object): string {
  const file = JSON.parse(testTenants({ clients: true }))
  Object.assign(file.accounts[0].clientCredentials[0], change)
  return JSON.stringify(file)
}
