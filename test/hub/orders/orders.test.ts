import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { lifeOf } from "../../kit/events.ts"
import { GLOBEX_KEY, openTestHub, SISTER_KEY, type TestHub } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const PARALLEL = 50

async function create({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody(options)
  const answer = await call("POST", ORDERS, body)
  expect(answer.status).toBe(201)
  return { body, id: answer.body.data.id as string }
}

eachDatabase((_engine, open) => {
  describe("create order", () => {
    it("answers 201, and a repeat 200 that changes nothing", async () => {
      const hub = await openTestHub(open)
      const { body, id } = await create(hub)
      const changed = {
        ...body,
        orderCode: "OTHER",
        payments: { ...body.payments, totals: [{ code: "TOTAL", amount: 9 }] },
      }
      const replay = await hub.call("POST", ORDERS, changed)
      expect(replay.status).toBe(200)
      expect(replay.body.data).toEqual({
        id,
        orderId: body.orderId,
        orderCode: body.orderCode,
        status: "OPEN",
        revision: 1,
        alreadyExisted: true,
      })
      const read = await hub.call("GET", `${ORDERS}/${id}?fields=totals,orderCode`)
      expect(read.body.data).toEqual({ orderCode: body.orderCode, totals: [{ code: "TOTAL", amount: "65000" }] })
    })

    it("creates one order from many requests at once", async () => {
      const hub = await openTestHub(open)
      const body = orderBody()
      const answers = await Promise.all(Array.from({ length: 20 }, () => hub.call("POST", ORDERS, body)))
      expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
      expect(answers.map((answer) => answer.status).sort()).toEqual([...Array(19).fill(200), 201])
    })

    it.each([
      ["not prepaid", { channel: "POS" }, { status: "OPEN", paymentStatus: "PENDING" }],
      [
        "prepaid at a register",
        { channel: "KIOSK", paid: "CARD" },
        { status: "COMPLETED", paymentStatus: "SUCCEEDED" },
      ],
      ["prepaid on the web", { channel: "WEB", paid: "CARD" }, { status: "OPEN", paymentStatus: "SUCCEEDED" }],
    ])("that is %s gets the first state of docs/contract/orders.md#create-an-order", async (_what, wish, expected) => {
      const hub = await openTestHub(open)
      const { id } = await create(hub, wish)
      const read = await hub.call("GET", `${ORDERS}/${id}`)
      expect(read.body.data).toMatchObject({ ...expected, businessDayDate: "2026-11-21", revision: 1, payments: [] })
    })

    it("finds its store by id or code, only in the key's vendor", async () => {
      const { call } = await openTestHub(open)
      const refused = await Promise.all(
        [{}, { code: "GYE-001" }, { code: "SP-001" }, { id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d03" }].map(
          async (store) => (await call("POST", ORDERS, orderBody({ store }))).body.error,
        ),
      )
      expect(refused).toEqual(["VALIDATION_ERROR", "NOT_FOUND", "NOT_FOUND", "NOT_FOUND"])
    })
  })

  describe("get order", () => {
    it("accepts the UUID and the external id, in either case", async () => {
      const hub = await openTestHub(open)
      const { body, id } = await create(hub)
      for (const reference of [id, id.toUpperCase(), body.orderId]) {
        expect((await hub.call("GET", `${ORDERS}/${reference}`)).body.data.id).toBe(id)
      }
    })

    it("answers an unknown field with the allowed ones", async () => {
      const hub = await openTestHub(open)
      const { id } = await create(hub)
      const answer = await hub.call("GET", `${ORDERS}/${id}?fields=id,secret`)
      expect(answer.status).toBe(400)
      expect(answer.body.details.map((fault: { message: string }) => fault.message)).toContain("businessDayDate")
    })

    it("is a 409 if another vendor has the same reference, and a 404 if only that vendor has it", async () => {
      const hub = await openTestHub(open)
      await create(hub, { orderId: "shared" })
      const elsewhere = orderBody({ orderId: "shared", store: { code: "GYE-001" } })
      expect((await hub.call("POST", ORDERS, elsewhere, SISTER_KEY)).status).toBe(201)
      expect((await hub.call("GET", `${ORDERS}/shared`)).body.error).toBe("CONFLICT")
      const only = orderBody({ orderId: "only-there", store: { code: "GYE-001" } })
      const response = await hub.call("POST", ORDERS, only, SISTER_KEY)
      for (const reference of ["only-there", response.body.data.id]) {
        expect((await hub.call("GET", `${ORDERS}/${reference}`)).status).toBe(404)
      }
    })

    it("finds an order by its own id even if another vendor uses it as an external id", async () => {
      const hub = await openTestHub(open)
      const { id } = await create(hub)
      const namesake = orderBody({ orderId: id, store: { code: "GYE-001" } })
      expect((await hub.call("POST", ORDERS, namesake, SISTER_KEY)).status).toBe(201)
      expect((await hub.call("GET", `${ORDERS}/${id}`)).body.data.id).toBe(id)
      expect((await hub.call("GET", `${ORDERS}/${id}`, undefined, SISTER_KEY)).body.error).toBe("CONFLICT")
    })

    it("is a 404 for another account's order", async () => {
      const hub = await openTestHub(open)
      const { id, body } = await create(hub)
      for (const reference of [id, body.orderId, "nothing"]) {
        expect((await hub.call("GET", `${ORDERS}/${reference}`, undefined, GLOBEX_KEY)).status).toBe(404)
      }
    })
  })

  describe("confirm payment", () => {
    it("settles when the tenders equal the total, keeps declined tenders, and completes the order", async () => {
      const hub = await openTestHub(open)
      const { id, body } = await create(hub, { total: 19.99 })
      const declined = await hub.call(
        "POST",
        `${ORDERS}/${id}/confirm-payment`,
        charge({ id: "d", amount: 19.99, method: "CARD", declined: "insufficient_funds" }),
      )
      expect(declined.body.data).toMatchObject({ outcome: "declined", status: "OPEN", revision: 1 })
      expect(declined.body.data.declines).toEqual([
        { transactionId: "d", sent: "insufficient_funds", resolvedTo: "insufficient_funds" },
      ])
      const tenders = charge({ id: "a", amount: "10" }, { id: "b", amount: 9.99, method: "CARD" })
      const settled = await hub.call("POST", `${ORDERS}/${body.orderId}/confirm-payment`, tenders)
      expect(settled.body.data).toMatchObject({
        outcome: "settled",
        status: "COMPLETED",
        settlement: { paidSoFar: "199900", tenderCount: 2, declinedCount: 1 },
      })
      const read = await hub.call("GET", `${ORDERS}/${id}`)
      expect(read.body.data.payments.map((tender: { transactionId: string }) => tender.transactionId)).toEqual([
        "d",
        "a",
        "b",
      ])
      expect(read.body.data.paymentMethods).toEqual([
        { method: "CASH", amount: "100000" },
        { method: "CARD", amount: "99900" },
      ])
    })

    it("whose tenders do not add up writes nothing, not even declined ones", async () => {
      const hub = await openTestHub(open)
      const { id } = await create(hub)
      const before = await hub.call("GET", `${ORDERS}/${id}`)
      const wrong = charge({ amount: 6 }, { id: "d", method: "CARD", declined: "expired_card" })
      const answer = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, wrong)
      expect([answer.status, answer.body.error]).toEqual([400, "AMOUNT_MISMATCH"])
      expect((await hub.call("GET", `${ORDERS}/${id}`)).body).toEqual(before.body)
    })

    it("of a closed order returns its state; the same tenders again are a duplicate", async () => {
      const hub = await openTestHub(open)
      const { id } = await create(hub)
      const path = `${ORDERS}/${id}/confirm-payment`
      const tenders = charge({})
      await hub.call("POST", path, tenders)
      expect((await hub.call("POST", path, tenders)).body.data.outcome).toBe("duplicate")
      const more = await hub.call("POST", path, charge({ id: "another" }))
      expect([more.status, more.body.error, more.body.data.orderStatus]).toEqual([409, "ORDER_NOT_OPEN", "COMPLETED"])
    })

    it(`settles once with one event when ${PARALLEL} requests arrive at the same time`, async () => {
      const hub = await openTestHub(open)
      const { id } = await create(hub)
      const tenders = charge({})
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => hub.call("POST", `${ORDERS}/${id}/confirm-payment`, tenders)),
      )
      const outcomes = answers.map((answer) => answer.body.data.outcome).sort()
      expect(outcomes).toEqual([...Array(PARALLEL - 1).fill("duplicate"), "settled"])
      expect(lifeOf(await hub.events())).toEqual(["order.opened", "order.completed"])
    })
  })

  it("an event is written in the transaction of its order, with its complete body", async () => {
    const hub = await openTestHub(open)
    const { id } = await create(hub, { paid: "CASH" })
    await hub.call("POST", ORDERS, orderBody({ paid: "CASH", orderId: "wrong", payments: { totals: [] } }))
    const events = await hub.events()
    expect(lifeOf(events)).toEqual(["order.completed"])
    expect(events[0]).toMatchObject({
      type: "order.completed",
      envelope: {
        event: { id: expect.stringMatching(/^evt_[0-9a-f]{12}$/), type: "order.completed", version: 1 },
        accountId: "acme",
        vendorId: "acme.ec.quito",
        data: {
          orderId: id,
          sequence: 1,
          fiscalRepresentation: null,
          lastKnown: { fiscal: null },
          store: { storeFiscalConfig: { environment: "SANDBOX" } },
        },
      },
    })
  })
})
