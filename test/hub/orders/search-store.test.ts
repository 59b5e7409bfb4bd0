/** What headquarters looks for among its orders is found in a few pages of the database, also in tables that were just filled. */
import { beforeAll, expect, it } from "vitest"
import { searchRows } from "../../../hub/orders/search-store.ts"
import { createHubStore, type HubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { expectFewPages } from "../../kit/explain-asked.ts"
import { fillManyOrders } from "../../kit/many-orders.ts"
import { rowOrder } from "../../kit/order-rows.ts"
import { STORE_ID, TENANT } from "../../kit/orders.ts"

const ORDERS = 5_000
const PAGE = { vendorIds: [TENANT.vendorId], seesBuyers: true, search: "", after: null, size: 10 }
const ASKED = [
  {},
  { status: "OPEN" },
  { storeId: STORE_ID, from: "2024-01-12", to: "2024-01-12" },
  { search: rowOrder(7).orderExternal },
  { search: rowOrder(7).orderCode },
  { search: rowOrder(7).id },
] as const
/** A few for each row of a page; to walk an account's orders once takes hundreds. */
const PAGES_MAX = 8 * PAGE.size
/** A whole table, or what is found by its owner alone. */
const WALKS =
  /SCAN orders|SEARCH (o|orders) USING [^(]*\((account_id=\?|vendor_id=\?)( AND (account_id|vendor_id)=\?)?\)$/m
/** Along the list by time, from its end, until the page is full. */
const ALONG_THE_LIST = /INDEX orders_list/

eachDatabase((engine, open) => {
  let store: HubStore
  let url: string

  beforeAll(async () => {
    url = await open.freshUrl()
    store = createHubStore(await open<HubTables>({ url, migrations: MIGRATIONS }))
    await fillManyOrders(store, ORDERS)
  })

  it.each(ASKED)("%j", async (asked) => {
    const ask = () => store.read(TENANT, (scope) => searchRows(scope, { ...PAGE, ...asked }))
    expect(await ask()).not.toEqual([])
    const postgres = engine === "postgres" ? url : null
    const walks = (plan: string) => WALKS.test(plan) && !ALONG_THE_LIST.test(plan)
    await expectFewPages({ postgres, store, ask, walks, pagesMax: PAGES_MAX })
  })
})
