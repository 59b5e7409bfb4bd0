import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on callbacks is true", async () => {
    const { hub } = await openTestHub(open)
    const [accepted, record, order, ready, rejected, denied] = jsonsOf(
      await runPage("docs/integrators/callbacks.md", hub.url),
    )
    expect(accepted).toMatchObject({ received: true, duplicate: false, status: "queued" })
    const { webhookEventId, eventId } = accepted as { webhookEventId: string; eventId: string }
    expect(record).toMatchObject({
      data: { webhookEventId, eventId, status: "processed", result: { kind: "merged" } },
    })
    expect(order).toMatchObject({ data: { aggregator: { status: "COURIER_ASSIGNED", metadata: { courier: "Luis" } } } })
    expect(ready).toMatchObject({ received: true, duplicate: false, eventId: expect.stringMatching(/^evt_/) })
    expect(rejected).toMatchObject({ received: true, duplicate: false })
    expect(denied).toMatchObject({ success: false, error: "CONFLICT" })
  })
})
