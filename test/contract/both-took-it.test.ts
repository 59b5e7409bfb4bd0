/** One new order that reached hub and box at the same time under two ids: the store's lives, the hub's leads to it on either side, and what was paid at the hub is not lost. */
import { beforeAll, describe, expect, it } from "vitest"
import type { AuditEntry } from "../../protocol/http/staff.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { KITCHEN, kitchenReport } from "../kit/callbacks.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { whenOver } from "../kit/temp.ts"

const PARTNER = "/api/v1/adapters/partner/stores/orders"

eachDatabase((_engine, database) => {
  let hub: TestHub
  let box: TestBox
  let cable: Cable
  beforeAll(async () => {
    hub = await openTestHub(database)
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
  })

  const read = async (side: Pick<TestBox, "call">, id: string) => (await side.call("GET", `${ORDERS}/${id}`)).body.data

  /** The box starts again, so that it does not wait as long as after many short outages. */
  async function agree() {
    cable.mend()
    await box.restart()
    await box.whenSynced()
    await until(async () => {
      const line = await hub.hub.sync.line(STORE)
      return line !== null && line.downAcked === line.downHead
    })
    await box.whenSynced()
  }

  async function createTwice({ channel = "WEB", paid }: { channel?: string; paid?: string } = {}) {
    cable.pull()
    const body = orderBody({ channel, ...(paid !== undefined && { paid }) })
    const [hubs, stores] = [await hub.call("POST", ORDERS, body), await box.call("POST", ORDERS, body)]
    expect([hubs.status, stores.status]).toEqual([201, 201])
    return { hubs: hubs.body.data.id as string, stores: stores.body.data.id as string }
  }

  it("the store's id lives, and the hub's leads to it at the hub and at the box", async () => {
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

  it("what was charged at the hub meanwhile settles the store's, once", async () => {
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

  it("different lines are a conflict at the order on either side, and the store's are valid", async () => {
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

  it("a payment on both sides is a conflict at the order on either side", async () => {
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
    }
  })

  it("money that the hub took and then cancelled without returning it must still go back", async () => {
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

  describe("asks for a person:", () => {
    const LIST = "/api/admin/attention"
    let person: SignedIn
    let manager = ""
    beforeAll(async () => {
      person = await signIn(hub, "operations")
      const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
      const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
      manager = paired.body.data.key
    })

    const atHeadquarters = async (kind: "conflict" | "refund", order: string) => {
      const { body } = await person.call("GET", `${LIST}?kind=${kind}&size=100`)
      return body.data.items.filter((item: { order: string }) => item.order === order)
    }
    const stateOf = async () => (await box.call("GET", "/api/lan/v1/state", undefined, manager)).body.data
    const conflictsAtStore = async (order: string) =>
      (await stateOf()).conflicts.first.filter((item: { orderId: string }) => item.orderId === order)
    const moneyAtStore = async (order: string) =>
      (await stateOf()).moneyToReturn.filter((item: { orderId: string }) => item.orderId === order)
    const trailOf = async (action: string, subject: string) => {
      const { body } = await box.call("GET", "/api/lan/v1/audit?size=100", undefined, manager)
      return body.data.entries.filter((one: AuditEntry) => one.action === action && one.subject === subject)
    }

    async function cancelLate() {
      const both = await createTwice()
      const external = (await read(hub, both.hubs)).metadata.order_id as string
      await hub.call("POST", `${PARTNER}/${external}/cancel`, { reason: "Customer left" })
      await box.call("POST", `${ORDERS}/${both.stores}/confirm-payment`, charge({ id: `paid-${external}` }))
      await agree()
      return { ...both, external }
    }

    async function payTwice(tender: string) {
      const both = await createTwice()
      await hub.call("POST", `${ORDERS}/${both.hubs}/confirm-payment`, charge({ id: tender }))
      await box.call("POST", `${ORDERS}/${both.stores}/confirm-payment`, charge({ id: `${tender}-again` }))
      await agree()
      return { ...both, external: (await read(hub, both.hubs)).metadata.order_id as string }
    }

    it("a conflict, at headquarters and in the store, with an entry in the audit log, until headquarters resolves it", async () => {
      const { hubs, stores, external } = await cancelLate()
      const [item] = await atHeadquarters("conflict", stores)
      const asks = { what: "cancellation", storeId: STORE, advice: "conflict.cancellation", actions: ["dismiss"] }
      expect(item).toMatchObject(asks)
      expect(await conflictsAtStore(stores)).toMatchObject([{ what: "cancellation", orderStatus: "COMPLETED" }])
      expect(await trailOf("order.conflict", external)).toMatchObject([{ detail: { what: "cancellation" } }])

      const done = { kind: "conflict", key: item.key, action: "dismiss", note: "the guest was told" }
      cable.pull()
      expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(200)
      expect(await atHeadquarters("conflict", stores)).toMatchObject([{ advice: "asked", actions: [] }])
      expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(409)
      await agree()
      expect([await atHeadquarters("conflict", stores), await conflictsAtStore(stores)]).toEqual([[], []])
      for (const side of [hub, box]) {
        const by = `headquarters:${person.personId}`
        expect((await read(side, stores)).metadata.conflicts).toMatchObject([
          { key: hubs, resolved: { by, note: "the guest was told" } },
        ])
      }
    })

    it("a conflict, until a person of the store resolves it once, and headquarters sees it", async () => {
      const { hubs, stores, external } = await cancelLate()
      const path = `/api/lan/v1/orders/${stores}/conflicts/resolve`
      const done = { what: "cancellation", key: hubs, note: "told the guest" }
      expect((await box.call("POST", path, { ...done, key: "another" }, manager)).status).toBe(404)
      expect((await box.call("POST", path, done, manager)).body.data).toMatchObject({ resolved: { note: done.note } })
      expect((await box.call("POST", path, done, manager)).status).toBe(404)
      await agree()
      expect([await atHeadquarters("conflict", stores), await conflictsAtStore(stores)]).toEqual([[], []])
      expect(await trailOf("order.conflict-resolved", external)).toMatchObject([{ detail: { note: done.note } }])
    })

    it("a second payment, once on either side, until headquarters has recorded its refund", async () => {
      const { stores, external } = await payTwice("twice-1")
      const [item] = await atHeadquarters("refund", stores)
      expect(item).toMatchObject({
        ...{ key: stores, what: "6.5 USD CASH", storeId: STORE, advice: "conflict.payment" },
        actions: ["record", "dismiss"],
      })
      expect(item.why).toMatch(/^PAID_TWICE: .*twice-1$/)
      expect([await atHeadquarters("conflict", stores), await conflictsAtStore(stores)]).toEqual([[], []])
      const money = [{ method: "CASH", amount: "65000" }]
      expect(await moneyAtStore(stores)).toMatchObject([{ money, paidTwice: ["twice-1"] }])
      expect(await trailOf("order.conflict", external)).toMatchObject([{ detail: { what: "payment" } }])

      const done = { kind: "refund", key: stores, action: "record", note: "bank transfer 77" }
      cable.pull()
      expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(200)
      expect(await atHeadquarters("refund", stores)).toMatchObject([{ advice: "refundRecorded", actions: [] }])
      expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(409)
      await agree()
      expect([await atHeadquarters("refund", stores), await moneyAtStore(stores)]).toEqual([[], []])
      for (const side of [hub, box]) {
        const order = await read(side, stores)
        expect(order).toMatchObject({ status: "COMPLETED", paymentStatus: "SUCCEEDED" })
        const recorded = {
          source: "elsewhere",
          recordedBy: `headquarters:${person.personId}`,
          note: "bank transfer 77",
        }
        expect(order.metadata.conflicts).toMatchObject([
          { key: "twice-1", resolved: { note: "bank transfer 77" }, refund: { amount: "65000", recorded } },
        ])
      }
    })

    it("a second payment, until the store has recorded its refund once", async () => {
      const { stores } = await payTwice("twice-2")
      const path = `/api/lan/v1/orders/${stores}/refund-recorded`
      const first = await box.call("POST", path, { source: "elsewhere", note: "by card" }, manager)
      const refunds = [{ method: "CASH", amount: "65000", recorded: { note: "by card" } }]
      expect([first.status, first.body.data]).toMatchObject([200, { paymentStatus: "SUCCEEDED", refunds }])
      expect((await box.call("POST", path, { source: "elsewhere" }, manager)).body).toEqual(first.body)
      await agree()
      expect([await atHeadquarters("refund", stores), await moneyAtStore(stores)]).toEqual([[], []])
      expect(await trailOf("refund.record", (await read(box, stores)).orderCode)).toHaveLength(1)
    })

    it("a second payment, until headquarters finds that it was the same money", async () => {
      const { stores } = await payTwice("twice-3")
      const done = { kind: "refund", key: stores, action: "dismiss", note: "one payment, sent twice" }
      expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(200)
      await agree()
      expect([await atHeadquarters("refund", stores), await moneyAtStore(stores)]).toEqual([[], []])
      const [conflict] = (await read(box, stores)).metadata.conflicts
      expect(conflict).toMatchObject({ key: "twice-3", resolved: { note: "one payment, sent twice" } })
      expect(conflict).not.toHaveProperty("refund")
    })
  })
})
