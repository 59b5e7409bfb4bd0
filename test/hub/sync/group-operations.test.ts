/** Sales that a store tells of for the first time are taken in together with their documents, and are what they would be one by one. */
import { expect, it } from "vitest"
import type { HubStore } from "../../../hub/storage/index.ts"
import { applyGroups, runsOf } from "../../../hub/sync/group-operations.ts"
import { createApplyBatch } from "../../../hub/sync-handlers/apply-batch.ts"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import { withNumbering } from "../../../protocol/rules/fiscal/fiscal-record.ts"
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
  const drawn = {
    ...aFiscalRecord(),
    sequenceKey: "EC/1790012344001/EC:SANDBOX:01:001:002",
    sequence,
    side: "appliance" as const,
    storeId: STORE,
  }
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
/** An order, and what is kept beside it, without what names it. */
function storedOrder({ system }: HubStore, id: string) {
  return system.read(async ({ db }) => {
    const order = await db.selectFrom("orders").selectAll().where("order_id", "=", id).executeTakeFirstOrThrow()
    const { status, payment_status, home, version } = order
    const methods = await db
      .selectFrom("order_method")
      .select(["method", "status"])
      .where("order_id", "=", id)
      .execute()
    const moves = await db.selectFrom("money_move").select(["method", "amount"]).where("order_id", "=", id).execute()
    const events = await db.selectFrom("event").select("type").where("order_id", "=", id).orderBy("id").execute()
    return { status, payment_status, home, version, methods, moves, events }
  })
}

/** Of all sales, whatever the shard. */
function figuresOf({ system }: HubStore) {
  return system.read(async ({ db }) => {
    const sums = db.selectFrom("day_row").select(({ fn }) => ["kind", "code", fn.sum("amount").as("amount")])
    const rows = await sums.groupBy(["kind", "code"]).orderBy("kind").orderBy("code").execute()
    return rows.map(({ kind, code, amount }) => ({ kind, code, amount: Number(amount) }))
  })
}
const times = (n: number, row: { kind: string; code: string; amount: number }) => ({ ...row, amount: n * row.amount })
const sale = (more = {}) => anOrder({ orderId: `store-${anId()}`, channel: "WEB", ...more })

/** Of each run its rounds. */
const roundsOf = (ops: Parameters<typeof runsOf>[0]) =>
  runsOf(ops).map(({ rounds }) => rounds.map((round) => round.map(({ op }) => op)))

it("consecutive operations are grouped: the first of each sale, then the next of each", () => {
  const [a, b, c] = [told(sale()), told(sale()), told(sale())]
  const [again, day, report] = [{ ...a }, { ...a, kind: "day.opened" }, { ...a, kind: "kitchen.recorded" }]
  expect(roundsOf([a, b, c])).toEqual([[[a, b, c]]])
  expect(roundsOf([a, b, again, c])).toEqual([[[a, b, c], [again]]])
  expect(roundsOf([a, day, b, c])).toEqual([[[b, c]]])
  expect(roundsOf([a, report, b])).toEqual([[[a, b]]])
  expect(roundsOf([a, day, { ...b, body: null }])).toEqual([])
})

it("a document is in the group of the order that follows it, and after an order in the next group", () => {
  const [one, two, other] = [documented(1), documented(2), told(sale())]
  const again = { ...one.document, body: { record: { ...one.record, fiscalRequestId: anId() } } }
  const inTurn = [one.document, one.order, two.document, other, two.order]
  expect(roundsOf(inTurn)).toEqual([[inTurn]])
  expect(roundsOf([one.order, other, one.document, two.order])).toEqual([
    [[one.order, other, two.order], [one.document]],
  ])
  expect(roundsOf([one.document, other, again, one.order])).toEqual([
    [
      [one.document, other],
      [again, one.order],
    ],
  ])
})

it("one id for two sales is left to single processing", () => {
  const [a, b, c] = [told(sale()), told(sale()), told(sale())]
  const strange = { ...b, body: { ...b.body, order: { ...b.body.order, id: a.body.order.id } } }
  expect(roundsOf([a, b, strange, c])).toEqual([[[a, b]], [[strange, c]]])
})

