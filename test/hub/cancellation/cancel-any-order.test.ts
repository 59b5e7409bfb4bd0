import fc from "fast-check"
import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../protocol/refusals.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"
import { lifeOf } from "../../kit/events.ts"
import { ABSENT_PROVIDER, GLOBEX_KEY, KEY, openTestHub, SISTER_KEY, type TestHub, testTenants } from "../../kit/hub.ts"
import { putInvoice } from "../../kit/invoice.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openTestProvider, type TestProvider } from "../../kit/payment-provider.ts"

const PARTNER = "/api/v1/adapters/partner"
const REASON = { reason: "El cliente se retiró" }
const PARALLEL = 20
const LEASE_MS = 61_000
/** Thirty provisionings; half a minute beside much else. */
const RANDOM_MS = 300_000

const cancelPath = (order: string, query = "") => `${PARTNER}/stores/orders/${order}/cancel${query}`
const eligibilityPath = (order: string, query = "") => `${PARTNER}/stores/orders/${order}/cancel/eligibility${query}`

async function create({ call }: TestHub, options: Parameters<typeof orderBody>[0] = {}) {
  const body = orderBody(options)
  const answer = await call("POST", ORDERS, body)
  expect(answer.status).toBe(201)
  return { external: body.orderId, id: answer.body.data.id as string }
}

const read = async ({ call }: TestHub, id: string) => (await call("GET", `${ORDERS}/${id}`)).body.data
const types = async (hub: TestHub) => lifeOf(await hub.events())

/** With LINK's provider behind it. */
async function withProvider(open: OpenStore): Promise<{ hub: TestHub; provider: TestProvider }> {
  const provider = await openTestProvider()
  return { hub: await openTestHub(open, { providers: { sandbox: provider.adapter } }), provider }
}

const PREPAID = { channel: "WEB", paid: "LINK" }

/** Other rules for the first vendor than the demo's. */
async function setRules({ hub }: TestHub, cancellationRules: object[]): Promise<void> {
  const file = JSON.parse(testTenants())
  file.accounts[0].vendors[0].cancellationRules = cancellationRules
  const done = await hub.operator.provision(JSON.stringify(file))
  if (isRefusal(done)) throw new Error(done.message)
}

