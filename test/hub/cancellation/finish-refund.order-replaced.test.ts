/** A register that failed over sold one order on both sides: the store's takes the place of the hub's while that one's cancellation waits for it. */
import { expect, it } from "vitest"
import { moveReports } from "../../../hub/callbacks/index.ts"
import { endRefund } from "../../../hub/cancellation/finish-refund.ts"
import { insertRefund } from "../../../hub/cancellation/refunds-store.ts"
import { applyOrderChanged, findByExternalId } from "../../../hub/orders/index.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { lockStoreLogs } from "../../../hub/sync/index.ts"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { createIds } from "../../../runtime/ids.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { claimSilentBox, meetWrite } from "../../kit/meet-step.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, TENANT } from "../../kit/orders.ts"

const cancelPath = (order: string) => `/api/v1/adapters/partner/stores/orders/${order}/cancel`

/** An order of the hub, whose store has a box and has not been offered it. */
async function openTwin(hub: TestHub): Promise<string> {
  await claimSilentBox(hub)
  const { body } = await hub.call("POST", ORDERS, orderBody({ channel: "WEB", paid: "LINK" }))
  return body.data.orderId
}

/** As a step of the store's line, which tells of the same sale under an id of its own. */
const twinOf = (hub: TestHub, externalId: string) => async (tx: TenantWrite) => {
  await lockStoreLogs(tx, [STORE])
  const known = await findByExternalId(tx, externalId)
  if (!known) throw new Error(`there is no order ${externalId}`)
  const body = { order: { ...known.order, id: anId() }, events: [] }
  const linkFiscal = async () => body.order
  const ids = createIds({ clock: hub.clock })
  expect(await applyOrderChanged(tx, { body, ids, linkFiscal, moveReports })).toBe(null)
}

onPostgres((open) => {
  it("a cancellation asks the store if the store's order has replaced the hub's meanwhile", async () => {
    const hub = await openTestHub(open)
    const externalId = await openTwin(hub)
    const meet = () => hub.call("POST", cancelPath(externalId), { reason: "El cliente se retiró" })
    const { body } = await hub.beside(({ store }) => meetWrite(store, TENANT, { write: twinOf(hub, externalId), meet }))
    expect(body.code).toBe("STORE_UNREACHABLE")
  })

  it("a refund is sent to the store if the store's order has replaced the hub's meanwhile", async () => {
    const hub = await openTestHub(open)
    const externalId = await openTwin(hub)
    await hub.beside(async ({ store, ids, log, downlink }) => {
      const cancellation = { reason: "", type: null, note: null, group: "other", by: "" } as const
      const record = { cancellation, money: [], done: [], outcome: null, context: {} }
      const refund = { id: ids.uuid(), tenant: TENANT, externalId, state: "asking", attempts: 0, record } as const
      await store.write(TENANT, (tx) => insertRefund(tx, { ...refund, leaseUntil: hub.clock.iso() }))
      const ending = { store, ids, log, downlink }
      const meet = () => endRefund(ending, refund, "refunded")
      await meetWrite(store, TENANT, { write: twinOf(hub, externalId), meet })
      const told = await store.system.write((scope) =>
        writing(scope).selectFrom("down_op").select("body").where("kind", "=", "refund.settled").execute(),
      )
      expect(told.map(({ body }) => JSON.parse(body).id)).toEqual([refund.id])
    })
  })
})
