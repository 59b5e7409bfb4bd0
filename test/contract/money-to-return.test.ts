/** Money of a cancelled order that no provider took: hub and store list it until somebody on either side records its refund (docs/contract/cancellation.md#money-to-return). */
import { describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { ask, openTestHub, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../kit/people.ts"

const REASON = { reason: "El cliente se retiró" }
const LOOK_EVERY_MS = 20
const PAID = { channel: "WEB", paid: "CARD" }
const NOTE = "bank transfer 77"

const cancelPath = (order: string) => `/api/v1/adapters/partner/stores/orders/${order}/cancel`

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

async function cancelled(hub: TestHub, before: (id: string) => Promise<void> = async () => {}) {
  const body = { ...orderBody(PAID), client: { name: "Ana", lastName: "Pérez" } }
  const { id } = (await hub.call("POST", ORDERS, body)).body.data
  await before(id)
  const answer = await hub.call("POST", cancelPath(body.orderId), REASON)
  expect([answer.status, answer.body.message]).toEqual([200, "Pedido anulado"])
  return id as string
}

const read = async (side: TestHub | TestBox, id: string) => (await side.call("GET", `${ORDERS}/${id}`)).body.data
const itemsOf = async (who: SignedIn) =>
  (await who.call("GET", "/api/admin/attention?kind=refund")).body.data.items as Record<string, unknown>[]
const countOf = async (who: SignedIn) => {
  const { counts } = (await who.call("GET", "/api/admin/attention/counts")).body.data
  return counts.find(({ kind }: { kind: string }) => kind === "refund").count
}
const record = (who: SignedIn, key: string, note = NOTE) =>
  who.call("POST", "/api/admin/attention/settle", { kind: "refund", key, action: "record", note })

async function openHub(open: OpenStore) {
  const hub = await openTestHub(open)
  return { hub, owner: await signIn(hub, "owner") }
}

eachDatabase((_engine, open) => {
  describe("the money of an order that was cancelled", () => {
    it("at the hub is an action item, and a dashboard user records the refund", async () => {
      const { hub, owner } = await openHub(open)
      const id = await cancelled(hub)
      expect(await read(hub, id)).toMatchObject({ status: "CANCELLED", paymentStatus: "CANCELED" })
      expect(await itemsOf(owner)).toMatchObject([
        { key: id, what: "6.5 USD CARD", guest: "Ana Pérez", advice: "refund", actions: ["record"], order: id },
      ])
      expect((await record(owner, id, " ")).status).toBe(400)
      expect((await record(owner, id)).status).toBe(200)
      expect([await itemsOf(owner), await countOf(owner), (await record(owner, id)).status]).toEqual([[], 0, 404])
      const { paymentStatus, metadata } = await read(hub, id)
      expect([paymentStatus, metadata.cancellation.refunds]).toMatchObject([
        "REFUNDED",
        [{ method: "CARD", amount: "65000", by: "store", recorded: { note: NOTE, source: "elsewhere" } }],
      ])
    })

    it("is listed without the guest for users who may not see buyers, and not for other accounts", async () => {
      const { hub } = await openHub(open)
      const id = await cancelled(hub)
      const reader = await signIn(hub, "read-only")
      expect(await itemsOf(reader)).toMatchObject([{ key: id, guest: null }])
      expect((await record(reader, id)).status).toBe(403)
      const stranger = await signIn(hub, "owner", { account: "globex" })
      expect([await itemsOf(stranger), (await record(stranger, id)).status]).toEqual([[], 404])
    })

    it("at a store is an action item on both sides until a dashboard user has recorded the refund", async () => {
      const { hub, owner } = await openHub(open)
      const box = await openTestBox(hub)
      const arrived = async (id: string) => {
        await until(async () => (await box.call("GET", `${ORDERS}/${id}`)).status === 200)
        await box.whenSynced()
      }
      const id = await cancelled(hub, arrived)
      await until(async () => (await countOf(owner)) === 1)
      expect(await read(box, id)).toMatchObject({ paymentStatus: "CANCELED" })
      await box.stop()
      expect((await record(owner, id)).status).toBe(200)
      expect(await itemsOf(owner)).toMatchObject([{ key: id, advice: "refundRecorded", actions: [] }])
      expect((await record(owner, id)).status).toBe(409)
      await box.restart()
      await until(async () => (await countOf(owner)) === 0)
      for (const order of [await read(box, id), await read(hub, id)]) {
        expect(order).toMatchObject({
          paymentStatus: "REFUNDED",
          metadata: { cancellation: { refunds: [{ method: "CARD", by: "store", recorded: { note: NOTE } }] } },
        })
      }
    })

    it("at a store leaves the dashboard once the store has recorded the refund", async () => {
      const { hub, owner } = await openHub(open)
      const box = await openTestBox(hub)
      const id = await cancelled(hub, (order) =>
        until(async () => (await box.call("GET", `${ORDERS}/${order}`)).status === 200),
      )
      await until(async () => (await countOf(owner)) === 1)
      const code = box.box.pairingCode({ kind: "manager", deviceId: "manager-1" })
      const paired = await ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
      const path = `/api/lan/v1/orders/${id}/refund-recorded`
      expect((await box.call("POST", path, { source: "elsewhere" }, paired.body.data.key)).status).toBe(200)
      await until(async () => (await countOf(owner)) === 0)
      expect(await read(hub, id)).toMatchObject({ paymentStatus: "REFUNDED" })
    })
  })
})
