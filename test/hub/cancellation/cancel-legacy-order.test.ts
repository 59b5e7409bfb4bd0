/** Cancelling over the legacy aggregator family: its own questions and spelling, the same rules and effects as everywhere. */
import { describe, expect, it, test } from "vitest"
import { LEGACY_ORDERS, legacyBody, logIn } from "../../kit/clients.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"
import { lifeOf } from "../../kit/events.ts"
import { KEY, openTestHub, STORE, type TestHubOptions, testTenants } from "../../kit/hub.ts"
import { ORDERS } from "../../kit/order-bodies.ts"
import { openTestProvider } from "../../kit/payment-provider.ts"

const VENDOR = "acme.ec.quito"
const LINK = "6a1f7a52-0c5e-4a0e-8a68-0d6f3d7b1a03"
const ASKED = { reason: "Sin repartidor", vendor_uid: VENDOR }

async function openLegacy(open: OpenStore, options: TestHubOptions = {}) {
  const hub = await openTestHub(open, { clients: true, ...options })
  const headers = await logIn(hub)
  const legacy = (method: string, path: string, body?: unknown) =>
    hub.call(method, LEGACY_ORDERS + path, body, KEY, headers)
  const create = async (options: Parameters<typeof legacyBody>[0] = {}) => {
    const body = legacyBody(options)
    return { ...(await legacy("POST", "", body)).body.data, order_id: body.order_id }
  }
  return { ...hub, legacy, create }
}

