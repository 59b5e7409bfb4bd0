/** An operation of a store that names another store's order, device, shift, number or payment changes nothing, whatever its kind. */
import { beforeAll, describe, expect, it } from "vitest"
import { createApplyBatch } from "../../../hub/sync-handlers/apply-batch.ts"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import { OP_SHAPES } from "../../../hub/sync-handlers/op-shapes.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { sampleOf } from "../../../protocol/shapes/sample-shape.ts"
import { type UpKind, upOps } from "../../../protocol/sync/ops.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { aFiscalRecord } from "../../kit/fiscal.ts"
import { NOW, openTestHub, SISTER_KEY, SISTER_STORE, STORE, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId, anOrder } from "../../kit/orders.ts"
import { testTenants } from "../../kit/tenants.ts"

const OTHER_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77"
const THIEF = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }
const OWN_SEQUENCE = "EC/1790012344001/EC:SANDBOX:01:001:002"
const HUB_SEQUENCE = "EC/1790012344001/EC:SANDBOX:01:001:001"

/** The first vendor with a second store, whose order is the victim's. */
function twoStores(): string {
  const file = JSON.parse(testTenants())
  const { stores } = file.accounts[0].vendors[0]
  stores.push({
    ...stores[0],
    id: OTHER_STORE,
    code: "UIO-077",
    name: "La Brasa Norte",
    stations: [],
    fiscal: undefined,
  })
  return JSON.stringify(file)
}

type Body = Readonly<Record<string, unknown>>

const sample = (kind: UpKind) => sampleOf(OP_SHAPES[kind]) as Record<string, Body>
/** A sound body, but for the store that its record names. */
const ofStore = (kind: UpKind, record: string, over: Body = {}) => ({
  ...sample(kind),
  [record]: { ...sample(kind)[record], ...over, storeId: OTHER_STORE },
})

function documentOf(over: Body) {
  const record = { ...aFiscalRecord(), fiscalRequestId: anId(), side: "appliance", storeId: STORE }
  return { record: { ...record, orderId: `sale-${anId()}`, sequenceKey: OWN_SEQUENCE, sequence: 900, ...over } }
}

/** For each kind what a hostile store could say of another one's. None: it is kept under the store that sent it. */
const FOREIGN: Readonly<Record<UpKind, (victim: OrderRecord) => readonly object[]>> = {
  "order.changed": (victim) => [
    { order: victim, events: [] },
    { order: { ...victim, storeId: STORE }, events: [] },
    { order: { ...anOrder(), vendorId: "acme.ec.guayaquil" }, events: [] },
  ],
  "lost-sale.recorded": () => [
    ofStore("lost-sale.recorded", "lostSale"),
    { lostSale: { ...sample("lost-sale.recorded").lostSale, storeId: STORE, vendorId: "acme.ec.guayaquil" } },
  ],
  "cash.closed": () => [ofStore("cash.closed", "record")],
  "cash.authorized": () => [ofStore("cash.authorized", "authorization")],
  "shift.changed": () => [ofStore("shift.changed", "shift")],
  "day.opened": () => [ofStore("day.opened", "day")],
  "day.closed": () => [ofStore("day.closed", "day")],
  "kitchen.recorded": ({ id }) => [{ ...sample("kitchen.recorded"), orderId: id }],
  "fiscal.numbered": (victim) => [
    documentOf({ storeId: OTHER_STORE }),
    documentOf({ orderId: victim.orderExternal }),
    documentOf({ sequenceKey: HUB_SEQUENCE }),
  ],
  "charge.asked": ({ orderExternal }) => [
    { asked: { ...sample("charge.asked").asked, externalOrderId: orderExternal, askedAt: NOW } },
  ],
  "payment.unplaced": ({ orderExternal }) => [{ externalOrderId: orderExternal, orderStatus: "CANCELED" }],
  "component.beat": () => [ofStore("component.beat", "beat")],
  "health.reported": () => {
    const { round } = sample("health.reported") as { round: Body & { beats: Body[] } }
    const [beat] = round.beats
    return [
      {
        round: {
          ...round,
          beats: [
            { ...beat, storeId: STORE },
            { ...beat, storeId: OTHER_STORE },
          ],
        },
      },
    ]
  },
  "drawer.opened": () => [],
  "stock.changed": () => [],
  "audit.recorded": () => [],
  "parked.told": () => [],
}
/** What a sound operation is written under: rows of the sender alone. */
const KEPT_UNDER_SENDER: readonly UpKind[] = ["drawer.opened", "stock.changed", "audit.recorded", "parked.told"]

