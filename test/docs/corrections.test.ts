import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on corrections and repeats is true", async () => {
    const { hub } = await openTestHub(open)
    // The last command shows the headers of its answer too.
    const [answers = "", repeat = ""] = (await runPage("docs/integrators/corrections.md", hub.url)).split("HTTP/1.1 ")
    expect(jsonsOf(answers)).toMatchObject([
      { data: { orderId: "kiosk-7", status: "OPEN", alreadyExisted: false } },
      { data: { revision: 1, status: "OPEN" } },
      { data: { outcome: "applied", revision: 2, applied: { client: { billingInformation: { govIdType: "RUC" } } } } },
      { data: { outcome: "settled", revision: 2 } },
      { error: "ORDER_NOT_OPEN", data: { orderStatus: "COMPLETED" } },
    ])
    expect(repeat).toMatch(/^200 OK\r\n(.*\r\n)*idempotent-replayed: true\r\n/i)
    expect(repeat).toContain('"outcome":"settled"')
  })
})
