import { expect, it } from "vitest"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"
import { openSandbox } from "../kit/sandbox.ts"

onSqlite((open) => {
  it("the page on payment links is true", async () => {
    const sandbox = await openSandbox()
    const { hub } = await openTestHub(open, { sandbox })
    expect(jsonsOf(await runPage("docs/integrators/payment-links.md", hub.url))).toMatchObject([
      { data: { intent: { status: "requires_action", attempts: [{ status: "requires_redirect" }] } } },
      { data: { intent: { status: "succeeded", amountPaid: 6.5 } } },
      { data: { orderId: "web-3001", status: "OPEN" } },
      { success: true },
      { data: { intent: { status: "reversed", amountPaid: 0, attempts: [{ status: "refunded" }] } } },
      { data: { intent: { status: "failed", attempts: [{ status: "failed" }] } } },
      { data: { intent: { attempts: [{ status: "failed" }, { status: "requires_redirect", slot: 1, amount: 6 }] } } },
      { data: { intent: { status: "failed", attempts: [{ status: "failed" }, { status: "canceled" }] } } },
    ])
  })
})
