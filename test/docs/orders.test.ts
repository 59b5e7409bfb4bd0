/** The page on an order's life: its commands, run as they stand. */
import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on an order's life is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/orders.md", hub.url))).toMatchObject([
      { data: { orderId: "life-1", status: "OPEN", alreadyExisted: false } },
      { data: { status: "OPEN", revision: 1, settlement: { status: "pending", total: "65000" } } },
      { data: { orders: [{ orderExternal: "life-1", status: "OPEN" }], page: 1, size: 5, total: 1, totalPages: 1 } },
      { data: { status: "OPEN", fiscal: { status: "awaiting_payment" } } },
      { data: { outcome: "applied", revision: 2, orderCode: "L-1B" } },
      { data: { groups: expect.arrayContaining([expect.objectContaining({ code: "funds" })]) } },
      { data: { outcome: "declined", status: "OPEN", declines: [{ resolvedTo: "insufficient_funds" }] } },
      { data: { outcome: "settled", status: "COMPLETED", settlement: { tenderCount: 2, declinedCount: 1 } } },
      { data: { orderId: "life-2", status: "OPEN" } },
      { data: expect.anything() },
      { data: { eligible: true } },
      { success: true, data: expect.anything() },
      { success: false, code: "ORDER_NOT_CANCELLABLE", error: "ORDER_NOT_CANCELLABLE" },
      { data: { alreadyRecorded: false } },
      { data: { lostSales: [expect.objectContaining({ orderId: "life-3" })], total: 1 } },
    ])
  })
})
