/** A fiscal report marks its order before it is answered, wherever the order is at home; what is further on stays. */
import { beforeAll, expect, it } from "vitest"
import { markProcessing } from "../../../hub/fiscal/report-fiscal.ts"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import type { FiscalCallback } from "../../../protocol/shapes/callback-fiscal.ts"
import { fiscalReport, REJECTED } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, anOrder } from "../../kit/orders.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open)
  })

  const mark = (orderId: string, over: Parameters<typeof fiscalReport>[0] = {}) => {
    const report = { ...fiscalReport(over), orderId, eventId: "evt_000000000001" } as FiscalCallback
    return hub.beside(({ store }) => store.write(TENANT, (tx) => markProcessing(tx, orderId, report)))
  }
  const tell = (order: ReturnType<typeof anOrder>) =>
    hub.beside(({ store, ids, validator }) =>
      store.system.write((scope) =>
        createApplyOp({ store, ids, validator })(
          scope,
          { storeId: STORE, ...TENANT },
          { kind: "order.changed", body: { order, events: [] } },
        ),
      ),
    )
  const fiscalOf = async (id: string) => (await hub.call("GET", `${ORDERS}/${id}/fiscal`)).body.data.fiscal
  const pending = { status: "pending", countryCode: "EC", metadata: {}, step: 1, sourceEvent: "fiscal.numbered" }

  const atStore = async (fiscal: object | null) => {
    const order = { ...anOrder({ orderId: `store-${anId()}` }), fiscal: fiscal as never }
    expect(await tell(order)).toBeNull()
    return order
  }

  it("a fiscal report marks an order of the hub as processing", async () => {
    const { id } = (await hub.call("POST", ORDERS, orderBody({ channel: "WEB" }))).body.data
    await mark(id)
    expect(await fiscalOf(id)).toMatchObject({ status: "processing", countryCode: "EC" })
  })

  it.each([
    ["that nothing is known of", null],
    ["whose document is pending", { ...pending, fiscalRequestId: null }],
  ])(
    "a fiscal report marks an order of a store, %s, as processing, and it stays so when the store sends it again",
    async (_what, fiscal) => {
      const order = await atStore(fiscal)
      await mark(order.id)
      expect(await fiscalOf(order.id)).toMatchObject({ status: "processing" })
      await tell({ ...order, sequence: order.sequence + 1 })
      expect(await fiscalOf(order.id)).toMatchObject({ status: "processing" })
    },
  )

  it("a later number of the store starts a new state", async () => {
    const order = await atStore(null)
    await mark(order.id)
    await tell({ ...order, fiscal: { ...pending, fiscalRequestId: anId() } as never })
    expect(await fiscalOf(order.id)).toMatchObject({ status: "pending" })
  })

  it.each(["contingency", "authorized", "cancelled", "rejected"])(
    "a fiscal report leaves an order that is %s as it is",
    async (status) => {
      const order = await atStore({ ...pending, fiscalRequestId: null, status })
      await mark(order.id)
      expect(await fiscalOf(order.id)).toMatchObject({ status })
    },
  )

  it("a graphic, or a refused report, marks no order", async () => {
    const order = await atStore(null)
    await mark(order.id, { eventType: "fiscal_graphic" })
    await mark(anId(), REJECTED)
    expect(await fiscalOf(order.id)).toMatchObject({ status: "awaiting_payment" })
  })
})
