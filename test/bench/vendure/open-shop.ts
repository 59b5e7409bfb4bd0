/** A Vendure shop on a database of its own, stocked by its admin API as a shopkeeper would, and shoppers who are known to it. */
import { freePorts } from "../../kit/ports.ts"
import { COUNTRY, PAYMENT_METHOD, SHIPPING_METHOD_ID, SHOP_PATH, VARIANTS } from "../load/shop-script.ts"
import { benchProgram, type Running, start } from "../processes.ts"

const ADMIN_PATH = "/admin-api"
const ADMIN = { login: "bench", password: "for-the-bench-alone" }
const TOKEN_HEADER = "vendure-auth-token"
/** Of each product: more than is sold. */
const STOCK = 1_000_000
const PRICE_CENTS = 1_050
const TAX_PERCENT = 15
/** Otherwise it tells its makers about itself, and Node tells us what its libraries should mend. */
const ENV = { NODE_ENV: "production", VENDURE_DISABLE_TELEMETRY: "true", NODE_NO_WARNINGS: "1" }

export interface Shop {
  readonly port: number
  readonly server: Running
}

export async function openShop(folder: string, database: string): Promise<Shop> {
  const [port = 0] = await freePorts(1)
  const args = [`${port}`, database, folder, ADMIN.login, ADMIN.password]
  const server = start(benchProgram("baselines/serve-vendure"), args, { env: ENV })
  await server.says(/up/)
  const make = await asAdmin(`http://127.0.0.1:${port}${ADMIN_PATH}`)
  await settleDown(make)
  for (let n = 1; n <= VARIANTS; n += 1) await fillShelf(make, n)
  return { port, server }
}

/** A line of the head for each of so many, who come back for each of their orders and so need no new session. */
export function greetShoppers({ port }: Shop, count: number): Promise<string[]> {
  const greet = async () => {
    const { token } = await ask(`http://127.0.0.1:${port}${SHOP_PATH}`, { query: "{ activeOrder { id } }" })
    return `authorization: Bearer ${token}`
  }
  return Promise.all(Array.from({ length: count }, greet))
}

/** Creates or changes something, and says its id. */
type Make = (what: string, type: string, input: object) => Promise<string>

async function asAdmin(url: string): Promise<Make> {
  const query =
    "mutation ($login: String!, $password: String!) { login(username: $login, password: $password) { __typename } }"
  const { token } = await ask(url, { query, variables: ADMIN })
  return async (what, type, input) => {
    const query = `mutation ($input: ${type}!) { made: ${what}(input: $input) { ... on Node { id } } }`
    const { data } = await ask(url, { query, variables: { input } }, token)
    return [data.made].flat()[0].id
  }
}

/** A country with its tax, free shipping, and a payment that is taken at once. */
async function settleDown(make: Make): Promise<void> {
  const country = { code: COUNTRY, enabled: true, ...named("Ecuador") }
  const memberIds = [await make("createCountry", "CreateCountryInput", country)]
  const zoneId = await make("createZone", "CreateZoneInput", { name: "Ecuador", memberIds })
  await make("updateChannel", "UpdateChannelInput", { id: 1, defaultTaxZoneId: zoneId, defaultShippingZoneId: zoneId })
  const categoryId = await make("createTaxCategory", "CreateTaxCategoryInput", { name: "IVA", isDefault: true })
  const rate = { name: "IVA", enabled: true, value: TAX_PERCENT, categoryId, zoneId }
  await make("createTaxRate", "CreateTaxRateInput", rate)
  const checker = { code: "default-shipping-eligibility-checker", arguments: [{ name: "orderMinimum", value: "0" }] }
  const calculator = { code: "default-shipping-calculator", arguments: FREE }
  const shipping = { code: "takeaway", fulfillmentHandler: "manual-fulfillment", checker, calculator }
  const shippingId = await make("createShippingMethod", "CreateShippingMethodInput", {
    ...shipping,
    ...named("Takeaway"),
  })
  assertId(shippingId, SHIPPING_METHOD_ID)
  const payment = { code: PAYMENT_METHOD, enabled: true, handler: { code: PAYMENT_METHOD, arguments: [] } }
  await make("createPaymentMethod", "CreatePaymentMethodInput", { ...payment, ...named("Cash") })
}

async function fillShelf(make: Make, n: number): Promise<void> {
  const name = `Hamburguesa ${n}`
  const product = { enabled: true, ...named(name, { slug: `burger-${n}`, description: name }) }
  const productId = await make("createProduct", "CreateProductInput", product)
  const variant = { productId, sku: `burger-${n}`, price: PRICE_CENTS, stockOnHand: STOCK, trackInventory: "TRUE" }
  assertId(await make("createProductVariants", "[CreateProductVariantInput!]", { ...variant, ...named(name) }), n)
}

const FREE = [
  { name: "rate", value: "0" },
  { name: "includesTax", value: "auto" },
  { name: "taxRate", value: "0" },
]

function named(name: string, more: object = {}) {
  return { translations: [{ languageCode: "en", name, ...more }] }
}

/** Shoppers count on the numbers of a new shop. */
function assertId(id: string, expected: number): void {
  if (id !== `${expected}`) throw new Error(`the shop gave the number ${id} to what should be ${expected}`)
}

async function ask(url: string, body: { query: string; variables?: object }, token?: string) {
  const headers = { "content-type": "application/json", ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(body) })
  const { data, errors } = await response.json()
  if (errors) throw new Error(`the shop refused ${body.query}: ${JSON.stringify(errors)}`)
  return { data, token: response.headers.get(TOKEN_HEADER) ?? undefined }
}
