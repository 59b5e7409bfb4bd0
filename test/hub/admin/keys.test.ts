/** Keys at the dashboard: shown once, two alive during a rotation, ended at once, their uses written lazily. */
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, type TestHub } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const KEYS = "/api/admin/keys"
const CLIENTS = "/api/admin/clients"
const ORDERS = "/api/v1/core/external/orders"
const VENDOR = "acme.ec.quito"
const DAY_MS = 24 * 3_600_000

eachDatabase((_name, open) => {
  let hub: TestHub
  let dev: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    dev = await signIn(hub, "developer")
  })

  const make = (name: string, more: object = {}) =>
    dev.call("POST", KEYS, { name, vendorId: VENDOR, scopes: ["orders:read"], ...more })
  const list = async (who = dev, path = KEYS) => (await who.call("GET", `${path}?size=200`)).body.data.items
  const works = async (key: string) => (await hub.call("GET", ORDERS, undefined, key)).status === 200
  const named = async (name: string) => (await list()).find((key: { name: string }) => key.name === name)

  it("lists keys and clients page by page", async () => {
    for (const name of ["page 1", "page 2", "page 3"]) await make(name)
    const seen: string[] = []
    let next: string | null = ""
    while (next !== null) {
      const path: string = `${KEYS}?size=2${next && `&after=${encodeURIComponent(next)}`}`
      const { data } = (await dev.call("GET", path)).body
      expect(data.items.length).toBeLessThanOrEqual(2)
      seen.push(...data.items.map(({ name }: { name: string }) => name))
      next = data.next
    }
    expect(seen).toEqual((await list()).map(({ name }: { name: string }) => name))
    expect(seen).toEqual(expect.arrayContaining(["page 1", "page 2", "page 3"]))
    expect((await list(dev, CLIENTS)).map(({ clientId }: { clientId: string }) => clientId)).toContain("acme-legacy")
    for (const path of [KEYS, CLIENTS]) expect((await dev.call("GET", `${path}?after=~~`)).status).toBe(400)
  })

  it("creates a key that works at once, shows it once, and shows its last use", async () => {
    const response = await make("till")
    expect(response.status).toBe(201)
    const { secret } = response.body.data
    expect(await named("till")).toMatchObject({ lastUsedAt: null, state: "alive", prefix: secret.slice(0, 12) })
    expect(await works(secret)).toBe(true)
    expect(await named("till")).toMatchObject({ lastUsedAt: hub.clock.iso() })
    expect(JSON.stringify(await list())).not.toContain(secret)
    expect((await make("till")).status).toBe(409)
    expect((await make("odd", { scopes: ["everything"] })).status).toBe(400)
    expect((await make("late", { expiresAt: "2020-01-01T00:00:00Z" })).status).toBe(400)
  })

  it("keeps two keys valid during a rotation, then ends the old one", async () => {
    const { key, secret } = (await make("feed")).body.data
    const next = (await dev.call("POST", `${KEYS}/${key.keyId}/rotate`, { overlapHours: 24 })).body.data
    expect(next.key).toMatchObject({ name: "feed", scopes: ["orders:read"], state: "alive" })
    expect([await works(secret), await works(next.secret)]).toEqual([true, true])
    hub.clock.advance(DAY_MS + 1000)
    dev = await signIn(hub, "developer")
    expect([await works(secret), await works(next.secret)]).toEqual([false, true])
    const again = await dev.call("POST", `${KEYS}/${key.keyId}/rotate`, {})
    expect(again.status).toBe(409)
  })

  it("revokes a key at once here, and within seconds on another process", async () => {
    const { key, secret } = (await make("leaked")).body.data
    const other = await hub.another({})
    expect([await works(secret), (await other.call("GET", ORDERS, undefined, secret)).status]).toEqual([true, 200])
    expect((await dev.call("POST", `${KEYS}/${key.keyId}/revoke`)).body.data.state).toBe("revoked")
    expect(await works(secret)).toBe(false)
    hub.clock.advance(3_000)
    expect((await other.call("GET", ORDERS, undefined, secret)).status).toBe(401)
  })

  it("creates a client of the legacy family, rotates and revokes it", async () => {
    const response = await dev.call("POST", CLIENTS, { clientId: "rappi-bridge", vendorId: VENDOR })
    expect(response.status).toBe(201)
    const { client, clientSecret, password } = response.body.data
    const logsIn = async (username: string, word: string) =>
      (await hub.call("POST", "/v1/auth/login", { username, password: word }, null)).status
    expect(clientSecret).not.toBe(password)
    const next = (await dev.call("POST", `${CLIENTS}/rappi-bridge/rotate`, { overlapHours: 1 })).body.data
    expect(next.client.clientId).toBe("rappi-bridge-2")
    expect(await logsIn(next.client.username, next.password)).toBeLessThan(300)
    expect(await logsIn(client.username, password)).toBeLessThan(300)
    hub.clock.advance(3_601_000)
    expect(await logsIn(client.username, password)).toBe(401)
    expect((await dev.call("POST", `${CLIENTS}/rappi-bridge-2/revoke`)).body.data.state).toBe("revoked")
    expect(await logsIn(next.client.username, next.password)).toBe(401)
    expect((await dev.call("POST", CLIENTS, { clientId: "rappi-bridge", vendorId: VENDOR })).status).toBe(409)
  })

  it("is refused to store managers and to other accounts", async () => {
    const { key } = (await make("mine")).body.data
    const operations = await signIn(hub, "operations")
    expect((await operations.call("POST", `${KEYS}/${key.keyId}/revoke`)).status).toBe(403)
    const stranger = await signIn(hub, "owner", { account: "globex" })
    expect((await stranger.call("POST", `${KEYS}/${key.keyId}/revoke`)).status).toBe(404)
    expect((await stranger.call("POST", KEYS, { name: "x", vendorId: VENDOR, scopes: ["menu:read"] })).status).toBe(404)
    expect((await list(stranger)).map(({ name }: { name: string }) => name)).not.toContain("mine")
  })
})
