/** What hub and store could not agree on about an order that both accepted is an action item on both sides until somebody settles it. */
import { beforeAll, expect, it } from "vitest"
import type { AuditEntry } from "../../protocol/http/staff.ts"
import { type BothSides, openBothSides, PARTNER } from "../kit/both-sides.ts"
import type { TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { ask, KEY, STORE, type TestHub, testTenants } from "../kit/hub.ts"
import { charge, ORDERS } from "../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../kit/people.ts"

const LIST = "/api/admin/attention"

/** The store's box has no point to number from. */
function withoutBoxPoint(): string {
  const file = JSON.parse(testTenants())
  const { fiscal } = file.accounts[0].vendors[0].stores[0]
  fiscal.points = fiscal.points.filter(({ side }: { side: string }) => side === "hub")
  return JSON.stringify(file)
}

eachDatabase((_engine, database) => {
  let hub: TestHub
  let box: TestBox
  let cable: BothSides["cable"]
  let sides: BothSides
  let person: SignedIn
  let manager = ""
  beforeAll(async () => {
    sides = await openBothSides(database)
    ;({ hub, box, cable } = sides)
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

  const read: BothSides["read"] = (side, id) => sides.read(side, id)
  const agree = () => sides.agree()

  async function cancelLate() {
    const both = await sides.createTwice()
    const external = (await read(hub, both.hubs)).metadata.order_id as string
    await hub.call("POST", `${PARTNER}/${external}/cancel`, { reason: "Customer left" })
    await box.call("POST", `${ORDERS}/${both.stores}/confirm-payment`, charge({ id: `paid-${external}` }))
    await agree()
    return { ...both, external }
  }

  async function payTwice(tender: string) {
    const both = await sides.createTwice()
    await hub.call("POST", `${ORDERS}/${both.hubs}/confirm-payment`, charge({ id: tender }))
    await box.call("POST", `${ORDERS}/${both.stores}/confirm-payment`, charge({ id: `${tender}-again` }))
    await agree()
    return { ...both, external: (await read(hub, both.hubs)).metadata.order_id as string }
  }

  it("a conflict is listed at hub and store, with an audit entry, until a dashboard user resolves it", async () => {
    const { hubs, stores, external } = await cancelLate()
    const [item] = await atHeadquarters("conflict", stores)
    const reason = { code: "ORDER_NOT_CANCELLABLE", params: {} }
    const asks = { what: "cancellation", reason, storeId: STORE, advice: "conflict.cancellation", actions: ["dismiss"] }
    expect(item).toMatchObject(asks)
    expect(await conflictsAtStore(stores)).toMatchObject([{ what: "cancellation", reason, orderStatus: "COMPLETED" }])
    expect(await trailOf("order.conflict", external)).toMatchObject([
      { detail: { what: "cancellation", conflict: reason.code } },
    ])

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

  it("a conflict is listed until a person of the store resolves it once, and the dashboard shows it", async () => {
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

  it("a second payment is listed once on either side until a dashboard user has recorded its refund", async () => {
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

  it("a second payment is listed until the store has recorded its refund once", async () => {
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

  it("a second payment is listed until a dashboard user finds that it was the same money", async () => {
    const { stores } = await payTwice("twice-3")
    const done = { kind: "refund", key: stores, action: "dismiss", note: "one payment, sent twice" }
    expect((await person.call("POST", `${LIST}/settle`, done)).status).toBe(200)
    await agree()
    expect([await atHeadquarters("refund", stores), await moneyAtStore(stores)]).toEqual([[], []])
    const [conflict] = (await read(box, stores)).metadata.conflicts
    expect(conflict).toMatchObject({ key: "twice-3", resolved: { note: "one payment, sent twice" } })
    expect(conflict).not.toHaveProperty("refund")
  })

  it("an invoice of the hub for an order that the store had cancelled is listed if no credit note can be numbered", async () => {
    const apart = await openBothSides(database)
    const operations = await signIn(apart.hub, "operations")
    await apart.hub.hub.operator.provision(withoutBoxPoint())
    await apart.agree()
    const { stores } = await apart.createTwice()
    const external = (await apart.read(apart.box, stores)).metadata.order_id as string
    await apart.box.call("POST", `${PARTNER}/${external}/cancel`, { reason: "Customer left" }, KEY)
    expect((await apart.hub.call("POST", NUMBERING, fiscalBody({ orderId: external }))).status).toBe(201)
    await apart.agree()
    const listed = async () => (await operations.call("GET", `${LIST}?kind=document`)).body.data.items
    const asks = { what: "CANCEL", why: expect.stringMatching(/^NOT_VOIDED: /), advice: "notVoided" }
    expect(await listed()).toMatchObject([asks])
    expect((await apart.read(apart.hub, stores)).fiscal.status).toBe("pending")

    await apart.hub.hub.operator.provision(testTenants())
    await apart.agree()
    const again = await apart.hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external })
    expect([again.status, again.body.data.requestStatus]).toEqual([200, "GENERATED"])
    await apart.agree()
    expect(await listed()).toEqual([])
    expect((await apart.read(apart.hub, stores)).fiscal.status).toBe("cancelling")
  })
})
