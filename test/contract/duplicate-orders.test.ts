/** One new order that reached hub and box at the same time under two ids: the store's order stays, both ids find it, and the hub's payment counts. */
import { beforeAll, expect, it } from "vitest"
import { type BothSides, openBothSides, PARTNER } from "../kit/both-sides.ts"
import type { TestBox } from "../kit/box.ts"
import { KITCHEN, kitchenReport } from "../kit/callbacks.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, type TestHub } from "../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"

eachDatabase((_engine, database) => {
  let hub: TestHub
  let box: TestBox
  let cable: BothSides["cable"]
  let sides: BothSides
  beforeAll(async () => {
    sides = await openBothSides(database)
    ;({ hub, box, cable } = sides)
  })

  const read: BothSides["read"] = (side, id) => sides.read(side, id)
  const agree = () => sides.agree()
  const createTwice: BothSides["createTwice"] = (wish) => sides.createTwice(wish)

  it("the store's order stays, and the hub's id finds it at hub and box", async () => {
    const { hubs, stores } = await createTwice()
    await agree()
    for (const side of [hub, box]) {
      expect([(await read(side, hubs)).id, (await read(side, stores)).id]).toEqual([stores, stores])
    }
    const told = (await hub.events()).filter(({ orderId, type }) => orderId === stores && type === "order.opened")
    expect(told).toHaveLength(1)
    const eventId = (told[0] as { envelope: { event: { id: string } } }).envelope.event.id
    const heard = await box.call(
      "POST",
      KITCHEN,
      kitchenReport({ orderId: hubs, eventId, eventType: "order.ready" }),
      KEY,
    )
    expect(heard.status).toBe(202)
    const paid = await box.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "by-the-hubs-id" }))
    expect([paid.status, paid.body.data.outcome]).toEqual([200, "settled"])
  })

  it("a charge at the hub settles the store's order once", async () => {
    const { hubs, stores } = await createTwice()
    const paid = await hub.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "at-the-hub" }))
    expect(paid.body.data.outcome).toBe("settled")
    await agree()
    for (const side of [hub, box]) {
      expect(await read(side, hubs)).toMatchObject({
        id: stores,
        status: "COMPLETED",
        payments: [{ transactionId: "at-the-hub", status: "approved" }],
      })
    }
    const told = (await hub.events()).filter(({ orderId, type }) => orderId === stores && type === "order.completed")
    expect(told).toHaveLength(1)
  })

  it("corrections accepted by the hub are applied to the store's order under their own keys", async () => {
    const { hubs, stores } = await createTwice()
    const first = correction()
    const second = correction({ expectedRevision: 2, additionalInfo: { orderCode: "LATEST" } })
    for (const sent of [first, second]) expect((await hub.call("PUT", `${ORDERS}/${hubs}`, sent)).status).toBe(200)
    await agree()
    for (const side of [hub, box]) {
      expect(await read(side, hubs)).toMatchObject({ id: stores, orderCode: "LATEST", revision: 3 })
    }
    const repeated = await box.call("PUT", `${ORDERS}/${hubs}`, second, KEY)
    expect([repeated.status, repeated.body.data.outcome]).toEqual([200, "duplicate"])
  })

  it("different lines are a conflict on both sides, and the store's are valid", async () => {
    cable.pull()
    const body = orderBody({ channel: "WEB", total: "6.5000" })
    const other = orderBody({ channel: "WEB", total: "9.0000", orderId: body.orderId })
    const hubs = (await hub.call("POST", ORDERS, other)).body.data.id
    await box.call("POST", ORDERS, body)
    await agree()
    for (const side of [hub, box]) {
      const { orderLines, metadata } = await read(side, hubs)
      expect(orderLines).toMatchObject([{ unitPrice: "65000" }])
      expect(metadata.conflicts).toMatchObject([{ side: "hub", what: "lines", key: hubs }])
    }
  })

  it("a payment on both sides is a conflict on both sides", async () => {
    const { hubs, stores } = await createTwice()
    await hub.call("POST", `${ORDERS}/${hubs}/confirm-payment`, charge({ id: "once" }))
    await box.call("POST", `${ORDERS}/${stores}/confirm-payment`, charge({ id: "and-again" }))
    await agree()
    for (const side of [hub, box]) {
      const { payments, metadata } = await read(side, hubs)
      expect(payments).toMatchObject([{ transactionId: "and-again" }])
      expect(metadata.conflicts).toMatchObject([
        { side: "hub", what: "payment", key: "once", amount: "65000", currencyCode: "USD", method: "CASH" },
      ])
    }
  })

  it.each([
    ["open", undefined, "CANCELED"],
    ["prepaid", "CASH", "CANCELED"],
  ])("a cancellation accepted by the hub cancels the store's %s order, with the reason", async (_what, paid, left) => {
    const { hubs, stores } = await createTwice({ paid })
    const external = (await read(hub, hubs)).metadata.order_id
    const reason = "Customer changed their mind"
    expect((await hub.call("POST", `${PARTNER}/${external}/cancel`, { reason })).status).toBe(200)
    await agree()
    for (const side of [hub, box]) {
      const order = await read(side, hubs)
      expect(order).toMatchObject({ id: stores, status: "CANCELLED", paymentStatus: left })
      expect(order.metadata).toMatchObject({ cancellation: { reason } })
      expect(order.metadata.conflicts).toBeUndefined()
    }
    const types = (await hub.events()).filter(({ orderId }) => orderId === stores).map(({ type }) => type)
    expect(types.filter((type) => type === "order.cancelled")).toHaveLength(1)
  })

  it("a cancellation accepted by the hub of an order that the store completed is a conflict", async () => {
    const { hubs, stores } = await createTwice()
    const external = (await read(hub, hubs)).metadata.order_id
    expect((await hub.call("POST", `${PARTNER}/${external}/cancel`, { reason: "Customer left" })).status).toBe(200)
    await box.call("POST", `${ORDERS}/${stores}/confirm-payment`, charge({ id: "taken-in-the-store" }))
    await agree()
    for (const side of [hub, box]) {
      const { status, metadata } = await read(side, hubs)
      expect(status).toBe("COMPLETED")
      expect(metadata.conflicts).toMatchObject([{ side: "hub", what: "cancellation", key: hubs }])
    }
  })

  it("a correction accepted by the hub of an order that the store completed is a conflict, and the others are applied", async () => {
    const { hubs, stores } = await createTwice()
    const sent = correction()
    expect((await hub.call("PUT", `${ORDERS}/${hubs}`, sent)).status).toBe(200)
    await box.call("POST", `${ORDERS}/${stores}/confirm-payment`, charge({ id: "in-the-store" }))
    await agree()
    for (const side of [hub, box]) {
      const { metadata } = await read(side, hubs)
      expect(metadata.conflicts).toMatchObject([{ side: "hub", what: "correction", key: sent.idempotencyKey }])
      const { orderCode } = sent.additionalInfo
      expect(metadata.conflicts[0].reason).toEqual({ code: "ORDER_NOT_OPEN", params: { changed: "buyer", orderCode } })
      expect(metadata.conflicts[0].why).toContain(
        `The hub had set the buyer, the order code ${sent.additionalInfo.orderCode}.`,
      )
    }
  })

  it("money that the hub took for an order and did not return must still be returned", async () => {
    cable.pull()
    const body = orderBody({ channel: "WEB" })
    const paid = orderBody({ channel: "WEB", paid: "CASH", orderId: body.orderId })
    const hubs = (await hub.call("POST", ORDERS, paid)).body.data.id
    await box.call("POST", ORDERS, body)
    expect((await hub.call("POST", `${PARTNER}/${body.orderId}/cancel`, { reason: "Customer left" })).status).toBe(200)
    await agree()
    for (const side of [hub, box]) {
      const { status, metadata } = await read(side, hubs)
      expect(status).toBe("CANCELLED")
      expect(metadata.conflicts).toMatchObject([
        { what: "payment", key: `${hubs}/CASH`, amount: "65000", method: "CASH" },
      ])
    }
  })
})
