/**
 * A cancellation at the hub of an order that is at home in a store (docs/contract/cancellation.md#cancel-an-order,
 * docs/contract/sync.md#writes-carried-to-the-store), over a real hub, box, broker and provider.
 */
import { describe, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { lifeOf } from "../kit/events.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { openTestProvider, type TestProvider } from "../kit/payment-provider.ts"

const REASON = { reason: "El cliente se retiró" }
const LOOK_EVERY_MS = 20
const LEASE_MS = 61_000
const PARALLEL = 10
const closeDay = `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`

const cancelPath = (order: string, query = "") => `/api/v1/adapters/partner/stores/orders/${order}/cancel${query}`
const PREPAID = { channel: "WEB", paid: "LINK" }

interface World {
  readonly hub: TestHub
  readonly box: TestBox
  readonly provider: TestProvider
}

async function openWorld(open: OpenStore): Promise<World> {
  const provider = await openTestProvider()
  const hub = await openTestHub(open, { providers: { sandbox: provider.adapter } })
  return { hub, box: await openTestBox(hub), provider }
}

/** Created at the hub, and at home in the store by now. */
async function atHome({ hub, box }: World, options: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody(options)
  const { id } = (await hub.call("POST", ORDERS, body)).body.data
  await until(async () => (await box.call("GET", `${ORDERS}/${id}`)).status === 200)
  await box.whenSynced()
  return { id: id as string, external: body.orderId }
}

async function until(holds: () => Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}

async function onBothSides({ hub, box }: World, id: string) {
  const [there, here] = [await box.call("GET", `${ORDERS}/${id}`), await hub.call("GET", `${ORDERS}/${id}`)]
  return [there.body.data, here.body.data]
}

const types = async (hub: TestHub) => lifeOf(await hub.events())

eachDatabase((_engine, open) => {
  describe("an order whose home is a store", () => {
    it("is cancelled by the store, whose answer the hub returns in the caller's language", async () => {
      const world = await openWorld(open)
      const { id, external } = await atHome(world)
      const answer = await world.hub.call("POST", cancelPath(external, "?locale=en"), REASON)
      expect([answer.status, answer.body.message]).toEqual([200, "Order cancelled"])
      const [there, here] = await onBothSides(world, id)
      expect(here).toEqual(there)
      expect(here).toMatchObject({ status: "CANCELLED", paymentStatus: "CANCELED" })
      const again = await world.hub.call("POST", cancelPath(external, "?locale=pt"), { reason: "Outro motivo" })
      expect([again.status, again.body.message]).toEqual([409, "O pedido não pode mais ser cancelado"])
      expect(await types(world.hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("prepaid through a provider: the store locks it, the hub gets the refund, then it is cancelled", async () => {
      const world = await openWorld(open)
      const { id, external } = await atHome(world, PREPAID)
      const { provider, hub, box } = world
      provider.mood = "holds"
      const asked = provider.whenAsked()
      const cancelling = hub.call("POST", cancelPath(external), REASON)
      await asked
      const onTheLan = await box.call("POST", cancelPath(external), REASON)
      const second = await hub.call("POST", cancelPath(external), REASON)
      const checked = await hub.call("GET", `${cancelPath(external)}/eligibility`)
      expect([onTheLan.body.code, second.body.code, checked.body.data.code]).toEqual(
        Array(3).fill("CANCELLATION_IN_PROGRESS"),
      )
      provider.release()
      expect((await cancelling).status).toBe(200)
      const [there, here] = await onBothSides(world, id)
      expect(here).toEqual(there)
      expect(here).toMatchObject({
        status: "CANCELLED",
        paymentStatus: "REFUNDED",
        metadata: { cancellation: { refunds: [{ method: "LINK", by: "provider", reference: "r-1" }] } },
      })
      expect(provider.heard).toHaveLength(1)
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("is cancelled once and refunded once when many requests arrive at the same time", async () => {
      const world = await openWorld(open)
      const { external } = await atHome(world, PREPAID)
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => world.hub.call("POST", cancelPath(external), REASON)),
      )
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
      const lost = answers.filter(({ status }) => status !== 200)
      expect(lost.map(({ body }) => body.code)).toEqual(lost.map(() => "CANCELLATION_IN_PROGRESS"))
      expect(world.provider.heard).toHaveLength(1)
      expect(await types(world.hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("whose provider refuses is unchanged on both sides, and can be cancelled later", async () => {
      const world = await openWorld(open)
      const { id, external } = await atHome(world, PREPAID)
      world.provider.mood = "refuses"
      const answer = await world.hub.call("POST", cancelPath(external), REASON)
      expect([answer.status, answer.body.code]).toEqual([409, "REFUND_FAILED"])
      for (const order of await onBothSides(world, id)) expect(order).toMatchObject({ status: "OPEN", metadata: {} })
      world.provider.mood = "approves"
      expect((await world.hub.call("POST", cancelPath(external), REASON)).status).toBe(200)
    })

    it("that the store's rules keep is not locked, and no provider is asked", async () => {
      const world = await openWorld(open)
      const { external } = await atHome(world, PREPAID)
      world.hub.clock.advance(45 * 60_000)
      const answer = await world.hub.call("POST", cancelPath(external), REASON)
      expect([answer.status, answer.body.code]).toEqual([409, "CANCELLATION_POLICY_DENIED"])
      expect(world.provider.heard).toEqual([])
    })

    it("of a store that is away: 503 and no refund; the same request cancels it later", async () => {
      const world = await openWorld(open)
      const { hub, box, provider } = world
      const { id, external } = await atHome(world, PREPAID)
      await box.stop()
      const away = await hub.call("POST", cancelPath(external), REASON)
      expect([away.status, away.body.code, away.headers.has("retry-after")]).toEqual([503, "STORE_UNREACHABLE", true])
      expect(provider.heard).toEqual([])
      await box.restart()
      let again = away
      await until(async () => {
        again = await hub.call("POST", cancelPath(external), REASON)
        return again.status !== 503
      })
      expect(again.status).toBe(200)
      for (const order of await onBothSides(world, id)) expect(order.status).toBe("CANCELLED")
      expect(provider.refunded.size).toBe(1)
    })

    it("of a store that goes away during the refund is cancelled when it returns, even after its day was closed", async () => {
      const world = await openWorld(open)
      const { hub, box, provider } = world
      await box.call("POST", "/api/lan/v1/days")
      const { id, external } = await atHome(world, { ...PREPAID, createdAt: "2026-11-21T13:00:00-05:00" })
      provider.mood = "holds"
      const asked = provider.whenAsked()
      const cancelling = hub.call("POST", cancelPath(external), REASON)
      await asked
      const closed = await box.call("POST", closeDay)
      expect(closed.body.data.figures).toMatchObject([{ gross: 0, cancellations: { transactions: 1 } }])
      await box.whenSynced()
      await box.stop()
      provider.release()
      const first = await cancelling
      expect(first.status).toBe(200)
      const repeated = await hub.call("POST", cancelPath(external), REASON)
      expect([repeated.status, repeated.body]).toEqual([200, first.body])
      await box.restart()
      await until(async () => (await onBothSides(world, id)).every(({ status }) => status === "CANCELLED"))
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("that the store locked for a hub that died is unlocked, and can be cancelled again", async () => {
      const world = await openWorld(open)
      const { hub, provider } = world
      const { id, external } = await atHome(world, PREPAID)
      provider.mood = "fails"
      expect((await hub.call("POST", cancelPath(external), REASON)).body.code).toBe("CANCELLATION_IN_PROGRESS")
      await hub.beside(({ store }) =>
        store.system.write(({ db }) => db.updateTable("refund").set({ state: "holding" }).execute()),
      )
      provider.mood = "approves"
      hub.clock.advance(LEASE_MS)
      await hub.sweep()
      const isFree = async () => (await world.box.call("GET", `${cancelPath(external)}/eligibility`)).body.data.eligible
      await until(isFree)
      expect(provider.refunded.size).toBe(0)
      expect((await hub.call("POST", cancelPath(external), REASON)).status).toBe(200)
      for (const order of await onBothSides(world, id)) expect(order.status).toBe("CANCELLED")
    })

    it("with a lock of unknown outcome is unlocked", async () => {
      const world = await openWorld(open)
      const { hub, box, provider } = world
      const { id, external } = await atHome(world, PREPAID)
      await box.stop()
      expect((await hub.call("POST", cancelPath(external), REASON)).status).toBe(503)
      hub.clock.advance(LEASE_MS)
      await hub.sweep()
      await box.restart()
      await until(async () => (await hub.call("POST", cancelPath(external), REASON)).status !== 503)
      expect(provider.refunded.size).toBe(1)
      for (const order of await onBothSides(world, id)) expect(order.status).toBe("CANCELLED")
    })
  })

  it("an order that was never offered to its store is cancelled by the hub, and arrives cancelled", async () => {
    const world = await openWorld(open)
    const { hub, box } = world
    await box.leave()
    const body = orderBody(PREPAID)
    const { id } = (await hub.call("POST", ORDERS, body)).body.data
    expect((await hub.call("POST", cancelPath(body.orderId), REASON)).status).toBe(200)
    await box.restart()
    await until(async () => (await box.call("GET", `${ORDERS}/${id}`)).status === 200)
    expect((await box.call("GET", `${ORDERS}/${id}`)).body.data.status).toBe("CANCELLED")
    expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
  })
})
