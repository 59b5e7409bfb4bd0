import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on credentials and the legacy family is true", async () => {
    const { hub } = await openTestHub(open, { clients: true })
    const answers = jsonsOf(await runPage("docs/integrators/legacy.md", hub.url))
    expect(answers).toMatchObject([
      { token: expect.any(String), expiresIn: 3600 },
      { status: 201, data: { order_code: "G-77", status: "OPEN", payment_status: "SUCCEEDED" } },
      { status: 200, data: { order_code: "G-77", payment_methods: [{ method: "CARD", amount: 6.5 }] } },
      { status: 200, data: { status: "CANCELED", payment_status: "CANCELED", cancellation_type: "rider-missing" } },
    ])
  })
})
