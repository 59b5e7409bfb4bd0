/** Who has waited for an order sees what its aggregator said meanwhile: a statement that waits for a lock sees other tables as they were before. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import { lockAggregators, offerOrder, saveMirrors } from "../../../hub/orders/index.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import type { AggregatorMirror } from "../../../protocol/shapes/callback.ts"
import { reportable } from "../../kit/callbacks.ts"
import { onPostgres } from "../../kit/databases.ts"
import { NOW, openTestHub } from "../../kit/hub.ts"
import { TENANT } from "../../kit/orders.ts"

const LOOK_EVERY_MS = 10
const SAID: AggregatorMirror = {
  channelCode: "GLOVO",
  status: "PICKED_UP",
  providerEventId: "glovo-held",
  eventId: "agg_held",
  webhookEventId: "0190b000-0000-7000-8000-000000000001",
  occurredAt: NOW,
  receivedAt: NOW,
  metadata: null,
}

onPostgres((open) => {
  it.each([
    [
      "another report",
      async (tx: TenantWrite, id: string) => (await lockAggregators(tx, new Set([id]))).get(id)?.mirror,
    ],
    [
      "the order's way to its store",
      async (tx: TenantWrite, id: string) => (await offerOrder(tx, id))?.order.aggregator,
    ],
  ])("%s", async (_what, look) => {
    const hub = await openTestHub(open)
    const { orderId } = await reportable(hub)
    await hub.beside(async ({ store }) => {
      const waiting = async () => {
        const { rows } = await store.system.read(({ db }) =>
          sql<{ n: number }>`SELECT count(*)::int AS n FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'`.execute(db),
        )
        return rows[0]?.n
      }
      let holds = () => {}
      const held = new Promise<void>((resolve) => {
        holds = resolve
      })
      let goOn = () => {}
      const told = new Promise<void>((resolve) => {
        goOn = resolve
      })
      const first = store.write(TENANT, async (tx) => {
        await lockAggregators(tx, new Set([orderId]))
        holds()
        await told
        await saveMirrors(tx, new Map([[orderId, SAID]]))
      })
      await held
      const second = store.write(TENANT, (tx) => look(tx, orderId))
      while ((await waiting()) === 0) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
      goOn()
      await first
      expect(await second).toEqual(SAID)
    })
  })
})
