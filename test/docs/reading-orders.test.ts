import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on reading orders is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/reading-orders.md", hub.url))).toMatchObject([
      { data: { orderId: "till-7-1", status: "OPEN" } },
      { data: { orders: [{ orderCode: "T-71", status: "OPEN" }], page: 1, size: 10, total: 1, totalPages: 1 } },
      { data: { status: "OPEN", fiscal: { status: "awaiting_payment", countryCode: "EC", metadata: null } } },
      { data: { groups: [{ code: "funds" }, { code: "card" }, {}, {}, {}] } },
      { data: { alreadyRecorded: false } },
      { data: { lostSales: [{ orderId: "till-7-2", total: "65000" }], total: 1 } },
    ])
  })
})
