import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on cancellation is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/cancellation.md", hub.url))).toMatchObject([
      { data: { orderId: "pos-9", status: "OPEN" } },
      { data: { channel: "POS", reasons: [{ id: "customer-left", group: "account" }] } },
      { data: { eligible: true, code: null, message: "The order can be cancelled" } },
      { success: true, message: "Order cancelled", data: { reasonDetail: "Nothing had been charged." } },
      { success: false, code: "ORDER_NOT_CANCELLABLE", message: "O pedido não pode mais ser cancelado" },
    ])
  })
})
