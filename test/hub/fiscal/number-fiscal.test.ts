/** Fiscal numbering over HTTP, on both databases: the contract's rows, once for each order and operation, and no number twice. */
import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { sentOf } from "../../kit/events.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { GLOBEX_KEY, KEY, openTestHub, READER_KEY, SISTER_KEY, type TestHub, testTenants } from "../../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const cancelPath = (orderId: string) => `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`
const PARALLEL = 40

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open)
  })
  const number = (body: object, key = KEY) => hub.call("POST", NUMBERING, body, key)
  const ordered = async (options: Parameters<typeof orderBody>[0] = {}) => {
    const body = orderBody(options)
    const response = await hub.call("POST", ORDERS, body)
    return { external: body.orderId, id: response.body.data.id as string }
  }
  const get = async (id: string) => (await hub.call("GET", `${ORDERS}/${id}`)).body.data
  const sent = (id: string, type: string) => sentOf(hub, id, type)

  describe("a numbering request", () => {
    it("returns all that the contract lists, and so does the lookup", async () => {
      const { external } = await ordered()
      const { status, body } = await number(fiscalBody({ orderId: external }))
      expect(status).toBe(201)
      expect(body.data).toMatchObject({
        orderCode: "F-1",
        reused: false,
        countryCode: "EC",
        requestStatus: "GENERATED",
        documentStatus: "PENDING",
        retryable: false,
        environment: "SANDBOX",
        document: { documentType: "01", documentLabel: "Factura", authorizationMode: "NORMAL", compensates: null },
        printing: { printable: true, mode: "FISCAL", reason: null },
        failure: null,
        policy: {
          numberingFailure: { action: "REFUND", lostSaleReason: "FISCAL_NUMBERING_FAILED", resolvedFrom: "store" },
        },
      })
      expect(body.data.countryData.claveAcceso).toMatch(/^\d{49}$/)
      expect(body.data.document.documentNumber).toBe(`001-001-${body.data.countryData.secuencial}`)
      const again = await hub.call("GET", `${NUMBERING}/${body.data.fiscalRequestId}`)
      expect(again.body.data).toEqual(body.data)
    })

    it("is reused for the same order and operation, whatever else the retry says", async () => {
      const { external } = await ordered()
      const first = await number(fiscalBody({ orderId: external }))
      const second = await number(fiscalBody({ orderId: external, totals: { total: 99 } }))
      expect(second.status).toBe(200)
      expect(second.body.data).toEqual({ ...first.body.data, reused: true })
    })

    it("is stored once for forty at once", async () => {
      const { external } = await ordered()
      const answers = await Promise.all(
        Array.from({ length: PARALLEL }, () => number(fiscalBody({ orderId: external }))),
      )
      expect(new Set(answers.map(({ body }) => body.data.document.documentNumber)).size).toBe(1)
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    })

    it("needs its scope, also to be read; a sister vendor may read it but number nothing", async () => {
      const { external } = await ordered()
      const { body } = await number(fiscalBody({ orderId: external }))
      const path = `${NUMBERING}/${body.data.fiscalRequestId}`
      expect((await hub.call("GET", path, undefined, GLOBEX_KEY)).status).toBe(403)
      expect((await hub.call("GET", path, undefined, READER_KEY)).status).toBe(403)
      expect((await hub.call("GET", path, undefined, SISTER_KEY)).status).toBe(200)
      expect((await number(fiscalBody({ orderId: external }), SISTER_KEY)).status).toBe(404)
    })

    it("is a 404 for another account", async () => {
      const { body } = await number(fiscalBody({ orderId: "secret-1" }))
      const asked = { accountId: "globex", vendorId: "globex.br.saopaulo", name: "fiscal", scopes: ["fiscal:write"] }
      const made = await hub.hub.operator.createKey(asked)
      const key = "key" in made ? made.key : ""
      expect((await hub.call("GET", `${NUMBERING}/${body.data.fiscalRequestId}`, undefined, key)).status).toBe(404)
      expect((await number(fiscalBody({ orderId: "secret-1" }), key)).status).toBe(404)
      expect((await number({ operation: "CANCEL", orderId: "secret-1" }, key)).status).toBe(400)
    })

    it("that fails returns the reason and advice, draws no number, and can be retried under its id", async () => {
      const off = await number(fiscalBody({ orderId: "off-1", store: { code: "GYE-001" } }), SISTER_KEY)
      expect(off.body.data).toMatchObject({
        requestStatus: "FAILED",
        retryable: true,
        failure: { code: "FISCAL_NOT_CONFIGURED" },
        printing: { printable: false, mode: "NONE" },
        document: { documentNumber: null },
        policy: { numberingFailure: { action: "CONTINUE", lostSaleReason: null, resolvedFrom: "default" } },
      })
      const buyer = { name: "Ana", govIdType: "RUC", govIdNumber: "179" }
      const wrong = await number(fiscalBody({ orderId: "wrong-1", buyer }))
      expect(wrong.status).toBe(201)
      expect(wrong.body.data).toMatchObject({
        reused: false,
        retryable: false,
        failure: { code: "FISCAL_BUYER_INVALID" },
      })
      const stillWrong = await number(fiscalBody({ orderId: "wrong-1", buyer }))
      expect([stillWrong.status, stillWrong.body.data]).toEqual([200, { ...wrong.body.data, reused: true }])
      const before = await number(fiscalBody({ orderId: "before-1" }))
      const right = await number(fiscalBody({ orderId: "wrong-1" }))
      expect([right.status, right.body.data.reused, right.body.data.requestStatus]).toEqual([200, true, "GENERATED"])
      expect(right.body.data.fiscalRequestId).toBe(wrong.body.data.fiscalRequestId)
      expect((await number(fiscalBody({ orderId: "wrong-1", buyer }))).body.data).toEqual(right.body.data)
      const [first, second] = [before, right].map(({ body }) => Number(body.data.countryData.secuencial))
      expect(second).toBe((first ?? 0) + 1)
    })
  })

  it("the failure policy comes from the store, else the vendor, else the account, else CONTINUE; its version changes with it", async () => {
    const told = async (levels: readonly ("store" | "vendor" | "account")[], orderId: string) => {
      const file = JSON.parse(testTenants())
      const [account] = file.accounts
      const [vendor] = account.vendors
      const [place] = vendor.stores
      const rule = { numberingFailure: { action: "REFUND" } }
      const { numberingFailure: _own, ...fiscal } = place.fiscal
      place.fiscal = levels.includes("store") ? { ...fiscal, ...rule } : fiscal
      if (levels.includes("vendor")) vendor.fiscal = rule
      if (levels.includes("account")) account.fiscal = rule
      expect(await other.hub.operator.provision(JSON.stringify(file))).not.toHaveProperty("refused")
      const buyer = { name: "Ana", govIdType: "RUC", govIdNumber: "179" }
      return (await other.call("POST", NUMBERING, fiscalBody({ orderId, buyer }))).body.data.policy.numberingFailure
    }
    const other = await openTestHub(open)
    const store = await told(["store", "vendor", "account"], "p-1")
    const vendor = await told(["vendor", "account"], "p-2")
    const account = await told(["account"], "p-3")
    const none = await told([], "p-4")
    expect(
      [store, vendor, account].map(({ action, lostSaleReason, resolvedFrom }) => [
        action,
        lostSaleReason,
        resolvedFrom,
      ]),
    ).toEqual(["store", "vendor", "account"].map((from) => ["REFUND", "FISCAL_NUMBERING_FAILED", from]))
    expect(none).toMatchObject({ action: "CONTINUE", lostSaleReason: null, resolvedFrom: "default" })
    expect(new Set([store, vendor, account, none].map(({ configVersion }) => configVersion)).size).toBe(4)
  })

  it("the account's failure policy applies to a store without fiscal configuration and to its box", async () => {
    const other = await openTestHub(open)
    const file = JSON.parse(testTenants())
    file.accounts[0].fiscal = { numberingFailure: { action: "REFUND" } }
    delete file.accounts[0].vendors[0].stores[0].fiscal
    expect(await other.hub.operator.provision(JSON.stringify(file))).not.toHaveProperty("refused")
    const { data } = (await other.call("POST", NUMBERING, fiscalBody({ orderId: "off-2" }))).body
    expect(data).toMatchObject({
      requestStatus: "FAILED",
      failure: { code: "FISCAL_NOT_CONFIGURED" },
      policy: {
        numberingFailure: { action: "REFUND", lostSaleReason: "FISCAL_NUMBERING_FAILED", resolvedFrom: "account" },
      },
    })
    const again = (await other.call("GET", `${NUMBERING}/${data.fiscalRequestId}`)).body.data
    expect(again.policy).toEqual(data.policy)
  })

  it("a lost sale's reason that is not in the catalogue is refused with its path", async () => {
    const file = JSON.parse(testTenants())
    file.accounts[0].fiscal = { numberingFailure: { action: "REFUND", lostSaleReason: "OTHER" } }
    const refused = await hub.hub.operator.provision(JSON.stringify(file))
    expect(refused).toMatchObject({
      refused: "VALIDATION_ERROR",
      details: [{ path: "accounts.0.fiscal.numberingFailure.lostSaleReason" }],
    })
  })

  describe("numbers", () => {
    it("of parallel orders are consecutive and unique", async () => {
      const ids = Array.from({ length: PARALLEL }, (_, index) => `row-${index}`)
      const answers = await Promise.all(ids.map((orderId) => number(fiscalBody({ orderId }))))
      const drawn = answers.map(({ body }) => Number(body.data.countryData.secuencial)).sort((a, b) => a - b)
      expect(drawn).toEqual(drawn.map((_, index) => (drawn[0] ?? 0) + index))
    })

    it("of credit notes are a sequence of their own", async () => {
      const { external } = await ordered()
      const issue = await number(fiscalBody({ orderId: external }))
      const cancel = await number(fiscalBody({ orderId: external, operation: "CANCEL" }))
      expect(cancel.body.data.document).toMatchObject({
        documentType: "04",
        documentNumber: "001-001-000000001",
        compensates: { documentNumber: issue.body.data.document.documentNumber },
      })
    })
  })

  describe("an order", () => {
    it("that exists gets its number: representation, status and the next event show it", async () => {
      const { external, id } = await ordered()
      const { body } = await number(fiscalBody({ orderId: external }))
      const order = await get(id)
      expect(order.fiscal).toMatchObject({ status: "pending", countryCode: "EC" })
      const [event] = await sent(id, "order.sent_to_authority")
      expect(event.event.id).toMatch(/^evt_[0-9a-f]{12}$/)
      expect(event.data.fiscalRepresentation).toMatchObject({
        documentNumber: body.data.document.documentNumber,
        numberingStatus: "GENERATED",
        history: [],
        compensates: null,
        providerIdentity: { name: "sandbox", reference: body.data.fiscalRequestId },
      })
      expect(event.data.lastKnown.fiscal).toMatchObject({ status: "pending" })
    })

    it("that arrives after its number is linked to it, and its first event shows it", async () => {
      const { body } = await number(fiscalBody({ orderId: "late-1" }))
      const { id } = await ordered({ orderId: "late-1", paid: "CASH" })
      const [completed] = await sent(id, "order.completed")
      expect(completed.data.fiscalRepresentation.documentNumber).toBe(body.data.document.documentNumber)
      expect(completed.data.lastKnown.fiscal).toEqual({ status: "pending", sourceEvent: "order.injected" })
      expect(await sent(id, "order.sent_to_authority")).toHaveLength(1)
    })

    it("that was never numbered has null, also where numbering is off", async () => {
      const { id } = await ordered({ paid: "CASH" })
      expect((await sent(id, "order.completed"))[0].data.fiscalRepresentation).toBeNull()
    })

    it("with an invoice cannot be corrected", async () => {
      const { external, id } = await ordered()
      await number(fiscalBody({ orderId: external }))
      const correction = { expectedRevision: 1, idempotencyKey: "fiscal-1", additionalInfo: { orderCode: "X" } }
      expect((await hub.call("PUT", `${ORDERS}/${id}`, correction)).body.error).toBe("ORDER_ALREADY_INVOICED")
    })

    it("that is charged afterwards keeps its document", async () => {
      const { external, id } = await ordered()
      await number(fiscalBody({ orderId: external }))
      await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
      expect((await get(id)).fiscal.status).toBe("pending")
    })
  })

  describe("cancelling", () => {
    it("requires the credit note first where there is a gateway, and keeps the invoice as history", async () => {
      const { external, id } = await ordered()
      const issue = await number(fiscalBody({ orderId: external }))
      const inverted = await hub.call("POST", cancelPath(external), { reason: "Customer left" })
      expect([inverted.status, inverted.body.code]).toEqual([409, "FISCAL_REPRESENTATION_NOT_VOIDED"])
      const note = await number({ operation: "CANCEL", orderId: external })
      expect(note.status).toBe(201)
      expect((await hub.call("POST", cancelPath(external), { reason: "Customer left" })).status).toBe(200)
      const [cancelled] = await sent(id, "order.cancelled")
      const { fiscalRepresentation: top, lastKnown } = cancelled.data
      expect(top.documentNumber).toBe(note.body.data.document.documentNumber)
      expect(top.compensates.documentNumber).toBe(issue.body.data.document.documentNumber)
      expect(top.history).toMatchObject([{ documentNumber: issue.body.data.document.documentNumber, history: [] }])
      expect(lastKnown.fiscal.status).toBe("cancelling")
    })

    it("a void of a document that was never issued is refused", async () => {
      const { external } = await ordered()
      const { status, body } = await number({ operation: "CANCEL", orderId: external })
      expect([status, body.error]).toEqual([409, "FISCAL_DOCUMENT_NOT_ISSUED"])
    })
  })
})
