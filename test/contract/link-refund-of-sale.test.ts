/** A payment link of a completed order is refunded through the bridge: the day shows it as a refund, with equal figures at hub, box and on paper. */
import { beforeAll, describe, expect, it } from "vitest"
import type { Sandbox } from "../../hub/payments/providers/index.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { openSandbox } from "../kit/sandbox.ts"

const BRIDGE = "/api/v1/external/bridge"
const DAY = "2026-11-21"
const PRINT = `/api/v1/core/external/printing/stores/${STORE}/days/${DAY}`
const CLOSE = `/api/v1/core/external/stores/${STORE}/days/${DAY}/close`
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
  /** Sells one burger by link and one for cash, and refunds the link. */
  const sellAndRefund = async (home: Side) => {
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
    expect((await hub.call("POST", `${BRIDGE}/attempts/${attemptId}/refund`)).status).toBe(200)
    await expect
      .poll(async () => {
        await hub.hub.queue.settle()
        return (await readOrder(hub, id)).refunds
      }, WAIT)
      .toMatchObject([
        {
          refundId: attemptId,
          businessDayDate: DAY,
          tenders: [{ method: "LINK", amount: "65000", provider: "sandbox" }],
        },
      ])
    return id as string
  }
  const close = async (side: Side) => (await side.call("POST", CLOSE, undefined, KEY)).body.data
  const paper = async (side: Side): Promise<string> =>
    (await side.call("POST", PRINT, { printer: { width: 42 } }, KEY)).body.data.paper.plainText

  describe("a payment link's refund of a completed order", () => {
    it("is a refund of the day at home in the hub", async () => {
      const id = await sellAndRefund(hub)
      expect(await readOrder(hub, id)).toMatchObject({ status: "COMPLETED", metadata: { refunded: "65000" } })
      const owner = await signIn(hub, "owner")
      const totals = (await owner.call("GET", `/api/admin/totals?storeId=${STORE}&date=${DAY}`)).body.data
      expect(totals.currencies[0].now.refunds).toEqual({ transactions: 1, amount: 65_000 })
    })
  })

  describe("a payment link's refund of an order at home in a store", () => {
    it("is a refund of the day in the figures and on the papers of both", async () => {
      sandbox = await openSandbox()
      const own = await openTestHub(open, { sandbox })
      hub = own
      const box = await openTestBox(own)
      await box.call("POST", "/api/lan/v1/days")
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
    })
  })
})