/** The tenants, with a payment method changed. */
function withMethod(code: string, change: object): string {
  const file = JSON.parse(testTenants({ clients: true }))
  const methods: { code: string }[] = file.accounts[0].vendors[0].paymentMethods
  Object.assign(methods.find((method) => method.code === code) ?? {}, change)
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  describe("a cancelled order", () => {
    it("that was paid and not refunded is CANCELED, and keeps its amounts", async () => {
      const { legacy, create, events } = await openLegacy(open)
      const { order_id, uid, ...before } = await create({ paid: "CARD" })
      const path = `/${uid}/refund`
      const { status, body } = await legacy("POST", path, { ...ASKED, store_uid: STORE, media: "APP" })
      expect([status, body]).toMatchObject([
        200,
        { status: 200, method: "POST", pathname: LEGACY_ORDERS + path, isArray: false, traceId: expect.any(String) },
      ])
      const { updated_at, metadata, ...after } = body.data
      expect(after).toEqual({
        ...before,
        uid,
        status: "CANCELED",
        payment_status: "CANCELED",
        updated_at: undefined,
        metadata: undefined,
      })
      expect(metadata).toMatchObject({ order_id, cancellation: { reason: "Sin repartidor", type: null } })
      expect(lifeOf(await events())).toEqual(["order.opened", "order.cancelled"])
    })

    it("that was not paid is CANCELED, and so is its payment", async () => {
      const { legacy, create } = await openLegacy(open)
      const { order_id } = await create()
      const { body } = await legacy("POST", `/${order_id}/refund`, ASKED)
      expect(body.data).toMatchObject({ status: "CANCELED", payment_status: "CANCELED" })
    })

    it("shows the type that was sent, in every family", async () => {
      const { legacy, create, call } = await openLegacy(open)
      const { uid, order_id } = await create({ paid: "CARD" })
      const asked = { ...ASKED, cancellation_type: "rider-missing" }
      expect((await legacy("POST", `/${uid}/refund`, asked)).body.data.cancellation_type).toBe("rider-missing")
      expect((await legacy("GET", `/${uid}`)).body.data).toMatchObject({
        status: "CANCELED",
        cancellation_type: "rider-missing",
      })
      const { data } = (await call("GET", `${ORDERS}/${order_id}`)).body
      expect(data).toMatchObject({
        status: "CANCELLED",
        paymentStatus: "CANCELED",
        totals: [{ code: "TOTAL", amount: "65000" }],
        metadata: { cancellation: { type: "rider-missing" } },
      })
    })

    it("is refunded by its provider, who gets the caller's reason", async () => {
      const provider = await openTestProvider()
      const told: unknown[] = []
      const sandbox: typeof provider.adapter = {
        refund: (request) => {
          told.push(request.context)
          return provider.adapter.refund(request)
        },
      }
      const { legacy, create } = await openLegacy(open, { providers: { sandbox } })
      const order = await create({ paid: "LINK", metadata: { order_token: "t-1" } })
      const asked = { ...ASKED, customer_uid: "c-1", email: "ana@acme.test", media: "WEB", payment_method_uid: LINK }
      const { body } = await legacy("POST", `/${order.uid}/refund`, asked)
      expect(body.data).toMatchObject({ status: "CANCELED", payment_status: "REFUNDED" })
      expect([...provider.refunded.values()]).toHaveLength(1)
      expect(told).toEqual([
        {
          authenticated: true,
          payerId: "c-1",
          email: "ana@acme.test",
          media: "WEB",
          paymentMethodId: LINK,
          cancellationType: null,
          orderToken: "t-1",
        },
      ])
    })

    it("is unchanged if the provider refuses", async () => {
      const provider = await openTestProvider()
      provider.mood = "refuses"
      const { legacy, create } = await openLegacy(open, { providers: { sandbox: provider.adapter } })
      const order = await create({ paid: "LINK", metadata: { order_token: "t-1" } })
      const { status, body } = await legacy("POST", `/${order.uid}/refund`, ASKED)
      expect([status, body.errors.code]).toEqual([409, "refund_failed"])
      const after = (await legacy("GET", `/${order.uid}`)).body.data
      expect(after).toMatchObject({ status: "OPEN", payment_status: "SUCCEEDED", cancellation_type: null })
    })

    it("returns the first answer to the same request, and is refused for another reason", async () => {
      const { legacy, create } = await openLegacy(open)
      const { uid } = await create({ paid: "CARD" })
      const first = await legacy("POST", `/${uid}/refund`, ASKED)
      const repeated = await legacy("POST", `/${uid}/refund`, ASKED)
      expect([repeated.status, repeated.body.data]).toEqual([200, first.body.data])
      const { status, body } = await legacy("POST", `/${uid}/refund`, { ...ASKED, reason: "Otro motivo" })
      expect([status, body]).toMatchObject([
        409,
        { status: 409, errors: { code: "order_not_cancellable" }, code: "ORDER_NOT_CANCELLABLE" },
      ])
    })
  })

  describe("a cancellation is refused", () => {
    test.each([
      ["without a reason", { reason: undefined }, 422, "invalid_type"],
      ["with a blank reason", { reason: "  " }, 422, "invalid_type"],
      ["without a vendor", { vendor_uid: undefined }, 422, "invalid_type"],
      ["with a medium that nobody knows", { media: "FAX" }, 422, "invalid_type"],
      ["with a type that is not the aggregator's", { cancellation_type: "customer-left" }, 422, "invalid_type"],
      ["for another vendor", { vendor_uid: "acme.ec.guayaquil" }, 404, "not_found"],
      ["for another store", { store_uid: VENDOR }, 404, "not_found"],
      ["with a payment method that nobody has", { payment_method_uid: STORE }, 400, "custom"],
    ])("%s", async (_what, change, status, code) => {
      const { legacy, create } = await openLegacy(open)
      const { uid } = await create({ paid: "CARD" })
      const answer = await legacy("POST", `/${uid}/refund`, { ...ASKED, ...change })
      expect([answer.status, answer.body.errors.code]).toEqual([status, code])
      expect((await legacy("GET", `/${uid}`)).body.data.status).toBe("OPEN")
    })

    it("if the processor needs the order's token and there is none", async () => {
      const { hub, legacy, create } = await openLegacy(open)
      await hub.operator.provision(withMethod("CARD", { requiresOrderToken: true }))
      const without = await create({ paid: "CARD" })
      const { status, body } = await legacy("POST", `/${without.uid}/refund`, ASKED)
      expect([status, body.errors]).toEqual([
        400,
        {
          status: 400,
          code: "custom",
          title: "Bad request",
          detail: "A refund of CARD needs the order's metadata.order_token.",
        },
      ])
      const token = await create({ paid: "CARD", metadata: { order_token: "t-1" } })
      expect((await legacy("POST", `/${token.uid}/refund`, ASKED)).body.data.status).toBe("CANCELED")
    })

    it("by a rule of the account, which is named", async () => {
      const { clock, legacy, create } = await openLegacy(open)
      const { uid } = await create({ paid: "CARD" })
      clock.advance(45 * 60_000)
      const { status, body } = await legacy("POST", `/${uid}/refund`, ASKED)
      expect([status, body]).toMatchObject([
        409,
        {
          errors: { code: "cancellation_policy_denied", detail: "Pedido muy antiguo" },
          moreInfo: { threshold: { limit: 60, actual: 75, unit: "minutes" } },
        },
      ])
    })
  })
})
