/** Lists the vendor's lost sales (docs/contract/orders.md#record-a-lost-sale). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { listLostSales } from "../../protocol/http/lost-sales.ts"
import { countsOf, readPage } from "../../protocol/shapes/page.ts"
import type { HubStore } from "../storage/index.ts"
import { readLostSales } from "./lost-sales-store.ts"

export const listLostSalesHandler =
  ({ store }: { store: HubStore }): Handler<typeof listLostSales> =>
  async ({ query, caller }) => {
    const page = readPage(query)
    const { sales, total } = await store.list(caller, (scope) => readLostSales(scope, page))
    return { status: 200, data: { lostSales: sales, ...countsOf(total, page) } }
  }
