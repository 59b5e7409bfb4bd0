import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_KEY, STORE, type TestHub } from "../../kit/hub.ts"
import { putInvoice } from "../../kit/invoice.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const PARALLEL = 50

async function create({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody(options)
  const id: string = (await call("POST", ORDERS, body)).body.data.id
  return { id, body, path: `${ORDERS}/${id}` }
}

eachDatabase((_engine, open) => {
  describe("update order", () => {
    it("applies, increments the revision, sends no event, and is readable at once", async () => {
      const hub = await openTestHub(open)
      const { id, path, body } = await create(hub)
      const sent = correction({ orderId: body.orderId, account: "acme", store: { id: STORE, code: "UIO-001" } })
      const { status, body: answer } = await hub.call("PUT", path, sent)
      const client = { ...sent.client, govIdNumber: "1712345678" }
      expect([status, answer]).toEqual([
        200,
        {
          success: true,
          data: {
            outcome: "applied",
            revision: 2,
            id,
            orderCode: sent.additionalInfo.orderCode,
            applied: { revision: 2, at: expect.any(String), additionalInfo: sent.additionalInfo, client },
          },
        },
      ])
      expect((await hub.call("GET", path)).body.data).toMatchObject({
        revision: 2,
        status: "OPEN",
        orderCode: sent.additionalInfo.orderCode,
        customer: client,
        customerId: "c-1",
        billing: null,
        totals: [{ code: "TOTAL", amount: "65000" }],
        payments: [],
      })
      expect((await hub.events()).map(({ type }) => type)).toEqual(["order.opened"])
    })

    it("accepts the UUID and the external id, and can be repeated", async () => {
      const hub = await openTestHub(open)
      const { id, body } = await create(hub)
      for (const [index, reference] of [id, body.orderId, id.toUpperCase()].entries()) {
        const answer = await hub.call("PUT", `${ORDERS}/${reference}`, correction({ expectedRevision: index + 1 }))
        expect(answer.body.data).toMatchObject({ outcome: "applied", revision: index + 2 })
      }
    })

    it("answers a known key with the applied correction, even after later corrections and the charge", async () => {
      const hub = await openTestHub(open)
      const { path } = await create(hub)
      const first = correction()
      const applied = (await hub.call("PUT", path, first)).body.data.applied
      await hub.call("PUT", path, correction({ expectedRevision: 2 }))
      const duplicate = { outcome: "duplicate", revision: 3, applied }
      expect((await hub.call("PUT", path, first)).body.data).toMatchObject(duplicate)
      await hub.call("POST", `${path}/confirm-payment`, charge({}))
      const other = { ...first, additionalInfo: { orderCode: "another" }, expectedRevision: 3 }
      expect((await hub.call("PUT", path, other)).body.data).toMatchObject(duplicate)
      expect((await hub.call("GET", path)).body.data.orderCode).not.toBe("another")
    })

    it("recognises a key only for its own order", async () => {
      const hub = await openTestHub(open)
      const [one, two] = [await create(hub), await create(hub)]
      const sent = correction()
      await hub.call("PUT", one.path, sent)
      expect((await hub.call("PUT", two.path, sent)).body.data.outcome).toBe("applied")
    })

    it("writes nothing when the order already has the values", async () => {
      const hub = await openTestHub(open)
      const { path } = await create(hub)
      const sent = correction()
      await hub.call("PUT", path, sent)
      const before = (await hub.call("GET", path)).body
      const again = await hub.call("PUT", path, { ...sent, expectedRevision: 2, idempotencyKey: "new" })
      expect(again.body.data).toMatchObject({ outcome: "noop", revision: 2, applied: null })
      expect((await hub.call("GET", path)).body).toEqual(before)
    })

    it("refuses an old revision, a charged order and an invoiced one, and writes nothing", async () => {
      const hub = await openTestHub(open)
      const { id, path } = await create(hub)
      await hub.call("PUT", path, correction())
      const before = (await hub.call("GET", path)).body.data
      const stale = await hub.call("PUT", path, correction())
      expect([stale.status, stale.body.error]).toEqual([409, "STALE_REVISION"])
      expect(stale.body.data).toEqual({ currentRevision: 2, orderStatus: "OPEN" })
      expect((await hub.call("GET", path)).body.data).toEqual(before)
      await putInvoice(hub, id, "contingency")
      const invoiced = await hub.call("PUT", path, correction({ expectedRevision: 2 }))
      expect([invoiced.status, invoiced.body.error]).toEqual([409, "ORDER_ALREADY_INVOICED"])
      await hub.call("POST", `${path}/confirm-payment`, charge({}))
      const charged = await hub.call("PUT", path, correction({ expectedRevision: 2 }))
      expect([charged.status, charged.body.error, charged.body.data.orderStatus]).toEqual([
        409,
        "ORDER_NOT_OPEN",
        "COMPLETED",
      ])
    })

    it("refuses fields that cannot be corrected with every path, before it looks for the order", async () => {
      const hub = await openTestHub(open)
      const sent = correction({ order: {}, payments: { paymentMethods: [] }, status: "COMPLETED" })
      const { status, body } = await hub.call("PUT", `${ORDERS}/nothing`, sent)
      const paths = body.details.map(({ path }: { path: string }) => path)
      expect([status, paths]).toEqual([400, ["order", "payments", "payments.paymentMethods", "status"]])
    })

    it("is a 404 for another tenant's order", async () => {
      const hub = await openTestHub(open)
      const { path } = await create(hub)
      for (const key of [SISTER_KEY, GLOBEX_KEY]) {
        expect((await hub.call("PUT", path, correction(), key)).status).toBe(404)
      }
    })

    it(`accepts one of ${PARALLEL} with the same revision`, async () => {
      const hub = await openTestHub(open)
      const { path } = await create(hub)
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => hub.call("PUT", path, correction())))
      const said = answers.map(({ body }) => body.data.outcome ?? body.error)
      expect(said.sort()).toEqual([...Array(PARALLEL - 1).fill("STALE_REVISION"), "applied"])
      const winner = answers.find(({ status }) => status === 200)
      expect((await hub.call("GET", path)).body.data).toMatchObject({
        revision: 2,
        orderCode: winner?.body.data.orderCode,
      })
    })

    it(`applies once when ${PARALLEL} repeats arrive at the same time`, async () => {
      const hub = await openTestHub(open)
      const { path } = await create(hub)
      const sent = correction()
      const answers = await Promise.all(Array.from({ length: PARALLEL }, () => hub.call("PUT", path, sent)))
      const outcomes = answers.map(({ body }) => body.data.outcome).sort()
      expect(outcomes).toEqual(["applied", ...Array(PARALLEL - 1).fill("duplicate")])
      expect((await hub.call("GET", path)).body.data.revision).toBe(2)
    })
  })
})
