/** The legacy aggregator family over HTTP: its envelopes, its spelling, and the one order that both families share. */
import { describe, expect, it, test } from "vitest"
import { LEGACY_ORDERS, legacyBody, logIn } from "../../kit/clients.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"
import { lifeOf } from "../../kit/events.ts"
import { KEY, openTestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

async function openLegacy(open: OpenStore) {
  const hub = await openTestHub(open, { clients: true })
  const headers = await logIn(hub)
  const legacy = (method: string, path = "", body?: unknown) =>
    hub.call(method, LEGACY_ORDERS + path, body, KEY, headers)
  return { ...hub, headers, legacy }
}

eachDatabase((_engine, open) => {
  describe("an order of the legacy family", () => {
    it("is answered in the legacy envelope, with the request repeated in it", async () => {
      const { legacy, hub, headers } = await openLegacy(open)
      const body = legacyBody({ paid: "CARD" })
      const response = await legacy("POST", "", body)
      expect([response.status, response.body]).toEqual([
        201,
        {
          data: expect.objectContaining({ order_code: body.order_code, status: "OPEN", payment_status: "SUCCEEDED" }),
          status: 201,
          method: "POST",
          pathname: LEGACY_ORDERS,
          duration: expect.any(Number),
          traceId: response.headers.get("x-request-id"),
          isArray: false,
        },
      ])
      const traced = await fetch(`${hub.url}${LEGACY_ORDERS}/${response.body.data.uid}`, {
        headers: { ...headers, "x-api-key": KEY, "x-request-id": "trace-1" },
      })
      expect(await traced.json()).toMatchObject({
        traceId: "trace-1",
        status: 200,
        method: "GET",
        pathname: `${LEGACY_ORDERS}/${response.body.data.uid}`,
        data: response.body.data,
      })
    })

    it("is created once: the same id again is a 200 with the same order", async () => {
      const { legacy, events } = await openLegacy(open)
      const body = legacyBody()
      const first = await legacy("POST", "", body)
      const again = await legacy("POST", "", { ...body, order_code: "ANOTHER" })
      expect([first.status, again.status, again.body.status]).toEqual([201, 200, 200])
      expect(again.body.data).toEqual(first.body.data)
      expect(lifeOf(await events())).toEqual(["order.opened"])
    })

    it("is the same order in the core family, with scaled amounts", async () => {
      const { legacy, call } = await openLegacy(open)
      const body = legacyBody({ total: "19.99", rider_name: "Pedro", metadata: { order_token: "t" } })
      const { uid } = (await legacy("POST", "", body)).body.data
      const { data } = (await call("GET", `${ORDERS}/${body.order_id}`)).body
      expect(data).toMatchObject({
        id: uid,
        orderExternal: body.order_id,
        channel: "GLOVO",
        totals: [{ code: "TOTAL", amount: "199900" }],
        metadata: { order_token: "t", rider_name: "Pedro", order_id: body.order_id },
      })
      const replay = await call("POST", ORDERS, orderBody({ orderId: body.order_id }))
      expect([replay.status, replay.body.data]).toMatchObject([200, { id: uid, alreadyExisted: true }])
    })

    it("is found by uid and by external id, whoever created it", async () => {
      const { legacy, call } = await openLegacy(open)
      const body = orderBody({ paid: "CASH" })
      const { id } = (await call("POST", ORDERS, body)).body.data
      for (const reference of [id, body.orderId]) {
        const { data } = (await legacy("GET", `/${reference}`)).body
        expect(data).toMatchObject({ uid: id, status: "COMPLETED", payment_methods: [{ method: "CASH", amount: 6.5 }] })
      }
    })

    it("accepts only payment methods that the vendor has enabled", async () => {
      const { legacy } = await openLegacy(open)
      const { status, body } = await legacy("POST", "", legacyBody({ paid: "SHELLS" }))
      const detail = "Payment methods not found: SHELLS."
      expect([status, body]).toEqual([
        400,
        {
          status: 400,
          errors: { status: 400, code: "custom", title: "Bad request", detail },
          message: detail,
          code: "PAYMENT_METHODS_NOT_FOUND",
        },
      ])
    })

    it.each(["account", "account_id", "vendor", "vendor_id"])(
      "that names another tenant as %s is refused",
      async (key) => {
        const { legacy } = await openLegacy(open)
        const { status, body } = await legacy("POST", "", { ...legacyBody(), [key]: "globex.br.saopaulo" })
        expect([status, body.moreInfo]).toEqual([
          422,
          [{ path: key, message: expect.stringMatching(/is not the \w+ of the key/) }],
        ])
      },
    )

    it("that does not exist is 404 not_found", async () => {
      const { legacy } = await openLegacy(open)
      const { status, body } = await legacy("GET", "/nothing")
      expect([status, body.errors]).toEqual([
        404,
        { status: 404, code: "not_found", title: "Not found", detail: "There is no order nothing." },
      ])
    })

    it("with faults is a 422 that names each field as it was sent", async () => {
      const { legacy } = await openLegacy(open)
      const shape = await legacy("POST", "", { ...legacyBody(), order_code: 5, created_at: "yesterday" })
      expect(shape.body).toMatchObject({
        status: 422,
        errors: { status: 422, code: "invalid_type", title: "Validation error" },
        code: "VALIDATION_ERROR",
        moreInfo: [{ path: "order_code" }, { path: "created_at" }],
      })
      const rule = await legacy("POST", "", legacyBody({ total: 1.23456 }))
      expect([rule.status, rule.body.moreInfo.map(({ path }: { path: string }) => path)]).toEqual([
        422,
        ["payments.totals.0.amount", "order.products.0.unit_price"],
      ])
    })

    it("that is no JSON is a 400, as everywhere", async () => {
      const { legacy } = await openLegacy(open)
      const { status, body } = await legacy("POST", "", '{"order_id":')
      expect([status, body.errors.code, body.code]).toEqual([400, "custom", "VALIDATION_ERROR"])
    })
  })

  describe("an unknown address in the legacy family", () => {
    test.each([
      ["GET", LEGACY_ORDERS, 405, "method_not_allowed"],
      ["GET", "/api/v4/integrations/sales/aggregator/stores", 404, "not_found"],
      ["GET", "/api/authentication/login", 405, "method_not_allowed"],
      ["POST", "/v1/auth/logout", 404, "not_found"],
    ])("%s %s is %i, in its shape", async (method, path, status, code) => {
      const { call } = await openLegacy(open)
      const answer = await call(method, path)
      expect([answer.status, answer.body.errors.code]).toEqual([status, code])
    })
  })
})
