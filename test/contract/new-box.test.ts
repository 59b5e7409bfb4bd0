/** What a new box knows of its store: everything that the old box sold, and what the hub accepted meanwhile. */
import { rmSync } from "node:fs"
import { beforeAll, expect, it } from "vitest"
import { offerOrder } from "../../hub/orders/index.ts"
import { fence } from "../../hub/storage/index.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { TENANT } from "../kit/orders.ts"
import { pairScreen } from "../kit/store-staff.ts"
import { tenantsWithSparePoint } from "../kit/tenants.ts"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox

  const stateOf = async (orderId: string) => {
    const { data } = (await box.call("GET", `${ORDERS}/${orderId}`, undefined, KEY)).body
    return [data?.status, data?.paymentStatus, data?.kitchen?.dispatches?.length ?? 0]
  }
  const sell = async (body: object) => expect((await box.call("POST", ORDERS, body)).status).toBe(201)
  const order = async (orderId: string) => {
    const response = await hub.call("POST", ORDERS, orderBody({ orderId, channel: "WEB" }))
    expect(response.status).toBe(201)
    return response.body.data
  }
  /** As its op leaves: from then on the order is at home in the store. */
  const offer = (id: string) =>
    hub.beside(({ store }) => store.system.write((scope) => offerOrder(fence(scope, TENANT, store.dialect), id)))
  const SOLD = ["paid", "open", "web"]
  const statesOf = () => Promise.all(SOLD.map(stateOf))
  const menuAt = async (key?: string) => (await box.call("GET", "/api/lan/v1/menu", undefined, key)).body.data.products
  const documentOf = async (id: string) =>
    (await box.call("GET", `${ORDERS}/${id}/fiscal`, undefined, KEY)).body.data?.fiscal
  let before: unknown[]
  let menu: unknown[]
  let document: unknown

  beforeAll(async () => {
    hub = await openTestHub(open)
    await hub.hub.operator.provision(tenantsWithSparePoint())
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    await sell(orderBody({ orderId: "paid", paid: "CASH" }))
    await sell(orderBody({ orderId: "open" }))
    await sell(orderBody({ orderId: "web", channel: "WEB" }))
    await box.whenSynced()
    before = await statesOf()
    menu = await menuAt()
    document = await documentOf("paid")
    await box.stop()
    rmSync(box.data, { recursive: true })
    await order("meanwhile")
    await offer((await order("offered")).id)
    await box.restart()
    await until(async () => (await stateOf("offered"))[0] === "OPEN")
  })

  it("a new box has each order as it was", async () => {
    expect(before).toEqual([
      ["COMPLETED", "SUCCEEDED", 1],
      ["OPEN", "PENDING", 0],
      ["OPEN", "PENDING", 1],
    ])
    expect(await statesOf()).toEqual(before)
  })

  it("a new box has the document of each sale, and its menu", async () => {
    expect(document).toMatchObject({ metadata: { claveAcceso: expect.stringMatching(/^\d{49}$/) } })
    expect(await documentOf("paid")).toEqual(document)
    expect(menu.length).toBeGreaterThan(1)
    const register = await pairScreen(box.box, "pos", "pos-1")
    expect(await menuAt(register.key)).toEqual(menu)
  })

  it("a new box sends to the kitchen what the hub accepted while there was no box", async () => {
    expect(await stateOf("meanwhile")).toEqual(["OPEN", "PENDING", 1])
  })

  it("a new box sends to the kitchen what was on its way to the old one", async () => {
    expect(await stateOf("offered")).toEqual(["OPEN", "PENDING", 1])
  })
})
