import { describe, expect, it, test } from "vitest"
import {
  CLIENT_HEADERS,
  CLIENT_LOGIN,
  LEGACY_ORDERS,
  LOGIN,
  logIn,
  OLDER_LOGIN,
  USER_LOGIN,
} from "../../kit/clients.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"
import { KEY, openTestHub, testTenants } from "../../kit/hub.ts"

async function openLegacy(open: OpenStore) {
  const opened = await openTestHub(open, { clients: true })
  const headers = await logIn(opened)
  /** 404: the order is not there, but the token was good. */
  const status = async (more = headers) => (await opened.call("GET", `${LEGACY_ORDERS}/x`, undefined, KEY, more)).status
  return { ...opened, status }
}

/** The tenants, with their one client changed. */
function withClient(change: object): string {
  const file = JSON.parse(testTenants({ clients: true }))
  Object.assign(file.accounts[0].clientCredentials[0], change)
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  describe("an access token", () => {
    it("is valid for an hour, and for one more after the next login", async () => {
      const { clock, status, call } = await openLegacy(open)
      clock.advance(3_599_000)
      expect(await status()).toBe(404)
      clock.advance(1_000)
      expect(await status()).toBe(401)
      const { body } = await call("POST", LOGIN, CLIENT_LOGIN, KEY, CLIENT_HEADERS)
      expect(await status({ ...CLIENT_HEADERS, authorization: `Bearer ${body.accessToken}` })).toBe(404)
    })

    it("is the same for each login", async () => {
      const { call, status } = await openLegacy(open)
      const { token } = (await call("POST", OLDER_LOGIN, USER_LOGIN, null)).body
      expect(await status({ ...CLIENT_HEADERS, authorization: `Bearer ${token}` })).toBe(404)
    })

    test.each([
      ["revoked", { revoked: true }],
      ["given another secret", { clientSecret: "acme-legacy-secret-000002" }],
      ["given another password", { password: "legacy-password-000002" }],
    ])("ends when its client is %s", async (_what, change) => {
      const { hub, status } = await openLegacy(open)
      expect(await status()).toBe(404)
      await hub.operator.provision(withClient(change))
      expect(await status()).toBe(401)
    })

    it("stays valid after a provisioning that does not change its client", async () => {
      const { hub, status } = await openLegacy(open)
      await hub.operator.provision(withClient({}))
      expect(await status()).toBe(404)
    })
  })
})