it("of a sale with one operation left nothing further is grouped", async () => {
  const [a, b] = [told(sale()), told(sale())]
  const [laterA, laterB] = [{ ...a }, { ...b }]
  const asked: unknown[] = []
  const [run] = runsOf([a, b, laterA, laterB])
  const done = await applyGroups(run as NonNullable<typeof run>, async (ops) => {
    asked.push(ops)
    return new Set(ops.filter((op) => op !== a))
  })
  expect(asked).toEqual([[a, b], [laterB]])
  expect(done).toEqual(new Set([b, laterB]))
})

eachDatabase((_engine, open) => {
  it("new orders and changes are grouped; a cancellation, a correction and another store's order are not", async () => {
    const hub = await openTestHub(open)
    const [one, two, known, gone, strange] = [sale(), sale({ prepaid: { CASH: 6.5 } }), sale(), sale(), sale()]
    const [cancelled, corrected] = [told(gone, "order.cancelled"), told(gone, "order.updated")]
    const correction = { key: "k-1", correction: {} }
    const left = [
      cancelled,
      { ...corrected, body: { ...corrected.body, corrections: [correction] } },
      told({ ...strange, storeId: anId() }),
    ]
    const done = [told(one), told(two), told(known, "order.completed")]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      await store.system.write((scope) => apply(scope, PLACE, told(known)))
      const together = createApplyBatch({ store, ids, validator })
      const ops = [...done.slice(0, 1), ...left, ...done.slice(1)]
      expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(done))
      // The same again: nothing is told twice.
      expect(await store.system.write((scope) => together(scope, PLACE, done))).toEqual(new Set(done))
    })
    for (const { body } of done.slice(0, 2)) {
      const { id } = body.order
      expect((await hub.call("GET", `/api/v1/core/external/orders/${id}?fields=id,status`)).body.data.id).toBe(id)
      const events = (await hub.events()).filter((event) => event.orderId === id)
      expect(events.map(({ envelope }) => (envelope as { event: { id: string } }).event.id)).toEqual([
        body.events[0]?.id,
      ])
    }
  })

  it("an order that was opened and paid has the same result as one by one", async () => {
    const hub = await openTestHub(open)
    const story = () => {
      const opened = sale()
      const paid = sale({ prepaid: { CASH: 6.5 } })
      const { id, orderExternal, sequence } = opened
      return [told(opened), told({ ...paid, id, orderExternal, sequence: sequence + 1 }, "order.completed")] as const
    }
    const [one, two, alone] = [story(), story(), story()]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      for (const op of alone) expect(await store.system.write((scope) => apply(scope, PLACE, op))).toBeNull()
      const figures = await figuresOf(store)
      const together = createApplyBatch({ store, ids, validator })
      for (const ops of [
        [one[0], two[0]],
        [one[1], two[1]],
      ])
        expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(ops))
      const known = await storedOrder(store, alone[0].body.order.id)
      expect(await storedOrder(store, one[0].body.order.id)).toEqual(known)
      expect(await storedOrder(store, two[0].body.order.id)).toEqual(known)
      expect(await figuresOf(store)).toEqual(figures.map((row) => times(3, row)))
    })
  })

  it("a sale and its document have the same result as one by one", async () => {
    const hub = await openTestHub(open)
    const [one, two, alone] = [documented(1), documented(2), documented(3)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      for (const op of [alone.document, alone.order]) {
        expect(await store.system.write((scope) => apply(scope, PLACE, op))).toBeNull()
      }
      const together = createApplyBatch({ store, ids, validator })
      const ops = [one.document, one.order, two.document, two.order]
      expect(await store.system.write((scope) => together(scope, PLACE, ops))).toEqual(new Set(ops))
      const asAlone = await standingOf(store, alone.record)
      expect(asAlone).toMatchObject({ submission: "handed", isOfOrder: true, echoes: "order.sent_to_authority" })
      expect(await standingOf(store, one.record)).toEqual(asAlone)
      expect(await standingOf(store, two.record)).toEqual(asAlone)
    })
  })

  it("a document whose number is taken is left with its order, and affects no other", async () => {
    const hub = await openTestHub(open)
    const [first, taken, next] = [documented(1), documented(1), documented(2)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      const together = createApplyBatch({ store, ids, validator })
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

  it("a known document is left with its order, which then finds it", async () => {
    const hub = await openTestHub(open)
    const [known, next] = [documented(1), documented(2)]
    await hub.beside(async ({ store, ids, validator }) => {
      const apply = createApplyOp({ store, ids, validator })
      const together = createApplyBatch({ store, ids, validator })
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
