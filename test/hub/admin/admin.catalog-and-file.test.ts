/** Menus, payment methods and the provisioning file at the dashboard. */
import { gzipSync } from "node:zlib"
import { beforeAll, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub, testTenants } from "../../kit/hub.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"
import { stockPath } from "../../kit/provoke-menu.ts"

const MENUS = "/api/admin/menus"
const FILE = "/api/admin/provisioning"
const VENDOR = "acme.ec.quito"
const RUN = "00000000-0000-4000-8000-00000000000"

// biome-ignore lint/suspicious/noExplicitAny: a file that tests change.
type File = any

eachDatabase((_name, open) => {
  let hub: TestHub
  let owner: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    owner = await signIn(hub, "owner")
  })

  const ownFile = (): File => {
    const file = JSON.parse(testTenants())
    return { accounts: file.accounts.filter(({ id }: File) => id === "acme") }
  }
  const packed = (value: unknown) => ({
    gzip: gzipSync(typeof value === "string" ? value : JSON.stringify(value, null, 2)).toString("base64"),
  })
  const check = async (value: unknown) => (await owner.call("POST", `${FILE}/check`, packed(value))).body.data
  const apply = (run: number, value: unknown) => owner.call("POST", `${FILE}/runs/${RUN}${run}`, packed(value))

  it("shows menus, publishes them, and ends a publication that nobody reports on", async () => {
    const [line] = (await owner.call("GET", `${MENUS}?storeId=${STORE}&size=1`)).body.data.items
    expect(line).toMatchObject({ vendorId: VENDOR, publication: null })
    const body = { vendorId: VENDOR, storeId: STORE }
    const done = await owner.call("POST", `${MENUS}/publish`, body)
    expect(done.status).toBe(202)
    const again = await owner.call("POST", `${MENUS}/publish`, body)
    expect(again.body.error).toBe("MENU_PUBLISH_LOCKED")
    const { locks } = (await owner.call("GET", `${MENUS}/locks`)).body.data
    const { publicationId } = done.body.data
    expect(locks).toMatchObject([{ vendorId: VENDOR, publicationId }])
    const released = await owner.call("POST", `${MENUS}/locks/${VENDOR}/release`, { publicationId })
    expect(released.body.data.failed).toBe(locks[0].waiting)
    expect((await owner.call("POST", `${MENUS}/locks/${VENDOR}/release`, { publicationId })).status).toBe(409)
    const [after] = (await owner.call("GET", `${MENUS}?storeId=${STORE}&size=1`)).body.data.items
    expect(after).toMatchObject({ status: "FAILED", publication: { by: owner.email } })
    expect(after.publication.reports[0]).toMatchObject({ status: "FAILED" })
    expect((await owner.call("POST", `${MENUS}/publish`, body)).status).toBe(202)
  })

  it("lists the products that are out of stock, by name", async () => {
    await hub.call("PUT", stockPath("p-cola"), { available: false })
    const { items } = (await owner.call("GET", `/api/admin/stock-outs?vendorId=${VENDOR}`)).body.data
    expect(items).toMatchObject([{ productId: "p-cola", storeId: STORE, side: "hub", until: null }])
    expect(items[0].name).toBeTypeOf("string")
  })

  it("shows which level a value comes from, and replaces a secret without showing it", async () => {
    const read = async () => (await owner.call("GET", `/api/admin/methods?storeId=${STORE}`)).body.data
    const method = (await read()).methods.find(({ fields }: File) => fields.some(({ secret }: File) => secret))
    const field = method.fields.find(({ secret }: File) => secret)
    const body = { storeId: STORE, key: field.key, level: "store", value: "open-sesame-of-the-store" }
    const done = await owner.call("PUT", `/api/admin/methods/${method.methodId}/values`, body)
    expect(done.status).toBe(200)
    const shown = done.body.data.methods
      .find(({ methodId }: File) => methodId === method.methodId)
      .fields.find(({ key }: File) => key === field.key)
    expect(shown).toMatchObject({ from: "store", missing: false })
    expect(JSON.stringify(done.body)).not.toContain("sesame")
    const trail = (await owner.call("GET", "/api/admin/audit?action=methods")).body
    expect(trail.data.items).toHaveLength(1)
    expect(JSON.stringify(trail)).not.toContain("sesame")
    const config = await hub.call("GET", `/api/v2/external/payment-methods/config?storeId=${STORE}`)
    expect(JSON.stringify(config.body)).toContain("open-sesame-of-the-store")
    const wrong = { ...body, key: "nothing" }
    expect((await owner.call("PUT", `/api/admin/methods/${method.methodId}/values`, wrong)).status).toBe(400)
  })

  it("reports every fault of a file with its line, and changes nothing", async () => {
    const file = ownFile()
    file.accounts[0].vendors[0].stores[0].timeZone = "Mars/Olympus"
    const { faults, kinds } = await check(file)
    expect(faults).toMatchObject([{ path: "accounts.0.vendors.0.stores.0.timeZone" }])
    const text = JSON.stringify(file, null, 2).split("\n")
    expect(text[faults[0].line - 1]).toContain("Mars/Olympus")
    expect(kinds).toEqual([])
    expect((await check("{\n  nonsense")).faults[0]).toMatchObject({ path: "", line: 2 })
    expect((await apply(1, file)).body.data).toMatchObject({ changes: 0, faults: [{}] })
    expect((await owner.call("POST", `${FILE}/check`, { gzip: "bm8=" })).status).toBe(400)
  })

  it("previews changes by kind, then applies them once with progress", async () => {
    const file = ownFile()
    const [vendor] = file.accounts[0].vendors
    vendor.stores[0].name = "Acme Amazonas Norte"
    const gone = vendor.cancellationReasons?.pop()
    vendor.products[0].name = "Another name"
    const { faults, kinds } = await check(file)
    expect(faults).toEqual([])
    const of = (kind: string) => kinds.find((one: File) => one.kind === kind)
    expect(of("store")).toMatchObject({ changed: 1, rows: [{ change: "changed", fields: ["name"] }] })
    expect(of("products")).toMatchObject({ changed: 1, added: 0, removed: 0 })
    if (gone) expect(of("cancellationReasons")).toMatchObject({ removed: 1 })
    const done = await apply(2, file)
    expect(done.body.data).toMatchObject({ faults: [] })
    expect(done.body.data.changes).toBeGreaterThan(1)
    expect((await apply(2, file)).status).toBe(409)
    const run = (await owner.call("GET", `${FILE}/runs/${RUN}2`)).body.data
    expect(run.ended).toBe(true)
    expect(run.lines.length).toBeGreaterThan(1)
    expect((await check(file)).kinds).toEqual([])
    const trail = (await owner.call("GET", "/api/admin/audit?action=provisioning")).body.data.items
    expect(trail).toHaveLength(1)
  })

  it("is only for owners of the whole account, and never for another account", async () => {
    const stranger = await signIn(hub, "owner", { account: "globex" })
    const body = packed(ownFile())
    const told = await stranger.call("POST", `${FILE}/check`, body)
    expect(told.body.data.faults).toMatchObject([{ path: "accounts.0.id" }])
    const some = await signIn(hub, "owner", { vendorIds: [VENDOR] })
    expect((await some.call("POST", `${FILE}/check`, body)).status).toBe(403)
    const developer = await signIn(hub, "developer")
    expect((await developer.call("POST", `${FILE}/check`, body)).status).toBe(403)
    expect((await stranger.call("GET", `/api/admin/methods?storeId=${STORE}`)).status).toBe(404)
    expect((await stranger.call("GET", `${FILE}/runs/${RUN}2`)).status).toBe(404)
  })
})
