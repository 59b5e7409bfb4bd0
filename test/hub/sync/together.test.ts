/** Sales that a store tells of for the first time are taken in together with their documents, and are what they would be one by one. */
import { expect, it } from "vitest"
import { createApplyOp } from "../../../hub/apply-op.ts"
import { createApplyTogether } from "../../../hub/apply-together.ts"
import type { HubStore } from "../../../hub/storage/index.ts"
import { runsOf } from "../../../hub/sync/together.ts"
import { withNumbering } from "../../../protocol/rules/fiscal-record.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { aFiscalRecord } from "../../kit/fiscal.ts"
import { NOW, openTestHub, STORE } from "../../kit/hub.ts"
import { anId, anOrder } from "../../kit/orders.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }

function told(order: ReturnType<typeof anOrder>, type = "order.opened") {
  const event = { type, at: NOW, id: `evt_${anId().replaceAll("-", "").slice(-12)}` }
  return { seq: 1, mark: anId(), kind: "order.changed", at: NOW, body: { order, events: [event] } }
}
/** A sale whose document has this number: the document's op, then the order's. */
function documented(sequence: number) {
  const drawn = { ...aFiscalRecord(), sequenceKey: "EC:002", sequence, side: "appliance" as const, storeId: STORE }
  const plain = sale({ prepaid: { CASH: 6.5 } })
  const fiscalRequestId = anId()
  const identity = { ...drawn.representation.providerIdentity, reference: fiscalRequestId }
  const representation = { ...drawn.representation, providerIdentity: identity }
  const record = { ...drawn, fiscalRequestId, orderId: plain.orderExternal, representation }
  const numbered = { ...told(plain), kind: "fiscal.numbered", body: { record } }
  return { document: numbered, order: told(withNumbering(plain, [record], "order.injected")), record }
}

/** What became of a document's sale: is it handed over, under an event that was told, with a job that carries it. */
function standingOf({ system }: HubStore, { fiscalRequestId, orderId }: { fiscalRequestId: string; orderId: string }) {
  return system.read(async ({ db }) => {
    const request = db.selectFrom("fiscal_request").select(["submission", "event_id", "order_id", "flag"])
    const kept = await request.where("fiscal_request_id", "=", fiscalRequestId).executeTakeFirst()
    const order = await db.selectFrom("orders").select("order_id").where("external_id", "=", orderId).executeTakeFirst()
    const told = db
      .selectFrom("event")
      .select(["type", "event_id"])
      .where("order_id", "=", order?.order_id ?? "")
    const events = await told.orderBy("id").execute()
    const jobs = await db
      .selectFrom("job")
      .select(["kind", "lane"])
      .where("body", "like", `%${fiscalRequestId}%`)
      .execute()
    return {
      ...{ submission: kept?.submission, flag: kept?.flag, isOfOrder: kept?.order_id === order?.order_id },
      events: events.map(({ type }) => type),
      echoes: events.find(({ event_id }) => event_id === kept?.event_id)?.type,
      jobs,
    }
  })
}
const sale = (more = {}) => anOrder({ orderId: `store-${anId()}`, channel: "WEB", ...more })

it("what follows each other, each about another order, is a run", () => {
  const [a, b, c] = [told(sale()), told(sale()), told(sale())]
  const other = { ...a, kind: "day.opened" }
  expect(runsOf([a, b, c])).toEqual([[a, b, c]])
  expect(runsOf([a, b, a, c])).toEqual([
    [a, b],
    [a, c],
  ])
  expect(runsOf([a, other, b, c])).toEqual([[b, c]])
  expect(runsOf([a, other, { ...b, body: null }])).toEqual([])
})

it("a document comes before its order: one that follows it, or another one of its sale, begins a new run", () => {
  const [one, two, other] = [documented(1), documented(2), told(sale())]
  const again = { ...one.document, body: { record: { ...one.record, fiscalRequestId: anId() } } }
  const inTurn = [one.document, one.order, two.document, other, two.order]
  expect(runsOf(inTurn)).toEqual([inTurn])
  expect(runsOf([one.order, other, one.document, two.order])).toEqual([
    [one.order, other],
    [one.document, two.order],
  ])
  expect(runsOf([one.document, other, again, one.order])).toEqual([
    [one.document, other],
    [again, one.order],
  ])
})

