/** A store that begins one epoch after another, as a faulty or a stolen appliance can, is owed its records once. */
import { expect, it } from "vitest"
import { createBeginEpoch } from "../../../hub/sync-handlers/index.ts"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { TENANT } from "../../kit/orders.ts"

const EPOCHS = 20

async function beginEpoch({ hub, clock, beside }: TestHub, epoch: string): Promise<void> {
  const oldest = new Date(clock.ms() - 24 * 3_600_000).toISOString()
  await beside(({ store, ids }) => {
    const begin = createBeginEpoch({ store, ids })
    const begun = { epoch, since: { epoch: "of-before", last: 0, carried: 0 }, oldest }
    return store.system.write((scope) => begin(scope, { storeId: STORE, ...TENANT }, begun))
  })
  await hub.queue.settle()
}

/** Everything that waits for the store's appliance, or was made to wait. */
const keptBytes = ({ beside }: TestHub) =>
  beside(({ store }) =>
    store.system.read(async ({ db }) => {
      const down = db.withTables<{ down_op: { body: string; kind: string } }>().selectFrom("down_op")
      const sent = await down.select("body").where("kind", "=", "records.returned").execute()
      const jobs = await db.selectFrom("job").select("body").where("kind", "=", "records.returned").execute()
      return [...sent, ...jobs].reduce((sum, { body }) => sum + body.length, 0)
    }),
  )

eachDatabase((_engine, open) => {
  it(`${EPOCHS} epochs make the hub keep one copy of what the store may have lost, for the newest`, async () => {
    const hub = await openTestHub(open)
    const box = await openTestBox(hub)
    for (let n = 0; n < 30; n += 1)
      expect((await box.call("POST", ORDERS, orderBody({ orderId: `sold-${n}` }))).status).toBe(201)
    await box.whenSynced()
    await box.stop()
    await beginEpoch(hub, "epoch-0")
    const once = await keptBytes(hub)
    expect(once).toBeGreaterThan(30_000)
    for (let n = 1; n < EPOCHS; n += 1) await beginEpoch(hub, `epoch-${n}`)
    expect(await keptBytes(hub)).toBeLessThan(once * 1.2)
  })
})
