/** A payment by link that its order could not use and the provider does not return: hub and store list it until somebody records the refund. */
import { beforeAll, describe, expect, it } from "vitest"
import type { Sandbox } from "../../hub/payments/providers/index.ts"
import { sign } from "../../hub/payments/providers/sandbox/sign.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { eachDatabase } from "../kit/databases.ts"
import { ask, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { openSandbox, SANDBOX_SECRET } from "../kit/sandbox.ts"
import { whenOver } from "../kit/temp.ts"

const BRIDGE = "/api/v1/external/bridge"
const LIST = "/api/admin/attention"
const HOOK = "/api/v1/webhooks/payments/sandbox?account=acme"
const STATE = "/api/lan/v1/state"
const NO_REFUND = 6.07
const WAIT = { timeout: 15_000 }

const cancelPath = (order: string) => `/api/v1/adapters/partner/stores/orders/${order}/cancel`

eachDatabase((_engine, open) => {
  let hub: TestHub
  let sandbox: Sandbox
  let owner: SignedIn

  beforeAll(async () => {
    sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
    owner = await signIn(hub, "owner")
  })

  const link = async (
    externalOrderId: string,
    amount = NO_REFUND,
  ): Promise<{ intentId: string; attemptId: string }> => {
    const asked = { externalOrderId, methodCode: "LINK", amount, currency: "USD", storeId: STORE, terminalId: "w" }
    const { intent } = (await hub.call("POST", `${BRIDGE}/intents`, { ...asked, channel: "WEB" })).body.data
    return { intentId: intent.intentId, attemptId: intent.attempts[0].attemptId }
  }
  const itemOf = async (order: string) => {
    await hub.hub.queue.settle()
    const { items } = (await owner.call("GET", `${LIST}?kind=refund`)).body.data
    return items.find(({ key }: { key: string }) => key === order) ?? null
  }
  const refundCount = async () => {
    const { counts } = (await owner.call("GET", `${LIST}/counts`)).body.data
    return counts.find(({ kind }: { kind: string }) => kind === "refund").count as number
  }
  const settle = (key: string, action = "record") =>
    owner.call("POST", `${LIST}/settle`, { kind: "refund", key, action, note: "bank transfer 77" })
  /** Somebody returns the money at the provider's own desk, and the provider reports it. */
  const returnAtDesk = async (key: string) => {
    const said = { id: `desk-${key}`, type: "payment.refunded", payment: `desk-${key}`, key }
    const report = JSON.stringify({ ...said, at: new Date().toISOString() })
    const signature = sign(Buffer.from(report), SANDBOX_SECRET)
    const answer = await hub.call("POST", HOOK, report, null, { "x-sandbox-signature": signature })
    expect(answer.status).toBe(200)
  }
  const read = async (side: Pick<TestBox, "call">, id: string): Promise<OrderRecord> =>
    (await side.call("GET", `${ORDERS}/${id}`)).body.data

  describe("of an order whose home is the hub", () => {
    it("that was paid in cash meanwhile, is listed and shown at the order until its refund is recorded", async () => {
      const body = orderBody({ channel: "WEB", total: NO_REFUND })
      const { id } = (await hub.call("POST", ORDERS, body)).body.data
      const { attemptId } = await link(body.orderId)
      const paid = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ amount: NO_REFUND }))
      expect(paid.body.data.outcome).toBe("settled")
      sandbox.act(attemptId, "approved")
      await expect
        .poll(() => itemOf(id), WAIT)
        .toMatchObject({
          ...{ what: "6.07 USD LINK", advice: "conflict.payment", actions: ["record", "dismiss"] },
          why: expect.stringContaining(attemptId),
        })
      expect(await refundCount()).toBe(1)
      expect((await read(hub, id)).metadata.conflicts).toMatchObject([
        { side: "hub", what: "payment", key: attemptId, method: "LINK", amount: "60700" },
      ])
      expect((await settle(id)).status).toBe(200)
      expect([await itemOf(id), await refundCount()]).toEqual([null, 0])
      expect((await read(hub, id)).metadata.conflicts).toMatchObject([
        { key: attemptId, refund: { by: "store", recorded: { note: "bank transfer 77" } } },
      ])
    })

    it("that was cancelled after a partial payment, is listed until the provider returns it after all", async () => {
      const body = orderBody({ channel: "WEB", total: 10.01 })
      const { id } = (await hub.call("POST", ORDERS, body)).body.data
      const { intentId } = await link(body.orderId, 10.01)
      const asked = { methodCode: "LINK", slot: 1, amount: NO_REFUND }
      const answer = await hub.call("POST", `${BRIDGE}/intents/${intentId}/pay`, asked)
      const { attemptId } = answer.body.data.intent.attempts.at(-1)
      sandbox.act(attemptId, "approved")
      await expect
        .poll(async () => (await hub.call("GET", `${BRIDGE}/intents/${intentId}`)).body.data.intent.status, WAIT)
        .toBe("partially_paid")
      expect((await hub.call("POST", cancelPath(body.orderId), { reason: "Customer left" })).status).toBe(200)
      await expect.poll(() => itemOf(id), WAIT).toMatchObject({ what: "6.07 USD LINK" })
      expect(await read(hub, id)).toMatchObject({ status: "CANCELLED", paymentStatus: "CANCELED" })
      await returnAtDesk(attemptId)
      await expect.poll(() => itemOf(id), WAIT).toBeNull()
      expect(await read(hub, id)).toMatchObject({
        paymentStatus: "REFUNDED",
        metadata: { conflicts: [{ key: attemptId, refund: { by: "provider", amount: "60700" } }] },
      })
    })
  })

  describe("of an order whose home is a store", () => {
    let box: TestBox
    let cable: Cable
    let manager: string
    beforeAll(async () => {
      cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
      whenOver(() => cable.close())
      box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
      const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
      const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
      manager = paired.body.data.key
    })

    const sell = async () => {
      const body = orderBody({ channel: "WEB", total: NO_REFUND })
      const { id } = (await box.call("POST", ORDERS, body)).body.data
      await box.whenSynced()
      const { attemptId } = await link(body.orderId)
      return { id: id as string, external: body.orderId, attemptId }
    }
    const atStore = async (id: string) => {
      const { moneyToReturn } = (await box.call("GET", STATE, undefined, manager)).body.data
      return moneyToReturn.find(({ orderId }: { orderId: string }) => orderId === id) ?? null
    }
    /** The box starts again, so that it does not wait as long as after many short outages. */
    const mend = async () => {
      cable.mend()
      await box.restart()
      await box.whenSynced()
    }

    it("that was also paid in cash, is an action item on both sides until the store has recorded the refund", async () => {
      const { id, attemptId } = await sell()
      cable.pull()
      await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ amount: NO_REFUND }))
      sandbox.act(attemptId, "approved")
      await mend()
      await expect
        .poll(() => atStore(id), WAIT)
        .toMatchObject({
          ...{ money: [{ method: "LINK", amount: "60700" }], paidTwice: [attemptId] },
        })
      await expect.poll(() => itemOf(id), WAIT).toMatchObject({ what: "6.07 USD LINK", storeId: STORE })
      const path = `/api/lan/v1/orders/${id}/refund-recorded`
      expect((await box.call("POST", path, { source: "elsewhere" }, manager)).status).toBe(200)
      expect(await atStore(id)).toBeNull()
      await expect.poll(() => itemOf(id), WAIT).toBeNull()
    })

    it("that the store cancelled meanwhile, is an action item on both sides until a dashboard user has recorded the refund", async () => {
      const { id, external, attemptId } = await sell()
      cable.pull()
      expect((await box.call("POST", cancelPath(external), { reason: "Customer left" })).status).toBe(200)
      sandbox.act(attemptId, "approved")
      await mend()
      await expect.poll(() => atStore(id), WAIT).toMatchObject({ paidTwice: [attemptId] })
      await expect.poll(() => itemOf(id), WAIT).toMatchObject({ what: "6.07 USD LINK" })
      expect((await settle(id)).status).toBe(200)
      await expect.poll(() => atStore(id), WAIT).toBeNull()
      await expect.poll(() => itemOf(id), WAIT).toBeNull()
      for (const side of [hub, box]) {
        expect(await read(side, id)).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
      }
    })
  })
})