eachDatabase((_engine, open) => {
  it("new orders are done; a known one, one with a correction's or cancellation's story and another store's are left", async () => {
    const hub = await openTestHub(open)
    const [one, two, known, gone, strange] = [sale(), sale({ prepaid: { CASH: 6.5 } }), sale(), sale(), sale()]
    const left = [told(known, "order.completed"), told(gone, "order.cancelled"), told({ ...strange, storeId: anId() })]
    const fresh = [told(one), told(two)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      await store.system.write((scope) => apply(scope, PLACE, told(known)))
      const together = createApplyTogether({ store, ids, validator })
      const ops = [fresh[0], ...left, fresh[1]].filter((op) => op !== undefined)
      expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(fresh))
      // The same again: they are known now, and nothing is told twice.
      expect(await store.system.write((scope) => together(scope, PLACE, fresh))).toEqual(new Set())
    })
    for (const op of fresh) {
      const { id } = op.body.order
      expect((await hub.call("GET", `/api/v1/core/external/orders/${id}?fields=id,status`)).body.data.id).toBe(id)
      const events = (await hub.events()).filter((event) => event.orderId === id)
      expect(events.map(({ envelope }) => (envelope as { event: { id: string } }).event.id)).toEqual([
        op.body.events[0]?.id,
      ])
    }
  })

  it("a sale and its document are handed over as they are one by one", async () => {
    const hub = await openTestHub(open)
    const [one, two, alone] = [documented(1), documented(2), documented(3)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      for (const op of [alone.document, alone.order]) {
        expect(await store.system.write((scope) => apply(scope, PLACE, op))).toBeNull()
      }
      const together = createApplyTogether({ store, ids, validator })
      const ops = [one.document, one.order, two.document, two.order]
      expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(ops))
      const asAlone = await standingOf(store, alone.record)
      expect(asAlone).toMatchObject({ submission: "handed", isOfOrder: true, echoes: "order.sent_to_authority" })
      expect(await standingOf(store, one.record)).toEqual(asAlone)
      expect(await standingOf(store, two.record)).toEqual(asAlone)
    })
  })

  it("a document whose number is taken is left with its order, and takes no neighbour along", async () => {
    const hub = await openTestHub(open)
    const [first, taken, next] = [documented(1), documented(1), documented(2)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      const together = createApplyTogether({ store, ids, validator })
      const ops = [first.document, first.order, taken.document, taken.order, next.document, next.order]
      const done = [first.document, first.order, next.document, next.order]
      await store.system.write(async (scope) => {
        expect(await together(scope, PLACE, ops)).toEqual(new Set(done))
        expect(await apply(scope, PLACE, taken.document)).toMatch(/^FISCAL_NUMBER_TAKEN/)
        expect(await apply(scope, PLACE, taken.order)).toBeNull()
      })
      expect(await standingOf(store, taken.record)).toMatchObject({ events: ["order.opened"], jobs: [] })
      expect(await standingOf(store, next.record)).toMatchObject({ submission: "handed" })
    })
  })

  it("a document that is known already is left with its order, which then finds it", async () => {
    const hub = await openTestHub(open)
    const [known, next] = [documented(1), documented(2)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      const together = createApplyTogether({ store, ids, validator })
      await store.system.write((scope) => apply(scope, PLACE, known.document))
      const ops = [known.document, known.order, next.document, next.order]
      await store.system.write(async (scope) => {
        expect(await together(scope, PLACE, ops)).toEqual(new Set([next.document, next.order]))
        for (const op of [known.document, known.order]) expect(await apply(scope, PLACE, op)).toBeNull()
      })
      expect(await standingOf(store, known.record)).toEqual(await standingOf(store, next.record))
    })
  })
})
