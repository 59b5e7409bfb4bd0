import { readdirSync, readFileSync } from "node:fs"
import { join } from "node:path"
import { beforeAll, describe, expect, it } from "vitest"
import type { Provisioning } from "../../../hub/tenants/index.ts"
import { createLog } from "../../../runtime/log.ts"
import { openTestBox, type TestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import {
  ACCOUNT_KEY,
  KEY,
  openTestHub,
  SISTER_KEY,
  SISTER_STORE,
  STORE,
  type TestHub,
  testTenants,
} from "../../kit/hub.ts"

const V2 = "/api/v2/external/payment-methods/config"
const V1 = "/api/v1/payment-methods/config"
const CARD = "6a1f7a52-0c5e-4a0e-8a68-0d6f3d7b1a02"
const SECRETS = /t0p-secret/
const BARE_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff"

/** The test's tenants, and in the first vendor a store without a country. */
function withBareStore(change: (file: Provisioning) => void = () => {}): string {
  const file: Provisioning = JSON.parse(testTenants())
  const quito = file.accounts[0]?.vendors[0]
  const { countryCode: _none, fiscal: _no, ...store } = quito?.stores[0] ?? ({} as never)
  quito?.stores.push({ ...store, id: BARE_STORE, code: "ZZZ-001", name: "Acme sin país" })
  change(file)
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  const lines: string[] = []
  const list = (query = "", key: string | null = KEY) => hub.call("GET", V2 + query, undefined, key)

  beforeAll(async () => {
    const log = createLog({ level: "trace", destination: { write: (line) => void lines.push(line) } })
    hub = await openTestHub(open, { log })
    await hub.hub.operator.provision(withBareStore())
    box = await openTestBox(hub)
  })

  describe("payment methods by store (docs/contract/methods.md#payment-method-configuration-version-2)", () => {
    it("are returned for the key's own stores with how they charge, and may not be cached", async () => {
      const { status, headers, body } = await list()
      expect(status).toBe(200)
      expect(headers.get("cache-control")).toBe("no-store")
      expect(body.data).toMatchObject({
        accountId: "acme",
        vendorId: "acme.ec.quito",
        generatedAt: hub.clock.iso(),
        page: 1,
        size: 20,
        total: 2,
        totalPages: 1,
      })
      const [store] = body.data.stores
      expect(store).toMatchObject({ storeId: STORE, storeCode: "UIO-001", storeNumber: 1, countryCode: "EC" })
      expect(store).toMatchObject({ name: "Acme Amazonas", active: "ACTIVE", status: "PUBLISHED" })
      expect(store.methods.map(({ code }: { code: string }) => code)).toEqual(["CASH", "CARD", "LINK"])
      const card = store.methods.find(({ methodId }: { methodId: string }) => methodId === CARD)
      expect(card).toMatchObject({
        name: "Tarjeta",
        cardBrands: ["VISA", "MASTERCARD"],
        charging: true,
        config: { merchantId: "M-1", terminalKey: "t0p-secret" },
        missingRequiredKeys: [],
        devices: [{ deviceType: "KIOSK", deviceId: "kiosk-1", charging: false, config: { terminalKey: "k1" } }],
      })
    })

    it("warn about a store without a country, which has none", async () => {
      const { data } = (await list(`?storeId=${BARE_STORE}`)).body
      expect(data.stores).toMatchObject([{ storeId: BARE_STORE, countryCode: null, methods: [] }])
      expect(data.warnings).toMatchObject([{ code: "STORE_COUNTRY_MISSING", storeId: BARE_STORE }])
    })

    it("are found by either of a store's names, in either case of its id", async () => {
      const byId = (await list(`?storeId=${STORE.toUpperCase()}`)).body.data
      expect(byId.stores).toHaveLength(1)
      expect((await list("?storeCode=UIO-001")).body.data.stores).toEqual(byId.stores)
    })

    it("can be filtered by channel in either case; a store without any is still listed", async () => {
      const kiosk = (await list("?channel=kiosk")).body.data.stores[0]
      expect(kiosk.methods).toMatchObject([{ code: "CARD", charging: true }])
      const nowhere = (await list("?channel=RAPPI")).body.data.stores
      expect(nowhere).toMatchObject([{ methods: [] }, { methods: [] }])
    })

    it.each([
      ["both names of a store", `?storeId=${STORE}&storeCode=UIO-001`, 400],
      ["an id that is none", "?storeId=UIO-001", 400],
      ["page 0", "?page=0", 400],
      ["a size over 100", "?size=101", 400],
      ["a size that is no number", "?size=many", 400],
      ["a store of another vendor", `?storeId=${SISTER_STORE}`, 404],
      ["a code of another vendor", "?storeCode=GYE-001", 404],
      ["a store that is nobody's", `?storeId=${crypto.randomUUID()}`, 404],
    ])("refuse %s", async (_what, query, status) => {
      const answer = await list(query)
      expect([answer.status, answer.body.error]).toEqual([status, status === 400 ? "VALIDATION_ERROR" : "NOT_FOUND"])
    })

    it("are listed page by page", async () => {
      const second = (await list("?size=1&page=2")).body.data
      expect(second.stores).toMatchObject([{ storeId: BARE_STORE }])
      expect(second).toMatchObject({ page: 2, size: 1, total: 2, totalPages: 2 })
      expect((await list("?size=1&page=3")).body.data.stores).toEqual([])
    })

    it("need a key of one vendor with the scope", async () => {
      expect((await list("", ACCOUNT_KEY)).status).toBe(403)
      expect((await list("", null)).status).toBe(401)
    })

    it("list an inactive method, charging in no store", async () => {
      await hub.hub.operator.provision(withBareStore(({ accounts }) => setCard(accounts, { active: false })))
      const { methods } = (await list("?storeCode=UIO-001")).body.data.stores[0]
      expect(methods).toMatchObject([{}, { code: "CARD", active: false, charging: false }, {}])
      await hub.hub.operator.provision(withBareStore())
    })
  })

  describe("the first version", () => {
    it("lists without an envelope which methods are on by country and vendor", async () => {
      const { status, body } = await hub.call("GET", V1)
      expect(status).toBe(200)
      expect(body.countries).toMatchObject([{ countryCode: "EC", vendors: [{ vendorId: "acme.ec.quito" }] }])
      expect(body.countries[0].vendors[0].methods[1]).toEqual({
        methodId: CARD,
        code: "CARD",
        name: "Tarjeta",
        enabled: true,
      })
      expect((await hub.call("GET", V1, undefined, SISTER_KEY)).body).toEqual({ countries: [] })
      expect(JSON.stringify(body)).not.toMatch(SECRETS)
    })
  })

  describe("at the store's box", () => {
    it("are the same", async () => {
      const { data } = (await list("?storeCode=UIO-001")).body
      const ask = () => box.call("GET", V2, undefined, KEY)
      await expect.poll(async () => (await ask()).body.data.stores).toEqual(data.stores)
      const atBox = await ask()
      expect(atBox.headers.get("cache-control")).toBe("no-store")
      expect((await box.call("GET", `${V2}?storeCode=ZZZ-001`, undefined, KEY)).status).toBe(404)
      expect((await box.call("GET", `${V2}?storeId=${STORE}&storeCode=UIO-001`, undefined, KEY)).status).toBe(400)
    })

    it("follow a change at the hub", async () => {
      await hub.hub.operator.provision(
        withBareStore(({ accounts }) => setCard(accounts, { config: { account: { merchantId: "M-2" } } })),
      )
      const merchant = async () => (await box.call("GET", V2, undefined, KEY)).body.data.stores[0].methods[1]
      await expect.poll(async () => (await merchant()).config).toEqual({ merchantId: "M-2" })
      expect((await merchant()).missingRequiredKeys).toEqual(["terminalKey"])
      await hub.hub.operator.provision(withBareStore())
    })
  })

  describe("a secret", () => {
    it("is sealed in the hub's database and in what it sends to the box", async () => {
      const rows = await hub.beside(({ store }) =>
        store.system.read(async ({ db }) => [
          await db.selectFrom("vendor_document").selectAll().where("kind", "=", "paymentMethods").execute(),
          await db
            .withTables<{ down_op: { kind: string; body: string } }>()
            .selectFrom("down_op")
            .selectAll()
            .where("kind", "=", "store.configured")
            .execute(),
        ]),
      )
      expect(rows.map((found) => found.length > 0)).toEqual([true, true])
      expect(SECRETS.test(JSON.stringify(rows))).toBe(false)
    })

    it("is sealed on the box's disk, and so is its key", async () => {
      const onDisk = readdirSync(box.data).map((file) => readFileSync(join(box.data, file)).toString("latin1"))
      expect(onDisk.join().includes("Acme Amazonas")).toBe(true)
      expect(/t0p-secret|sealKey|"box_/.test(onDisk.join())).toBe(false)
    })

    it("is in no line of the log", () => {
      expect(lines.join()).toContain("the hub is up")
      expect(lines.join()).not.toMatch(SECRETS)
    })
  })
})

function setCard(accounts: Provisioning["accounts"], change: object): void {
  Object.assign(accounts[0]?.vendors[0]?.paymentMethods?.find(({ id }) => id === CARD) ?? {}, change)
}
