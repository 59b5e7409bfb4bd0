import { describe, expect, it } from "vitest"
import { createHubApp } from "../../../hub/http/index.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { createKeyring } from "../../../hub/tenants/index.ts"
import type { ADMIN_ENDPOINTS } from "../../../protocol/http/admin/endpoints.ts"
import type { Routes } from "../../../protocol/http/endpoint.ts"
import type { HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createAccessTokens } from "../../../runtime/http/access-token.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createListener } from "../../../runtime/http/listen-http.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { hashSecret } from "../../../runtime/secrets.ts"
import type { Store } from "../../../runtime/storage/store.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"

const SECOND_MS = 1_000
const KEY = "brasa_test_key_000000000000000000000001"
const START = "2026-11-21T18:00:00.000Z"

async function openKeys(open: OpenStore) {
  const database: Store<HubTables> = await open<HubTables>({ migrations: MIGRATIONS })
  const clock = createManualClock(START)
  const store = createHubStore(database)
  const owner = { account_id: "acme", vendor_id: "acme.ec.quito" }
  await store.system.write(async ({ db, now: created_at }) => {
    await db.insertInto("account").values({ account_id: "acme", name: "Acme" }).execute()
    await db
      .insertInto("vendor")
      .values({ ...owner, name: "Quito", country_code: "EC", legal: null })
      .execute()
    const key = { key_id: "k-1", name: "k", prefix: "brasa", hash: hashSecret(KEY), scopes: "[]", revoked_at: null }
    await db
      .insertInto("api_key")
      .values({ ...owner, ...key, created_at })
      .execute()
  })
  const setRevoked = (revoked_at: string | null) =>
    store.system.write(({ db }) => db.updateTable("api_key").set({ revoked_at }).execute())
  return { database, clock, store, setRevoked }
}

eachDatabase((_engine, open) => {
  it("callbacks get 503 with Retry-After while keys cannot be read, and change nothing", async () => {
    const { database, clock, store } = await openKeys(open)
    const ids = createIds({ clock })
    const rateLimiter = createLimits(0, clock)
    const app = createHubApp({
      store,
      keyring: createKeyring({ store, clock }),
      tokens: createAccessTokens({ secretKey: Buffer.alloc(32), clock }),
      routes: new Proxy({}, { get: () => () => Promise.reject(new Error("asked")) }) as Routes<typeof HUB_ENDPOINTS>,
      adminRoutes: {} as Routes<typeof ADMIN_ENDPOINTS>,
      admitUser: () => Promise.reject(new Error("asked")),
      validator: createValidator(),
      rateLimiter,
      behindProxy: false,
      ids,
      log: silentLog,
      metrics: { observe: () => {}, contentType: "text/plain", text: async () => "" },
      checks: {},
      guests: { find: () => null, act: () => false },
      pagesDir: "",
      version: "0",
      checkReplies: true,
    } as Parameters<typeof createHubApp>[0])
    const listener = createListener(app, { host: "127.0.0.1", port: 0, ids, rateLimiter })
    await listener.start(new AbortController().signal)
    await database.close()
    for (const path of ["aggregator/order-status", "kds/order-status", "fiscal/callback"]) {
      const headers = { "x-api-key": KEY, "content-type": "application/json" }
      const answer = await fetch(`${listener.url()}/api/v1/webhooks/${path}`, { method: "POST", headers, body: "{}" })
      const body = (await answer.json()) as { error: string }
      expect([answer.status, body.error, answer.headers.has("retry-after")]).toEqual([503, "SERVICE_UNAVAILABLE", true])
    }
    await listener.stop()
  })

  describe("a cached key", () => {
    it("ends within two seconds after another process revoked it", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const keyring = createKeyring({ store, clock })
      expect((await keyring.find(KEY))?.keyId).toBe("k-1")
      await setRevoked(START)
      expect(await keyring.find(KEY)).not.toBeNull()
      clock.advance(2 * SECOND_MS)
      expect(await keyring.find(KEY)).toBeNull()
    })

    it("ends within two seconds after its revocation even if the clock is set back by a day", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const keyring = createKeyring({ store, clock })
      await keyring.find(KEY)
      await setRevoked(START)
      clock.advance(-86_400 * SECOND_MS)
      expect(await keyring.find(KEY)).toBeNull()
    })

    it("is valid for two seconds from the request of the lookup, however long the answer took", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const slow = {
        ...store,
        system: {
          ...store.system,
          read: (async (fn) => {
            const found = await store.system.read(fn)
            clock.advance(60 * SECOND_MS)
            return found
          }) as typeof store.system.read,
        },
      }
      const keyring = createKeyring({ store: slow, clock })
      expect(await keyring.find(KEY)).not.toBeNull()
      await setRevoked(START)
      expect(await keyring.find(KEY)).toBeNull()
    })

    it("ends at once when this process revokes it", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const keyring = createKeyring({ store, clock })
      await keyring.find(KEY)
      await setRevoked(START)
      keyring.forget()
      expect(await keyring.find(KEY)).toBeNull()
    })

    it("is not trusted if it was revoked during the lookup", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const keyring = createKeyring({ store, clock })
      const looking = keyring.find(KEY)
      keyring.forget()
      await looking
      await setRevoked(START)
      expect(await keyring.find(KEY)).toBeNull()
    })

    it("that was invalid is looked up again", async () => {
      const { clock, store, setRevoked } = await openKeys(open)
      const keyring = createKeyring({ store, clock })
      await setRevoked(START)
      expect(await keyring.find(KEY)).toBeNull()
      await setRevoked(null)
      expect(await keyring.find(KEY)).not.toBeNull()
    })
  })
})
