/** The legacy family at the hub, for orders whose home is a store (docs/contract/sync.md#writes-carried-to-the-store): with a real hub, box, broker and provider. */
import { describe, expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { LEGACY_ORDERS, legacyBody, logIn } from "../kit/clients.ts"
import { eachDatabase, type OpenStore } from "../kit/databases.ts"
import { KEY, openTestHub } from "../kit/hub.ts"
import { ORDERS } from "../kit/order-bodies.ts"
import { openTestProvider } from "../kit/payment-provider.ts"

const LOOK_EVERY_MS = 20
const ASKED = { reason: "Sin repartidor", vendor_uid: "acme.ec.quito" }

async function openWorld(open: OpenStore) {
  const provider = await openTestProvider()
  const hub = await openTestHub(open, { clients: true, providers: { sandbox: provider.adapter } })
  const headers = await logIn(hub)
  const box = await openTestBox(hub)
  const legacy = (method: string, path: string, body?: unknown) =>
    hub.call(method, LEGACY_ORDERS + path, body, KEY, headers)
  /** Created at the hub, and at home in the store by now. */
  const atHome = async (options: Parameters<typeof legacyBody>[0]) => {
    const { uid } = (await legacy("POST", "", legacyBody(options))).body.data
    while ((await box.call("GET", `${ORDERS}/${uid}`)).status !== 200) {
      await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
    }
    return uid as string
  }
  return { hub, box, provider, legacy, atHome }
}

eachDatabase((_engine, open) => {
  describe("the legacy family, for an order whose home is a store", () => {
    it("returns the store's cancellation", async () => {
      const { box, legacy, atHome } = await openWorld(open)
      const uid = await atHome({ paid: "CARD" })
      const { status, body } = await legacy("POST", `/${uid}/refund`, ASKED)
      expect([status, body.data]).toMatchObject([200, { uid, status: "CANCELED", payment_status: "CANCELED" }])
      const there = (await box.call("GET", `${ORDERS}/${uid}`)).body.data
      expect(there).toMatchObject({ status: "CANCELLED", metadata: { cancellation: { reason: "Sin repartidor" } } })
      await box.whenSynced()
      const read = (await legacy("GET", `/${uid}`)).body.data
      for (const { totals, metadata } of [body.data, read]) {
        expect([totals[0].amount, metadata.cancellation.toReturn[0].amount]).toEqual([6.5, 6.5])
      }
      const again = await legacy("POST", `/${uid}/refund`, { ...ASKED, reason: "Otro motivo" })
      expect([again.status, again.body.errors.code]).toEqual([409, "order_not_cancellable"])
    })

    it("refunds through the provider what the hub took", async () => {
      const { box, provider, legacy, atHome } = await openWorld(open)
      const uid = await atHome({ paid: "LINK", metadata: { order_token: "t-1" } })
      const { status, body } = await legacy("POST", `/${uid}/refund`, { ...ASKED, reason: "fin" })
      expect([status, body.data]).toMatchObject([200, { status: "CANCELED", payment_status: "REFUNDED" }])
      expect(provider.refunded.size).toBe(1)
      await box.whenSynced()
      const there = (await box.call("GET", `${ORDERS}/${uid}`)).body.data
      expect(there).toMatchObject({ status: "CANCELLED", metadata: { cancellation: { reason: "Legacy: fin" } } })
    })

    it("reports that the store is away, and the same request is safe once it is back", async () => {
      const { box, legacy, atHome } = await openWorld(open)
      const uid = await atHome({ paid: "CARD" })
      await box.stop()
      const away = await legacy("POST", `/${uid}/refund`, ASKED)
      expect([away.status, away.body.errors.code, away.headers.has("retry-after")]).toEqual([
        503,
        "store_unreachable",
        true,
      ])
      const read = await legacy("GET", `/${uid}`)
      expect([read.body.data.status, read.headers.get("x-store-synced-at")]).toEqual(["OPEN", expect.any(String)])
      await box.restart()
      let again = away
      while (again.status === 503) again = await legacy("POST", `/${uid}/refund`, ASKED)
      expect(again.body.data.status).toBe("CANCELED")
    })
  })
})