eachDatabase((_engine, open) => {
  describe("cancel order", () => {
    it("that is open: CANCELLED, with the parts in the metadata, unchanged amounts and one event", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub)
      const before = await read(hub, id)
      const request = { reason: "El cliente se retiró", cancellationType: "customer-left", cancellationNote: "caja 2" }
      const answer = await hub.call("POST", cancelPath(external), { ...request, cancellationGroup: "mine" })
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          success: true,
          message: "Pedido anulado",
          data: {
            message: "Pedido anulado",
            reasonDetail: "No se había cobrado nada.",
            resolvedFrom: { source: "default", rulesChecked: ["too-late"] },
          },
        },
      ])
      const after = await read(hub, id)
      const cancellation = {
        reason: request.reason,
        type: "customer-left",
        note: "caja 2",
        group: "account",
        by: expect.stringMatching(/^apikey:/),
        at: after.updatedAt,
        refunds: [],
      }
      expect(after).toEqual({
        ...before,
        status: "CANCELLED",
        paymentStatus: "CANCELED",
        updatedAt: after.updatedAt,
        fiscal: after.fiscal,
        metadata: { ...before.metadata, cancellation },
      })
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
      expect((await hub.events())[1]).toMatchObject({
        orderId: id,
        envelope: { event: { type: "order.cancelled" }, data: { orderId: id, status: "CANCELLED", sequence: 2 } },
      })
    })

    it("that was prepaid in cash: CANCELED, with the money that must be returned", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub, { channel: "WEB", paid: "CASH" })
      const answer = await hub.call("POST", cancelPath(external, "?locale=en"), REASON)
      const reasonDetail = "The order was paid, and its money, or a part of it, has not been given back yet."
      expect(answer.body).toMatchObject({ message: "Order cancelled", data: { reasonDetail } })
      expect(await read(hub, id)).toMatchObject({
        status: "CANCELLED",
        paymentStatus: "CANCELED",
        paymentMethods: [{ method: "CASH", amount: "65000" }],
        metadata: { cancellation: { refunds: [], toReturn: [{ method: "CASH", amount: "65000" }] } },
      })
    })

    it("finds it by external id, only in the key's vendor, also with a Bearer token", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub)
      for (const [reference, key] of [
        [id, KEY],
        ["nothing", KEY],
        [external, SISTER_KEY],
        [external, GLOBEX_KEY],
      ] as const) {
        const answer = await hub.call("POST", cancelPath(reference), REASON, key)
        expect([answer.status, answer.body.code, answer.body.error]).toEqual([404, "NOT_FOUND", "NOT_FOUND"])
      }
      const bearer = { authorization: `Bearer ${KEY}` }
      expect((await hub.call("POST", cancelPath(external), REASON, null, bearer)).status).toBe(200)
    })

    it("repeats the first answer for the same key and reason, in the caller's language", async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub, { channel: "WEB" })
      const first = await hub.call("POST", cancelPath(external), REASON)
      const before = await types(hub)
      const repeated = await hub.call("POST", cancelPath(external), REASON)
      expect([repeated.status, repeated.body]).toEqual([200, first.body])
      const inEnglish = await hub.call("POST", cancelPath(external, "?locale=en"), REASON)
      expect([inEnglish.status, inEnglish.body.message]).toEqual([200, "Order cancelled"])
      expect(await types(hub)).toEqual(before)
    })

    it("is ORDER_NOT_CANCELLABLE for another reason, a completed or a force-closed order, and writes nothing", async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub)
      await hub.call("POST", cancelPath(external), REASON)
      const completed = await create(hub, { paid: "CASH" })
      const before = await types(hub)
      for (const reference of [external, completed.external]) {
        const answer = await hub.call("POST", cancelPath(reference), { reason: "Ya no hay pan" })
        expect([answer.status, answer.body]).toEqual([
          409,
          {
            success: false,
            code: "ORDER_NOT_CANCELLABLE",
            error: "ORDER_NOT_CANCELLABLE",
            message: "El pedido ya no se puede anular",
            reasonDetail: expect.any(String),
            resolvedFrom: expect.objectContaining({ source: "built-in", rule: "ORDER_NOT_CANCELLABLE" }),
          },
        ])
      }
      expect(await types(hub)).toEqual(before)
    })

    it("accepts no tender or correction afterwards", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub)
      await hub.call("POST", cancelPath(external), REASON)
      const charged = await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      const corrected = await hub.call("PUT", `${ORDERS}/${id}`, correction())
      expect([charged.body.error, corrected.body.error]).toEqual(["ORDER_NOT_OPEN", "ORDER_NOT_OPEN"])
    })

    it("is BUSINESS_DAY_CLOSED for an order of an earlier day", async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub, { createdAt: "2026-11-20T12:30:00-05:00" })
      expect((await hub.call("POST", cancelPath(external), REASON)).body.code).toBe("BUSINESS_DAY_CLOSED")
    })

    it("requires the credit note first where invoices are numbered through the gateway", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub)
      const code = async () => (await hub.call("POST", cancelPath(external), REASON)).body.code
      await putInvoice(hub, id, "authorized")
      expect(await code()).toBe("FISCAL_REPRESENTATION_NOT_VOIDED")
      await putInvoice(hub, id, "cancelled")
      expect(await code()).toBe("FISCAL_ALREADY_CANCELLED")
      expect(await read(hub, id)).toMatchObject({ status: "OPEN" })
    })

    it("applies the account's current rules, and returns the rule's text, limit and actual value", async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub)
      hub.clock.advance(45 * 60_000)
      const late = await hub.call("POST", cancelPath(external, "?locale=en"), REASON)
      expect([late.status, late.body]).toMatchObject([
        409,
        {
          code: "CANCELLATION_POLICY_DENIED",
          message: "Pedido muy antiguo",
          reasonDetail: "Pasaron más de 60 minutos desde que se creó el pedido.",
          threshold: { limit: 60, actual: 75, unit: "minutes" },
          resolvedFrom: { source: "account", rule: "too-late" },
        },
      ])
      await setRules(hub, [{ id: "small", name: "Solo pequeños", maxAmount: "6.00" }])
      const large = await hub.call("POST", cancelPath(external), REASON)
      expect(large.body.threshold).toEqual({ limit: 6, actual: 6.5, unit: "USD" })
      expect(large.body).not.toHaveProperty("reasonDetail")
      await setRules(hub, [])
      expect((await hub.call("POST", cancelPath(external), REASON)).status).toBe(200)
    })

    it("accepts only a type of the aggregator's catalogue for an aggregator's order", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub, { channel: "GLOVO", paid: "CARD" })
      const wrong = await hub.call("POST", cancelPath(external), { ...REASON, cancellationType: "customer-left" })
      expect([wrong.status, wrong.body.code, wrong.body.details[0].path]).toEqual([
        400,
        "VALIDATION_ERROR",
        "cancellationType",
      ])
      await hub.call("POST", cancelPath(external), { ...REASON, cancellationType: "rider-missing" })
      expect((await read(hub, id)).metadata.cancellation).toMatchObject({ type: "rider-missing", group: "aggregator" })
    })

    it(`cancels once when ${PARALLEL} requests arrive at the same time`, async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub)
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => hub.call("POST", cancelPath(external), REASON)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(PARALLEL).fill(200))
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })
  })

  describe("a refund through a provider", () => {
    it("is made once, and then the order is cancelled", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      const answer = await hub.call("POST", cancelPath(external), REASON)
      expect([answer.status, answer.body.message]).toEqual([200, "Pedido anulado"])
      expect(provider.heard).toMatchObject([{ amount: "65000" }])
      expect(await read(hub, id)).toMatchObject({
        status: "CANCELLED",
        paymentStatus: "REFUNDED",
        metadata: { cancellation: { refunds: [{ method: "LINK", by: "provider", reference: "r-1" }] } },
      })
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("that is refused leaves the order as it was, and can be requested again", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      const before = await read(hub, id)
      provider.mood = "refuses"
      const refused = await hub.call("POST", cancelPath(external), REASON)
      expect([refused.status, refused.body.code, refused.body.message]).toEqual([
        409,
        "REFUND_FAILED",
        "The card is closed.",
      ])
      expect({ ...(await read(hub, id)), updatedAt: null }).toEqual({ ...before, updatedAt: null })
      provider.mood = "approves"
      expect((await hub.call("POST", cancelPath(external), REASON)).status).toBe(200)
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("is refused if the hub does not have the provider", async () => {
      const hub = await openTestHub(open)
      const file = JSON.parse(testTenants())
      const link = file.accounts[0].vendors[0].paymentMethods.find(({ code }: { code: string }) => code === "LINK")
      link.provider = ABSENT_PROVIDER
      await hub.hub.operator.provision(JSON.stringify(file))
      await hub.beside(({ store }) => store.system.write(({ db }) => db.deleteFrom("payment_provider").execute()))
      const { external, id } = await create(hub, PREPAID)
      expect((await hub.call("POST", cancelPath(external), REASON)).body.code).toBe("REFUND_FAILED")
      expect(await read(hub, id)).toMatchObject({ status: "OPEN", paymentStatus: "SUCCEEDED" })
    })

    it("blocks other cancellations, charges and closes of the order, but no corrections", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      provider.mood = "holds"
      const asked = provider.whenAsked()
      const first = hub.call("POST", cancelPath(external), REASON)
      await asked
      const second = await hub.call("POST", cancelPath(external), REASON)
      expect([second.status, second.body.code]).toEqual([409, "CANCELLATION_IN_PROGRESS"])
      expect((await hub.call("GET", eligibilityPath(external))).body.data.code).toBe("CANCELLATION_IN_PROGRESS")
      expect((await hub.call("PUT", `${ORDERS}/${id}`, correction())).body.data.outcome).toBe("applied")
      const store = (await read(hub, id)).storeId
      const closed = await hub.call("POST", `/api/v1/core/external/stores/${store}/days/2026-11-21/close`)
      expect(closed.body.data.figures).toMatchObject([{ gross: 0, cancellations: { transactions: 1, amount: 65000 } }])
      expect(await read(hub, id)).toMatchObject({ status: "OPEN", revision: 2 })
      provider.release()
      expect((await first).status).toBe(200)
      expect(await read(hub, id)).toMatchObject({ status: "CANCELLED", revision: 2 })
    })

    it("that is refused after the day was closed moves the order to the next day", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      const store = (await read(hub, id)).storeId
      provider.mood = "fails"
      expect((await hub.call("POST", cancelPath(external), REASON)).body.code).toBe("CANCELLATION_IN_PROGRESS")
      await hub.call("POST", `/api/v1/core/external/stores/${store}/days/2026-11-21/close`)
      provider.mood = "refuses"
      hub.clock.advance(LEASE_MS)
      await hub.sweep()
      expect(await read(hub, id)).toMatchObject({ status: "OPEN", businessDayDate: "2026-11-22" })
    })

    it("without an answer is requested again under its own key until the result is known", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      provider.mood = "fails"
      const answer = await hub.call("POST", cancelPath(external), REASON)
      expect([answer.status, answer.body.code]).toEqual([409, "CANCELLATION_IN_PROGRESS"])
      await hub.sweep()
      expect(provider.heard).toHaveLength(1)
      provider.mood = "approves"
      hub.clock.advance(LEASE_MS)
      await hub.sweep()
      expect(new Set(provider.heard.map(({ key }) => key)).size).toBe(1)
      expect(await read(hub, id)).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })

    it("with a lease from a clock that was a year ahead continues once the clock is right", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      provider.mood = "fails"
      expect((await hub.call("POST", cancelPath(external), REASON)).body.code).toBe("CANCELLATION_IN_PROGRESS")
      const lease_until = "2027-11-21T18:00:00.000Z"
      await hub.beside(({ store }) =>
        store.system.write(({ db }) => db.updateTable("refund").set({ lease_until }).execute()),
      )
      provider.mood = "approves"
      await hub.sweep()
      expect(await read(hub, id)).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
    })

    it("that a crash interrupted is completed by the next hub, with the money returned once", async () => {
      const { hub, provider } = await withProvider(open)
      const { external, id } = await create(hub, PREPAID)
      provider.mood = "holds"
      const asked = provider.whenAsked()
      const lost = hub.call("POST", cancelPath(external), REASON).catch(() => null)
      await asked
      hub.clock.advance(LEASE_MS)
      const next = await hub.another({ sandbox: provider.adapter })
      provider.mood = "approves"
      await next.sweep()
      expect(await read(next, id)).toMatchObject({ status: "CANCELLED" })
      provider.release()
      await lost
      expect(provider.refunded.size).toBe(1)
      expect(await types(hub)).toEqual(["order.opened", "order.cancelled"])
    })
  })

  describe("a check whether an order can be cancelled", () => {
    it("returns the verdict of a cancellation with 200, and changes nothing", async () => {
      const hub = await openTestHub(open)
      const { external, id } = await create(hub)
      const before = await read(hub, id)
      const yes = await hub.call("GET", eligibilityPath(external, "?locale=pt"))
      expect([yes.status, yes.body.data]).toMatchObject([
        200,
        { eligible: true, code: null, message: "O pedido pode ser cancelado", resolvedFrom: { source: "default" } },
      ])
      hub.clock.advance(45 * 60_000)
      const no = (await hub.call("GET", eligibilityPath(external))).body.data
      const refused = (await hub.call("POST", cancelPath(external), REASON)).body
      const { eligible, ...verdict } = no
      expect(eligible).toBe(false)
      expect(refused).toMatchObject(verdict)
      expect(await read(hub, id)).toEqual(before)
      expect(await types(hub)).toEqual(["order.opened"])
    })

    it("is a 404 for an unknown order and for another tenant's", async () => {
      const hub = await openTestHub(open)
      const { external } = await create(hub)
      expect((await hub.call("GET", eligibilityPath("nothing"))).status).toBe(404)
      expect((await hub.call("GET", eligibilityPath(external), undefined, GLOBEX_KEY)).status).toBe(404)
    })
  })

  it("a check returns what a cancellation returns, for random orders and rules", { timeout: RANDOM_MS }, async () => {
    const { hub } = await withProvider(open)
    const asked = fc.record({
      wish: fc.record({
        channel: fc.constantFrom("POS", "WEB", "GLOVO"),
        paid: fc.constantFrom(undefined, "CASH", "LINK"),
        total: fc.integer({ min: 0, max: 100 }),
        createdAt: fc.constantFrom("2026-11-20T20:00:00Z", "2026-11-21T16:30:00Z", "2026-11-21T17:30:00Z"),
      }),
      rule: fc.record(
        {
          maxAgeMinutes: fc.integer({ min: 0, max: 120 }),
          maxAmount: fc.integer({ min: 0, max: 100 }).map(String),
          allowedTypes: fc.subarray(["customer-left", "rider-missing"], { minLength: 1 }),
          channels: fc.subarray(["POS", "WEB", "GLOVO"], { minLength: 1 }),
        },
        { requiredKeys: [] },
      ),
      type: fc.constantFrom(undefined, "rider-missing", "customer-left"),
      locale: fc.constantFrom("es", "en", "pt"),
    })
    await fc.assert(
      fc.asyncProperty(asked, async ({ wish, rule, type, locale }) => {
        await setRules(hub, [{ id: "r", name: "Regla", ...rule }])
        const { external } = await create(hub, wish as Parameters<typeof orderBody>[0])
        const query = `?locale=${locale}${type ? `&cancellationType=${type}` : ""}`
        const checked = await hub.call("GET", eligibilityPath(external, query))
        const request = { ...REASON, ...(type && { cancellationType: type }) }
        const done = await hub.call("POST", cancelPath(external, `?locale=${locale}`), request)
        if (checked.status !== 200) {
          expect([done.status, done.body.code]).toEqual([checked.status, checked.body.code])
          return
        }
        const { eligible, ...verdict } = checked.body.data
        expect(done.status).toBe(eligible ? 200 : 409)
        if (!eligible) expect(done.body).toMatchObject(verdict)
      }),
      { seed: 20261121, numRuns: 30 },
    )
  })

  it("the reasons of a channel are listed with their group", async () => {
    const hub = await openTestHub(open)
    const reasons = async (query: string) =>
      (await hub.call("GET", `${PARTNER}/cancellation-reasons${query}`)).body.data.reasons.map(
        ({ id, group }: { id: string; group: string }) => [id, group],
      )
    expect(await reasons("?channel=POS")).toEqual([["customer-left", "account"]])
    expect(await reasons("?channel=GLOVO")).toEqual([["rider-missing", "aggregator"]])
    expect(await reasons("?channel=WEB")).toEqual([])
    expect(await reasons("")).toEqual([
      ["customer-left", null],
      ["rider-missing", null],
    ])
  })
})
