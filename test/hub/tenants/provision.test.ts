import { readFileSync } from "node:fs"
import { expect, it } from "vitest"
import { providerSecretPlace } from "../../../hub/payments/providers/index.ts"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import {
  createKey,
  findCaller,
  type Provisioned,
  type Provisioning,
  provision,
  readProvisioning,
  replaceBox,
  storeConfig,
} from "../../../hub/tenants/index.ts"
import { isRefusal } from "../../../protocol/refusals.ts"
import { StoreConfig } from "../../../protocol/shapes/store-config.ts"
import type { DownWrite } from "../../../protocol/sync/ops.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createIds } from "../../../runtime/ids.ts"
import { hashSecret, createKey as randomKey, readKey, unseal } from "../../../runtime/secrets.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"

const DEMO = readFileSync(new URL("../../../hub/tenants/demo-tenant.json", import.meta.url), "utf8")
const EXAMPLE = readFileSync(new URL("../../../docs/provisioning.example.json", import.meta.url), "utf8")
const STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01"
const validator = createValidator()

function read(change: (file: Provisioning) => void = () => {}, text = DEMO): Provisioning {
  const file = JSON.parse(text)
  change(file)
  const result = readProvisioning(JSON.stringify(file), validator)
  if (!result.ok) throw new Error(JSON.stringify(result.faults))
  return result.file
}

async function setUp(open: OpenStore) {
  const database = await open<HubTables>({ migrations: MIGRATIONS })
  const sent: { storeId: string; op: DownWrite }[] = []
  const deps = {
    store: createHubStore(database),
    ids: createIds({ clock: systemClock }),
    secretKey: readKey(randomKey()),
    downlink: {
      append: async (_scope: unknown, storeId: string, op: DownWrite) => void sent.push({ storeId, op }),
    },
  }
  return { database, deps, sent }
}

function done(result: Provisioned | unknown): Provisioned {
  if (isRefusal(result)) throw new Error(JSON.stringify(result))
  return result as Provisioned
}

