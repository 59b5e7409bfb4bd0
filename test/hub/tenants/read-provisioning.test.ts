import { readFileSync } from "node:fs"
import { describe, expect, it } from "vitest"
import { readProvisioning } from "../../../hub/tenants/index.ts"
import { createValidator } from "../../../runtime/validate.ts"

const DEMO = readFileSync(new URL("../../../hub/tenants/demo-tenant.json", import.meta.url), "utf8")
const RECEIPT = {
  template: JSON.parse(readFileSync(new URL("../../../printer-templates/receipt.json", import.meta.url), "utf8")),
}
const validator = createValidator()

// biome-ignore lint/suspicious/noExplicitAny: the point is to break the file in ways its type forbids.
type Broken = any

function faultsOf(change: (file: Broken) => void) {
  const file = JSON.parse(DEMO)
  change(file)
  const result = readProvisioning(JSON.stringify(file), validator)
  return result.ok ? [] : result.faults
}

const vendor = (file: Broken) => file.accounts[0].vendors[0]

describe("a provisioning file", () => {
  it("is read completely: the demo has no fault", () => {
    expect(faultsOf(() => {})).toEqual([])
  })

  it("that is no JSON is refused as such", () => {
    expect(readProvisioning("{", validator)).toMatchObject({ ok: false, faults: [{ path: "" }] })
  })

  const ROWS: [string, (file: Broken) => void, string, string][] = [
    [
      "a key it does not know",
      (file) => Object.assign(file.accounts[0], { vendor: [] }),
      "accounts.0.vendor",
      "is not allowed",
    ],
    [
      "a vendor id without three parts",
      (file) =>
        Object.assign(file.accounts[1], {
          apiKeys: [],
          vendors: [{ ...vendor(file), id: "quito", stores: [], menus: [], paymentMethods: [] }],
        }),
      "accounts.1.vendors.0.id",
      "three parts",
    ],
    [
      "a time zone nobody knows",
      (file) => Object.assign(vendor(file).stores[0], { timeZone: "Quito" }),
      "accounts.0.vendors.0.stores.0.timeZone",
      "time zone",
    ],
    [
      "a payment provider at no address",
      (file) => Object.assign(file.accounts[0].paymentProviders[0], { url: "ftp://pay.example" }),
      "accounts.0.paymentProviders.0.url",
      "http or https",
    ],
    [
      "a payment provider of a kind that nobody speaks to",
      (file) => Object.assign(file.accounts[0].paymentProviders[0], { kind: "barter" }),
      "accounts.0.paymentProviders.0.kind",
      "sandbox",
    ],
    [
      "a cut-off that is no time",
      (file) => Object.assign(vendor(file).stores[0], { businessDayCutoff: "25:00" }),
      "accounts.0.vendors.0.stores.0.businessDayCutoff",
      "pattern",
    ],
    [
      "a store code that is not there",
      (file) => Object.assign(vendor(file).menus[0], { storeCode: "UIO-9" }),
      "accounts.0.vendors.0.menus.0.storeCode",
      '"UIO-9" is no store code',
    ],
    [
      "a product that is not there",
      (file) => vendor(file).categories[0].products.push("p-x"),
      "accounts.0.vendors.0.categories.0.products.9",
      '"p-x" is no product',
    ],
    [
      "a modifier group that is not there",
      (file) => vendor(file).products[0].modifierGroups.push("g-x"),
      "accounts.0.vendors.0.products.0.modifierGroups.1",
      '"g-x" is no modifier group',
    ],
    [
      "a product twice",
      (file) => vendor(file).products.push(vendor(file).products[0]),
      "accounts.0.vendors.0.products.46.id",
      "is the same as accounts.0.vendors.0.products.0.id",
    ],
    [
      "a product twice in a category",
      (file) => vendor(file).categories[0].products.push(vendor(file).categories[0].products[0]),
      "accounts.0.vendors.0.categories.0.products.9",
      "is the same as accounts.0.vendors.0.categories.0.products.0",
    ],
    [
      "an option twice in a modifier group",
      (file) => vendor(file).modifierGroups[0].options.unshift(vendor(file).modifierGroups[0].options[1]),
      "accounts.0.vendors.0.modifierGroups.0.options.2",
      "is the same as accounts.0.vendors.0.modifierGroups.0.options.0",
    ],
    [
      "a modifier group twice at a product",
      (file) => vendor(file).products[0].modifierGroups.push(vendor(file).products[0].modifierGroups[0]),
      "accounts.0.vendors.0.products.0.modifierGroups.1",
      "is the same as accounts.0.vendors.0.products.0.modifierGroups.0",
    ],
    [
      "a store in two tenants",
      (file) => Object.assign(file.accounts[1].vendors[0].stores[0], { id: vendor(file).stores[0].id }),
      "accounts.1.vendors.0.stores.0.id",
      "is the same as",
    ],
    [
      "a key of another account's vendor",
      (file) => Object.assign(file.accounts[0].apiKeys[0], { vendorId: "globex.br.saopaulo" }),
      "accounts.0.apiKeys.0.vendorId",
      "is no vendor of this account",
    ],
    [
      "one secret for two keys",
      (file) => Object.assign(file.accounts[0].apiKeys[1], { secret: file.accounts[0].apiKeys[0].secret }),
      "accounts.0.apiKeys.1.secret",
      "is the same as accounts.0.apiKeys.0.secret",
    ],
    [
      "a person twice, in another case",
      (file) => file.accounts[0].users.push({ ...file.accounts[0].users[0], email: "Owner@acme.test" }),
      "accounts.0.users.1.email",
      "is the same as accounts.0.users.0.email",
    ],
    [
      "a version of a paper twice",
      (file) => Object.assign(file.accounts[0], { printTemplates: [RECEIPT, { ...RECEIPT, countryCode: "EC" }] }),
      "accounts.0.printTemplates.1",
      "is the same as accounts.0.printTemplates.0",
    ],
    [
      "a scope that does not exist",
      (file) => file.accounts[0].apiKeys[0].scopes.push("orders:*"),
      "accounts.0.apiKeys.0.scopes.14",
      "must be one of",
    ],
    [
      "a price with five decimals",
      (file) => Object.assign(vendor(file).products[0].prices, { default: "1.23456" }),
      "accounts.0.vendors.0.products.0.prices.default",
      "pattern",
    ],
    [
      "no default price",
      (file) => Object.assign(vendor(file).products[0], { prices: { DELIVERY: "1" } }),
      "accounts.0.vendors.0.products.0.prices.default",
      "is required",
    ],
    [
      "an event nobody emits",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { events: ["order.updated"] }),
      "accounts.0.webhookEndpoints.0.events.0",
      "is no event",
    ],
    [
      "an address with a password in it",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { url: "http://me:secret@erp.example/" }),
      "accounts.0.webhookEndpoints.0.url",
      "password",
    ],
    [
      "an address at port 0",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { url: "http://erp.example:0/" }),
      "accounts.0.webhookEndpoints.0.url",
      "port",
    ],
    [
      "an address with a fragment",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { url: "http://erp.example/#x" }),
      "accounts.0.webhookEndpoints.0.url",
      "fragment",
    ],
    [
      "an address that is none",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { url: "erp.example/hooks" }),
      "accounts.0.webhookEndpoints.0.url",
      "http",
    ],
    [
      "an address that is not of the web",
      (file) => Object.assign(file.accounts[0].webhookEndpoints[0], { url: "ftp://x" }),
      "accounts.0.webhookEndpoints.0.url",
      "http",
    ],
    [
      "a weekday that is none",
      (file) => Object.assign(vendor(file).stores[0].operatingHours, { lunes: [] }),
      "accounts.0.vendors.0.stores.0.operatingHours.lunes",
      "weekday",
    ],
  ]

  it.each(ROWS)("with %s is refused with its path", (_what, change, path, message) => {
    expect(faultsOf(change)).toEqual([{ path, message: expect.stringContaining(message) }])
  })

  it("reports every fault at once", () => {
    const faults = faultsOf((file) => {
      vendor(file).id = "quito"
      vendor(file).menus[0].storeCode = "?"
    })
    expect(faults.length).toBeGreaterThan(2)
  })
})