eachDatabase((_engine, open) => {
  describe("an operation of a store that names another store's record", () => {
    let hub: TestHub
    let victim: OrderRecord

    beforeAll(async () => {
      hub = await openTestHub(open)
      await hub.hub.operator.provision(twoStores())
      const store = { id: OTHER_STORE, vendorId: "acme.ec.quito" }
      const { id } = (await hub.call("POST", ORDERS, orderBody({ store }))).body.data
      victim = await hub.beside(async ({ store }) => {
        const query = store.system.read(({ db }) =>
          db.selectFrom("orders").select("record").where("order_id", "=", id).executeTakeFirstOrThrow(),
        )
        return JSON.parse((await query).record) as OrderRecord
      })
    })

    /** As one operation, and as one of a group: what is done together is done by fewer statements. */
    const apply = (kind: UpKind, body: object, sender = THIEF) =>
      hub.beside(({ store, ids, validator }) =>
        store.system.write(async (scope) => {
          const op = { kind, body }
          const done = await createApplyBatch({ store, ids, validator })(scope, sender, [op])
          expect(done.has(op)).toBe(false)
          return createApplyOp({ store, ids, validator })(scope, sender, op)
        }),
      )

    it.each(Object.keys(upOps) as UpKind[])("is a dead letter: %s", async (kind) => {
      const bodies = FOREIGN[kind](victim)
      expect(bodies.length === 0).toBe(KEPT_UNDER_SENDER.includes(kind))
      for (const body of bodies) expect(await apply(kind, body)).toMatch(/_OF_ANOTHER_(STORE|VENDOR)/)
      const read = await hub.call("GET", `${ORDERS}/${victim.id}`)
      expect([read.status, read.body.data.status, read.body.data.revision]).toEqual([200, "OPEN", 1])
    })

    it.each(KEPT_UNDER_SENDER)("is stored under the store that sent it: %s", async (kind) => {
      expect(await apply(kind, sample(kind))).toBeNull()
      const rows = await hub.beside(({ store }) =>
        store.system.read(async ({ db }) => [
          ...(await db.selectFrom("drawer_opening").select("store_id").execute()),
          ...(await db.selectFrom("store_audit").select("store_id").execute()),
          ...(await db.selectFrom("product_stock").select("store_id").execute()),
        ]),
      )
      expect(rows.filter(({ store_id }) => store_id !== STORE)).toEqual([])
    })

    it("is refused if it gives a report of another order to one of its own", async () => {
      const own = (await hub.call("POST", ORDERS, orderBody())).body.data.id
      const body = sample("kitchen.recorded")
      expect(await apply("kitchen.recorded", { ...body, orderId: own })).toBeNull()
      expect(await apply("kitchen.recorded", { ...body, orderId: anId() })).toMatch(/^REPORT_OF_ANOTHER_ORDER/)
    })

    it("is refused if another vendor of the account has the order, document or report", async () => {
      const body = orderBody({ store: { id: SISTER_STORE, vendorId: "acme.ec.guayaquil" } })
      const made = await hub.call("POST", ORDERS, body, SISTER_KEY)
      expect(made.status).toBe(201)
      const orderId = made.body.data.id
      const theirs = { accountId: "acme", vendorId: "acme.ec.guayaquil", storeId: SISTER_STORE }
      const report = sample("kitchen.recorded")
      const webhookEventId = anId()
      const known = { ...report, orderId, report: { ...report.report, webhookEventId } }
      expect(await apply("kitchen.recorded", known, theirs)).toBeNull()
      const fresh = { ...report, orderId, report: { ...report.report, webhookEventId: anId() } }
      expect(await apply("kitchen.recorded", fresh)).toMatch(/^ORDER_OF_ANOTHER_STORE/)
      expect(await apply("kitchen.recorded", { ...known, orderId: anId() })).toMatch(/^REPORT_OF_ANOTHER_ORDER/)
      const order = { ...anOrder(), id: orderId, storeId: STORE }
      expect(await apply("order.changed", { order, events: [] })).toMatch(/^ORDER_OF_ANOTHER_STORE/)
      const rows = await hub.beside(({ store }) =>
        store.system.read(({ db }) =>
          db.selectFrom("callback").select("vendor_id").where("order_id", "=", orderId).execute(),
        ),
      )
      expect(rows).toEqual([{ vendor_id: theirs.vendorId }])
    })

    it("takes no device from another vendor of the account", async () => {
      const beat = { ...sample("component.beat").beat, componentId: "pos-of-sister" }
      const heartbeat = { componentId: "pos-of-sister", componentType: "pos", storeId: SISTER_STORE, status: "online" }
      expect((await hub.call("POST", "/api/v1/core/external/component-health", heartbeat)).status).toBe(204)
      expect(await apply("component.beat", { beat: { ...beat, storeId: STORE } })).toBeNull()
      const rows = await hub.beside(({ store }) =>
        store.system.read(({ db }) =>
          db.selectFrom("component").select(["store_id"]).where("component_id", "=", "pos-of-sister").execute(),
        ),
      )
      expect(rows).toEqual([{ store_id: SISTER_STORE }])
    })
  })
})