eachDatabase((_engine, open) => {
  it("refuses a method whose provider is not configured, with its path and what to add, and writes nothing", async () => {
    const { deps } = await setUp(open)
    const named = read((file) => {
      const link = file.accounts[0]?.vendors[0]?.paymentMethods?.find(({ code }) => code === "LINK")
      Object.assign(link ?? {}, { provider: "acquirer" })
    })
    const refusal = await provision(named, deps)
    expect(refusal).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(isRefusal(refusal) && refusal.details).toEqual([
      {
        path: "accounts.0.vendors.0.paymentMethods.2.provider",
        message: expect.stringContaining(
          'add {"code": "acquirer", "kind": …, "url": …, "secret": …} to accounts.0.paymentProviders',
        ),
      },
    ])
    const acquirer = { code: "acquirer", kind: "sandbox" as const, url: "https://pay.example", secret: "x".repeat(20) }
    const first = JSON.parse(JSON.stringify(named)) as Provisioning
    first.accounts[0]?.paymentProviders?.push(acquirer)
    done(await provision(first, deps))
    // It is there now, also for a file that no longer names it.
    done(await provision(named, deps))
  })

  it("changes nothing when applied twice", async () => {
    const { database, deps } = await setUp(open)
    const first = done(await provision(read(), deps))
    expect(first.changes).toContain("created store UIO-001")
    expect(first.secrets).toEqual([])
    const dump = () =>
      database.read(async ({ db }) => ({
        keys: await db.selectFrom("api_key").selectAll().orderBy("name").orderBy("account_id").execute(),
        people: await db.selectFrom("person").selectAll().execute(),
        providers: await db.selectFrom("payment_provider").selectAll().orderBy("code").execute(),
        documents: await db.selectFrom("vendor_document").selectAll().orderBy("vendor_id").orderBy("kind").execute(),
      }))
    const before = await dump()
    expect(done(await provision(read(), deps)).changes).toEqual([])
    expect(await dump()).toEqual(before)
  })

  it("accepts the contract's example unchanged", async () => {
    const { database, deps } = await setUp(open)
    const example = read(undefined, EXAMPLE)
    expect(done(await provision(example, deps)).secrets).toEqual([])
    const people = await database.read(({ db }) => db.selectFrom("person").selectAll().execute())
    expect(people).toMatchObject([{ account_id: "acme", email: "owner@acme.test", role: "owner" }])
    expect(done(await provision(example, deps)).changes).toEqual([])
  })

  it("applies two files at once one after the other, and the result is one of them", async () => {
    const { database, deps } = await setUp(open)
    done(await provision(read(), deps))
    const named = (store: string, vendor: string) =>
      read(({ accounts }) => {
        const first = accounts[0]?.vendors[0]
        Object.assign(first ?? {}, { name: vendor })
        Object.assign(first?.stores[0] ?? {}, { name: store })
      })
    const files = [named("Store of one", "Vendor"), named("Store", "Vendor of other")]
    done(await provision(named("Store", "Vendor"), deps))
    for (const result of await Promise.all(files.map((file) => provision(file, deps)))) done(result)
    const [vendor] = await database.read(({ db }) =>
      db.selectFrom("vendor").select("name").where("vendor_id", "=", "acme.ec.quito").execute(),
    )
    const [store] = await database.read(({ db }) =>
      db.selectFrom("store").select("record").where("vendor_id", "=", "acme.ec.quito").execute(),
    )
    expect(["Store of one · Vendor", "Store · Vendor of other"]).toContain(
      `${JSON.parse(store?.record ?? "{}").name} · ${vendor?.name}`,
    )
  })

  it("gives a store without a number the vendor's next one, and keeps it", async () => {
    const { database, deps } = await setUp(open)
    const without = (...codes: string[]) =>
      read(({ accounts }) => {
        const vendor = accounts[0]?.vendors[0]
        const [first] = vendor?.stores ?? []
        if (!vendor || !first) throw new Error("the demo has lost its store")
        const { number: _, ...rest } = first
        const more = codes.map((code, n) => ({ ...rest, id: `0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4f0${n}`, code }))
        vendor.stores = [...more, first]
      })
    const numbers = async () => {
      const rows = await database.read(({ db }) =>
        db.selectFrom("store").select(["code", "record"]).where("vendor_id", "=", "acme.ec.quito").execute(),
      )
      return Object.fromEntries(rows.map(({ code, record }) => [code, JSON.parse(record).number]))
    }
    done(await provision(without("N-1"), deps))
    expect(await numbers()).toMatchObject({ "UIO-001": 1, "N-1": 2 })
    expect(done(await provision(without("N-1"), deps)).changes).toEqual([])
    expect(done(await provision(without("N-1", "N-2"), deps)).changes).toEqual(["created store N-2"])
    expect(await numbers()).toMatchObject({ "UIO-001": 1, "N-1": 2, "N-2": 3 })
  })

  it("changes only what differs", async () => {
    const { deps } = await setUp(open)
    done(await provision(read(), deps))
    const renamed = read((file) => {
      const store = file.accounts[0]?.vendors[0]?.stores[0]
      if (store) store.name = "Acme Amazonas Norte"
    })
    expect(done(await provision(renamed, deps)).changes).toEqual(["changed store UIO-001"])
  })

  it("updates a payment provider's address and secret, and seals the secret", async () => {
    const { database, deps } = await setUp(open)
    done(await provision(read(), deps))
    const moved = read((file) => {
      const [provider] = file.accounts[0]?.paymentProviders ?? []
      if (provider) Object.assign(provider, { url: "https://pay.example/", secret: "a-new-secret-of-theirs" })
    })
    expect(done(await provision(moved, deps)).changes).toEqual(["changed payment provider sandbox"])
    expect(done(await provision(moved, deps)).changes).toEqual([])
    const [row] = await database.read(({ db }) => db.selectFrom("payment_provider").selectAll().execute())
    expect(row).toMatchObject({ account_id: "acme", kind: "sandbox", url: "https://pay.example/" })
    const place = providerSecretPlace("acme", "sandbox")
    expect(unseal(row?.secret_sealed ?? "", deps.secretKey, place)).toBe("a-new-secret-of-theirs")
  })

  it("stores no secret in plain text", async () => {
    const { database, deps } = await setUp(open)
    done(await provision(read(), deps))
    const everything = await database.read(async ({ db }) =>
      JSON.stringify([
        await db.selectFrom("api_key").selectAll().execute(),
        await db.selectFrom("client_credential").selectAll().execute(),
        await db.selectFrom("webhook_endpoint").selectAll().execute(),
        await db.selectFrom("payment_provider").selectAll().execute(),
        await db.selectFrom("person").selectAll().execute(),
        await db.selectFrom("vendor_document").selectAll().execute(),
      ]),
    )
    for (const secret of [
      "brasa_test_integrator_0",
      "acme-legacy-secret",
      "whsec_acme_0",
      "sandbox_acme_0",
      "change-me-please",
      "t0p-secret",
    ]) {
      expect(everything).not.toContain(secret)
    }
  })

  it("generates missing secrets, and shows them once", async () => {
    const { deps } = await setUp(open)
    const file = read((one) => {
      for (const key of one.accounts[0]?.apiKeys ?? []) delete key.secret
      for (const person of one.accounts[0]?.users ?? []) delete person.password
    })
    const { secrets } = done(await provision(file, deps))
    expect(secrets.map((one) => one.what)).toEqual([
      "API key integrator of acme",
      "API key account-only of acme",
      "API key reader of acme",
      "password of owner@acme.test",
    ])
    const caller = await deps.store.system.read((scope) => findCaller(scope, hashSecret(secrets[0]?.secret ?? "")))
    expect(caller).toMatchObject({ accountId: "acme", vendorId: "acme.ec.quito" })
    expect(done(await provision(file, deps))).toEqual({ changes: [], secrets: [], notified: [] })
  })

  it("refuses what belongs to another account, and changes nothing", async () => {
    const { database, deps } = await setUp(open)
    done(await provision(read(), deps))
    const stolen = read((file) => {
      const [acme, globex] = file.accounts
      if (!acme || !globex?.vendors[0]?.stores[0]) return
      globex.vendors[0].name = "Globex renamed"
      file.accounts = [globex]
      globex.vendors[0].stores[0].id = STORE
      globex.apiKeys = [
        { name: "copy", vendorId: "globex.br.saopaulo", secret: "brasa_test_integrator_0000000000000001", scopes: [] },
      ]
    })
    expect(await provision(stolen, deps)).toMatchObject({
      refused: "VALIDATION_ERROR",
      details: [{ path: "accounts.0.vendors.0.stores.0.id" }, { path: "accounts.0.apiKeys.0" }],
    })
    const vendor = await database.read(({ db }) =>
      db.selectFrom("vendor").select("name").where("vendor_id", "=", "globex.br.saopaulo").executeTakeFirst(),
    )
    expect(vendor?.name).toBe("Globex Brasil")
  })

  it("gives a box what it needs to sell alone, without secrets", async () => {
    const { deps } = await setUp(open)
    done(await provision(read(), deps))
    const { config } = await deps.store.system.write((scope) => storeConfig(scope, STORE, deps))
    expect(validator.check(StoreConfig, config)).toEqual([])
    expect(config.menu).toBeNull()
    expect(config.registerMethods?.map((method) => method.code)).toEqual(["CASH", "CARD", "LINK"])
    expect(config.keys.map((key) => key.vendorId)).toEqual(["acme.ec.quito", null, "acme.ec.quito"])
    expect(JSON.stringify(config)).not.toContain("brasa_test")
  })

  it("sends a changed configuration to enrolled stores, and only a changed one", async () => {
    const { deps, sent } = await setUp(open)
    expect(done(await provision(read(), deps)).notified).toEqual([])
    const place = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }
    await deps.store.system.write((scope) => replaceBox(scope, place))
    expect(done(await provision(read(), deps)).notified).toEqual([STORE])
    expect(done(await provision(read(), deps)).notified).toEqual([])
    const made = await createKey(
      { accountId: "acme", vendorId: "acme.ec.quito", name: "new", scopes: ["orders:read"] },
      deps,
    )
    expect(made).toHaveProperty("key")
    expect(sent.map(({ op }) => op.kind)).toEqual(["store.configured", "store.configured"])
  })

  it.each([
    ["a strange scope", { accountId: "acme", vendorId: null, name: "k", scopes: ["everything"] }, "scopes"],
    [
      "another account's vendor",
      { accountId: "acme", vendorId: "globex.br.saopaulo", name: "k", scopes: [] },
      "vendor",
    ],
    ["a name that is taken", { accountId: "acme", vendorId: null, name: "reader", scopes: [] }, "name"],
    ["an unknown account", { accountId: "nobody", vendorId: null, name: "k", scopes: [] }, "account"],
  ])("refuses a key with %s", async (_what, asked, path) => {
    const { deps } = await setUp(open)
    done(await provision(read(), deps))
    expect(await createKey(asked, deps)).toMatchObject({ refused: "VALIDATION_ERROR", details: [{ path }] })
  })
})
