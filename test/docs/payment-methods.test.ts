import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on payment methods is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/payment-methods.md", hub.url))).toMatchObject([
      {
        data: {
          stores: [{ storeCode: "UIO-001", methods: [{ code: "CARD", missingRequiredKeys: [] }] }],
          warnings: [],
        },
      },
      { countries: [{ countryCode: "EC", vendors: [{ vendorId: "acme.ec.quito" }] }] },
    ])
  })
})
