/** The orders that a group of reports, or of charges, names are found in a few pages of the database, also in tables that were just filled. */
import { beforeAll, expect, it } from "vitest"
import { findReportedOrders, lockAggregators, lockFreeAggregators } from "../../../hub/orders/index.ts"
import { lockOrders } from "../../../hub/orders/orders-store.ts"
import { findReferences } from "../../../hub/orders/references-store.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { expectFewPages } from "../../kit/explain-asked.ts"
import { fillManyOrders } from "../../kit/many-orders.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { TENANT } from "../../kit/orders.ts"

const ORDERS = 5_000
const NAMED = Array.from({ length: 25 }, (_, n) => rowOrder(n * 190))
const IDS = new Set(NAMED.map(({ id }) => id))
const NAMES = new Set(NAMED.map(({ orderExternal }) => orderExternal))
/** A few for each order; to walk the vendor's orders once takes hundreds. */
const PAGES_MAX = 8 * NAMED.length
const WALKS = /SCAN (orders|o|order_mirror)|\((account_id=\?|vendor_id=\?)( AND (account_id|vendor_id)=\?)?\)/

const ASKED: readonly (readonly [string, (hub: HubStore) => Promise<number>])[] = [
  ["by their ids", (hub) => found(hub, { ids: IDS, externalIds: new Set() })],
  ["by their external ids", (hub) => found(hub, { ids: new Set(), externalIds: NAMES })],
  ["to be held", (hub) => hub.write(TENANT, async (tx) => (await lockAggregators(tx, IDS)).size)],
  [
    "to be held, if nobody else does",
    (hub) => hub.write(TENANT, async (tx) => (await lockFreeAggregators(tx, IDS)).size),
  ],
  ["by references that are ids", (hub) => referred(hub, [...IDS])],
  ["by references that are external ids", (hub) => referred(hub, [...NAMES])],
  ["to be charged", (hub) => hub.write(TENANT, async (tx) => (await lockOrders(tx, IDS)).size)],
]

async function found(hub: HubStore, named: { ids: Set<string>; externalIds: Set<string> }): Promise<number> {
  const { byId, byExternalId } = await hub.read(TENANT, (scope) => findReportedOrders(scope, named))
  const all = [...[...named.ids].map(byId), ...[...named.externalIds].map(byExternalId)]
  return all.filter((order) => order !== undefined).length
}

async function referred(hub: HubStore, references: readonly string[]): Promise<number> {
  const find = await hub.read(TENANT, (scope) => findReferences(scope, references))
  return references.filter((one) => find(one).some(({ vendorId }) => vendorId === TENANT.vendorId)).length
}

eachDatabase((engine, open) => {
  let store: HubStore
  let url: string

  beforeAll(async () => {
    url = await open.freshUrl()
    store = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    await fillManyOrders(store, ORDERS)
  })

  it.each(ASKED)("%s", async (_how, ask) => {
    expect(await ask(store)).toBe(NAMED.length)
    const postgres = engine === "postgres" ? url : null
    await expectFewPages({
      postgres,
      store,
      ask: () => ask(store),
      walks: (plan) => WALKS.test(plan),
      pagesMax: PAGES_MAX,
    })
  })
})
