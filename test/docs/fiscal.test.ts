import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on fiscal numbering is true", async () => {
    const { hub } = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
    expect(jsonsOf(await runPage("docs/integrators/fiscal.md", hub.url))).toMatchObject([
      { data: { reused: false, documentStatus: "PENDING", document: { documentNumber: "001-001-000000001" } } },
      { data: { orderId: "web-7", alreadyExisted: false } },
      { data: { documentStatus: "AUTHORIZED", printing: { printable: true, mode: "FISCAL" } } },
      { data: { fiscal: { status: "authorized", countryCode: "EC", buyer: { isFinalConsumer: true } } } },
      { data: { document: { documentType: "04", compensates: { documentNumber: "001-001-000000001" } } } },
      { success: true, message: "Order cancelled" },
    ])
  })
})
