/** Reports are forgotten with their jobs, and not before; one that comes again after that is a new one. */
import { expect, it } from "vitest"
import { createCallbackPruner } from "../../../hub/callbacks/index.ts"
import { AGGREGATOR, aggregatorReport, recordPath, reportable, settled } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"

const DAY_MS = 86_400_000
const KEPT_DAYS = 30

eachDatabase((_engine, open) => {
  it("a report can be looked up for 30 days, even if few come after it", async () => {
    const hub = await openTestHub(open)
    const prune = () =>
      hub.beside(({ store, log }) => createCallbackPruner({ store, log, keptMs: 30 * 24 * 3_600_000 }).round())
    const { orderId } = await reportable(hub)
    const report = aggregatorReport({ orderId })
    const { webhookEventId } = (await settled(hub, await hub.call("POST", AGGREGATOR, report))).body.data
    hub.clock.advance(KEPT_DAYS * DAY_MS - 1)
    expect(await prune()).toBe(0)
    const known = await hub.call("GET", recordPath(webhookEventId))
    expect([known.status, known.body.data.status]).toEqual([200, "processed"])
    expect((await hub.call("POST", AGGREGATOR, report)).body).toMatchObject({ duplicate: true, webhookEventId })
    hub.clock.advance(2 * DAY_MS)
    expect(await prune()).toBe(1)
    expect((await hub.call("GET", recordPath(webhookEventId))).status).toBe(404)
    expect((await hub.call("POST", AGGREGATOR, report)).body).toMatchObject({ duplicate: false })
  })
})
