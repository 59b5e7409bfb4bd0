/** The payment link of a completed order is refunded: the day shows a refund, with equal figures at hub, box and on paper. */
import { beforeAll, describe, expect, it } from "vitest"
import type { Sandbox } from "../../hub/payments/providers/index.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { fiscalBody, NUMBERING } from "../kit/fiscal.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { openSandbox } from "../kit/sandbox.ts"

const BRIDGE = "/api/v1/external/bridge"
const DAY = "2026-11-21"
const NEXT_DAY = "2026-11-22"
const RECONCILIATIONS = "/api/v1/adapters/partner/cash-management/reconciliations"
const printOf = (date: string) => `/api/v1/core/external/printing/stores/${STORE}/days/${date}`
const closeOf = (date: string) => `/api/v1/core/external/stores/${STORE}/days/${date}/close`
const WAIT = { timeout: 15_000 }

type Side = Pick<TestBox, "call">

eachDatabase((_engine, open) => {
  let hub: TestHub
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
  })

  const readOrder = async (side: Side, id: string) => (await side.call("GET", `${ORDERS}/${id}`)).body.data
  /** One burger by link and one for cash. */
  const sell = async (home: Side) => {
    const body = orderBody({ channel: "WEB" })
    const { id } = (await home.call("POST", ORDERS, body)).body.data
    await expect.poll(() => readOrder(hub, id), WAIT).toBeTruthy()
    const asked = { externalOrderId: body.orderId, methodCode: "LINK", amount: 6.5, currency: "USD", storeId: STORE }
    const { intent } = (await hub.call("POST", `${BRIDGE}/intents`, { ...asked, terminalId: "w", channel: "WEB" })).body
      .data
    const { attemptId } = intent.attempts[0]
    sandbox.act(attemptId, "approved")
    await expect.poll(async () => (await readOrder(hub, id)).status, WAIT).toBe("COMPLETED")
    const cash = (await home.call("POST", ORDERS, orderBody())).body.data
    await home.call("POST", `${ORDERS}/${cash.id}/confirm-payment`, charge({}))
    return { id: id as string, attemptId: attemptId as string }
  }
  /** Refunds the link, which happens on the day `businessDayDate`. */
  const refund = async ({ id, attemptId }: Awaited<ReturnType<typeof sell>>, businessDayDate = DAY) => {
    expect((await hub.call("POST", `${BRIDGE}/attempts/${attemptId}/refund`)).status).toBe(200)
    await expect
      .poll(async () => {
        await hub.hub.queue.settle()
        return (await readOrder(hub, id)).refunds
      }, WAIT)
      .toMatchObject([
        {
          refundId: attemptId,
          businessDayDate,
          tenders: [{ method: "LINK", amount: "65000", provider: "sandbox" }],
        },
      ])
    return id
  }
  const sellAndRefund = async (home: Side) => refund(await sell(home))
  const timelineOf = async (id: string) => {
    const owner = await signIn(hub, "owner")
    return (await owner.call("GET", `/api/admin/orders/${id}`)).body.data.timeline
  }
  /** What the first version of the cash endpoints has for the day, in major units. */
  const systemCash = async (side: Side): Promise<number> => {
    const count = { storeId: STORE, businessDayDate: DAY, currency: "USD", declaredCash: 6.5, reason: "OTHER" }
    const { body } = await side.call("POST", RECONCILIATIONS, count, KEY)
    return Number(body.systemCash)
  }
  const numberInvoice = async (side: Side, id: string): Promise<string> => {
    const { orderExternal } = await readOrder(side, id)
    const { body } = await side.call("POST", NUMBERING, fiscalBody({ orderId: orderExternal }), KEY)
    return body.data.document.documentNumber
  }
  /** Waits until the order shows its void, and answers the invoice that the credit note voids. A note that is there already is `reused`. */
  const creditedInvoice = async (side: Side, id: string) => {
    await expect
      .poll(async () => {
        await hub.hub.queue.settle()
        return (await readOrder(side, id)).fiscal?.status
      }, WAIT)
      .toMatch(/^cancel(ling|led)$/)
    const { orderExternal, status } = await readOrder(side, id)
    const { data } = (await side.call("POST", NUMBERING, { operation: "CANCEL", orderId: orderExternal }, KEY)).body
    return { status, reused: data.reused, invoice: data.document.compensates.documentNumber }
  }
  const close = async (side: Side, date = DAY) => (await side.call("POST", closeOf(date), undefined, KEY)).body.data
  const paper = async (side: Side, date = DAY): Promise<string> =>
    (await side.call("POST", printOf(date), { printer: { width: 42 } }, KEY)).body.data.paper.plainText

  describe("a payment link's refund of a completed order", () => {
    it("is a refund of the hub's day", async () => {
      const id = await sellAndRefund(hub)
      expect(await readOrder(hub, id)).toMatchObject({ status: "COMPLETED", metadata: { refunded: "65000" } })
      const owner = await signIn(hub, "owner")
      const totals = (await owner.call("GET", `/api/admin/totals?storeId=${STORE}&date=${DAY}`)).body.data
      expect(totals.currencies[0].now.refunds).toEqual({ transactions: 1, amount: 65_000 })
      expect(await timelineOf(id)).toContainEqual(
        expect.objectContaining({ kind: "refund.given", amount: "65000", by: "payment provider" }),
      )
    })

    it("gets a credit note if the order was invoiced", async () => {
      sandbox = await openSandbox()
      hub = await openTestHub(open, { sandbox })
      const sold = await sell(hub)
      const invoice = await numberInvoice(hub, sold.id)
      await refund(sold)
      expect(await creditedInvoice(hub, sold.id)).toEqual({ status: "COMPLETED", reused: true, invoice })
    })

    it("belongs to the next day after its day was closed, and changes neither closed figures nor the drawer", async () => {
      sandbox = await openSandbox()
      hub = await openTestHub(open, { sandbox })
      const sold = await sell(hub)
      const closed = await close(hub)
      const id = await refund(sold, NEXT_DAY)
      expect((await readOrder(hub, id)).status).toBe("COMPLETED")
      expect((await close(hub)).figures).toEqual(closed.figures)
      expect(closed.figures[0].refunds ?? []).toEqual([])
      expect(await systemCash(hub)).toBe(6.5)
    })
  })

  describe("a payment link's refund of an order whose home is a store", () => {
    const openStoreOfHub = async () => {
      sandbox = await openSandbox()
      const own = await openTestHub(open, { sandbox })
      hub = own
      const box = await openTestBox(own)
      await box.call("POST", "/api/lan/v1/days")
      return { own, box }
    }

    it("is a refund of the day in the figures and documents of both sides", async () => {
      const { own, box } = await openStoreOfHub()
      const id = await sellAndRefund(box)
      expect((await readOrder(box, id)).metadata).toMatchObject({ refunded: "65000" })
      const closed = await close(box)
      expect(closed.figures).toMatchObject([
        {
          ...{ transactions: 2, gross: 130_000 },
          methods: [
            { code: "CASH", amount: 65_000 },
            { code: "LINK", amount: 65_000 },
          ],
          refunds: [{ code: "LINK", transactions: 1, amount: 65_000 }],
        },
      ])
      await box.whenSynced()
      const owner = await signIn(own, "owner")
      const totals = (await owner.call("GET", `/api/admin/totals?storeId=${STORE}&date=${DAY}`)).body.data
      expect(totals.currencies[0].now).toMatchObject({ amount: 130_000, refunds: { transactions: 1, amount: 65_000 } })
      const atBox = await paper(box)
      expect(atBox).toMatch(/Devoluciones \S+\s+1\s+6[.,]50/)
      expect(await paper(own)).toBe(atBox)
      expect(await systemCash(own)).toBe(6.5)
      expect(await timelineOf(id)).toContainEqual(expect.objectContaining({ kind: "refund.given", amount: "65000" }))
    })

    it("gets a credit note from the store if the order was invoiced", async () => {
      const { own, box } = await openStoreOfHub()
      const sold = await sell(box)
      const invoice = await numberInvoice(box, sold.id)
      await box.whenSynced()
      await refund(sold)
      for (const side of [box, own])
        expect(await creditedInvoice(side, sold.id)).toEqual({ status: "COMPLETED", reused: true, invoice })
      expect(await own.hub.sync.deadLetters(STORE)).toEqual([])
    })

    it("belongs to the next day after its day was closed, with equal figures at hub and store", async () => {
      const { own, box } = await openStoreOfHub()
      const sold = await sell(box)
      const closed = await close(box)
      await refund(sold, NEXT_DAY)
      expect((await close(box)).figures).toEqual(closed.figures)
      own.clock.advance(24 * 3_600_000)
      const opened = await box.call("POST", "/api/lan/v1/days", { businessDayDate: NEXT_DAY })
      expect(opened.status).toBe(201)
      const next = await close(box, NEXT_DAY)
      expect(next.figures).toMatchObject([
        { transactions: 0, gross: 0, refunds: [{ code: "LINK", transactions: 1, amount: 65_000 }] },
      ])
      await box.whenSynced()
      expect(await paper(own, NEXT_DAY)).toBe(await paper(box, NEXT_DAY))
    })
  })
})
