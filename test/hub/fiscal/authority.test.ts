/** The sandbox authority over the real callback endpoint: each of its rulings, and what becomes of order, request and events. */
import { beforeAll, describe, expect, it } from "vitest"
import { fiscalReport, recordPath } from "../../kit/callbacks.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { sentOf } from "../../kit/events.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { GLOBEX_KEY, KEY, openTestHub, type TestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const CALLBACK = "/api/v1/webhooks/fiscal/callback"
const cancelPath = (orderId: string) => `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`

eachDatabase((_engine, open) => {
  let hub: TestHub
  beforeAll(async () => {
    hub = await openTestHub(open, { sandboxFiscalDelayMs: 0 })
  })
  const fiscalOf = async (id: string, key = KEY) =>
    (await hub.call("GET", `${ORDERS}/${id}/fiscal`, undefined, key)).body.data.fiscal
  /** The orders's fiscal state once it has this status. */
  const becomes = async (id: string, status: string, key = KEY) => {
    await until(async () => (await fiscalOf(id, key)).status === status)
    return fiscalOf(id, key)
  }
  const ordered = async (options: Parameters<typeof orderBody>[0] = {}, key = KEY) => {
    const body = orderBody(options)
    const response = await hub.call("POST", ORDERS, body, key)
    return { external: body.orderId, id: response.body.data.id as string }
  }
  const numbered = async (over: object = {}) => {
    const order = await ordered()
    const { body } = await hub.call("POST", NUMBERING, fiscalBody({ orderId: order.external, ...over }))
    return { ...order, request: body.data }
  }
  const lookUp = async (fiscalRequestId: string) => (await hub.call("GET", `${NUMBERING}/${fiscalRequestId}`)).body.data
  const sent = (id: string, type: string) => sentOf(hub, id, type)

  describe("the authority", () => {
    it("authorizes: order, request and next event show it, and the number is unchanged", async () => {
      const { external, id, request } = await numbered()
      const fiscal = await becomes(id, "authorized")
      expect(fiscal.metadata).toMatchObject({
        claveAcceso: request.countryData.claveAcceso,
        numeroAutorizacion: request.countryData.claveAcceso,
        totalAmount: 6.5,
        taxAmount: 0.8478,
      })
      const later = await lookUp(request.fiscalRequestId)
      expect(later).toEqual({ ...request, documentStatus: "AUTHORIZED" })
      await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external })
      await hub.call("POST", cancelPath(external), { reason: "Customer left" })
      const [cancelled] = await sent(id, "order.cancelled")
      expect(cancelled.data.lastKnown.fiscal.status).toMatch(/^cancel/)
      expect(await sent(id, "order.invoiced")).toEqual([])
    })

    it.each([
      ["reject", "rejected"],
      ["deny", "denied"],
      ["error", "error"],
    ])(
      "%s: no document is valid, so a void is refused without a number and the order can be cancelled",
      async (sandbox, status) => {
        const { external, id, request } = await numbered({ metadata: { sandbox } })
        await becomes(id, status)
        const note = await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external })
        expect([note.status, note.body.error]).toEqual([409, "FISCAL_DOCUMENT_NOT_ISSUED"])
        expect((await lookUp(request.fiscalRequestId)).documentStatus).toBe(status.toUpperCase())
        expect((await hub.call("POST", cancelPath(external), { reason: "Customer left" })).status).toBe(200)
        expect((await fiscalOf(id)).status).toBe(status)
      },
    )

    it.each([
      ["reject", "rejected", "REJECTED"],
      ["deny", "denied", "DENIED"],
      ["error", "error", "ERROR"],
    ])("told to %s leaves no valid document, and returns the reason", async (instruction, status, documentStatus) => {
      const { id, request } = await numbered({ metadata: { sandbox: instruction } })
      const fiscal = await becomes(id, status)
      expect(fiscal.error).toEqual({ code: `SANDBOX_${documentStatus}`, message: expect.any(String) })
      const later = await lookUp(request.fiscalRequestId)
      expect(later).toMatchObject({ documentStatus, printing: { printable: false, mode: "NONE" } })
    })

    it.each(["reject", "deny"])(
      "told to %s, then sent a corrected document: it is authorized and the error is gone",
      async (sandbox) => {
        const { external, id, request } = await numbered({ metadata: { sandbox } })
        await until(async () => (await fiscalOf(id)).error !== undefined)
        const [opened] = await sent(id, "order.opened")
        const { claveAcceso } = request.countryData
        const document = { docType: "01", docSubtype: "FACTURA", claveAcceso, numeroAutorizacion: claveAcceso }
        const report = fiscalReport({ orderId: id, eventId: opened.event.id, document })
        expect((await hub.call("POST", CALLBACK, report)).status).toBe(202)
        const fiscal = await becomes(id, "authorized")
        expect(fiscal).not.toHaveProperty("error")
        expect(fiscal.metadata).toMatchObject({ claveAcceso, numeroAutorizacion: claveAcceso })
        expect(await lookUp(request.fiscalRequestId)).toEqual({ ...request, documentStatus: "AUTHORIZED" })
        await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external })
        await becomes(id, "cancelled")
      },
    )

    it("accepts only identifiers of the order's own document, and the right report still counts", async () => {
      const { id, request } = await numbered({ metadata: { sandbox: "silence" } })
      const other = await numbered({ metadata: { sandbox: "silence" } })
      const [opened] = await sent(id, "order.opened")
      const say = ({ claveAcceso }: { claveAcceso: string }) => {
        const document = { docType: "01", docSubtype: "FACTURA", claveAcceso, numeroAutorizacion: claveAcceso }
        return hub.call("POST", CALLBACK, fiscalReport({ orderId: id, eventId: opened.event.id, document }))
      }
      const wrong = await say(other.request.countryData)
      expect([wrong.status, wrong.body.details?.[0]?.path]).toEqual([400, "document.claveAcceso"])
      expect((await fiscalOf(id)).status).toBe("pending")
      const right = await say(request.countryData)
      expect([right.status, right.body.duplicate]).toEqual([202, false])
      await becomes(id, "authorized")
      expect((await say(request.countryData)).body.duplicate).toBe(true)
    })

    it("gets no second invoice for an order that another provider has invoiced", async () => {
      const { external, id } = await ordered()
      const [opened] = await sent(id, "order.opened")
      const document = { docType: "01", docSubtype: "FACTURA" }
      await hub.call("POST", CALLBACK, fiscalReport({ orderId: id, eventId: opened.event.id, document }))
      await becomes(id, "authorized")
      const asked = await hub.call("POST", NUMBERING, fiscalBody({ orderId: external }))
      expect([asked.status, asked.body.error]).toEqual([409, "ORDER_ALREADY_INVOICED"])
      expect((await fiscalOf(id)).status).toBe("authorized")
    })

    it("may deliver only the graphic, which is no authorization", async () => {
      const { id, request } = await numbered({ metadata: { sandbox: "graphic" } })
      expect((await becomes(id, "fiscal_graphic")).metadata.pdfUrl).toMatch(/^https:/)
      expect((await lookUp(request.fiscalRequestId)).documentStatus).toBe("PENDING")
    })

    it.each(["double", "timeout"])("told to %s rules once", async (instruction) => {
      const { id } = await numbered({ metadata: { sandbox: instruction } })
      await becomes(id, "authorized")
    })

    it("that refuses a document outright leaves an error", async () => {
      const { id } = await numbered({ metadata: { sandbox: "refuse" } })
      expect((await becomes(id, "error")).error.code).toBe("SANDBOX_REFUSED")
    })

    it("can be controlled by the buyer's name, which a cashier can type", async () => {
      const { id } = await numbered({ buyer: { name: "SANDBOX reject" } })
      await becomes(id, "rejected")
    })

    it("confirms a void: the invoice is cancelled, the credit note authorized", async () => {
      const { external, id, request } = await numbered()
      await becomes(id, "authorized")
      const { body } = await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external })
      const fiscal = await becomes(id, "cancelled")
      expect(fiscal.metadata.cancelledAt).toMatch(/Z$/)
      expect((await lookUp(request.fiscalRequestId)).documentStatus).toBe("CANCELLED")
      expect((await lookUp(body.data.fiscalRequestId)).documentStatus).toBe("AUTHORIZED")
    })

    it("refuses a void: rejected, and the invoice stays valid", async () => {
      const { external, id, request } = await numbered()
      await becomes(id, "authorized")
      const metadata = { sandbox: "reject" }
      const { body } = await hub.call("POST", NUMBERING, { operation: "CANCEL", orderId: external, metadata })
      expect((await becomes(id, "rejected")).error.code).toBe("SANDBOX_REJECTED")
      expect((await lookUp(request.fiscalRequestId)).documentStatus).toBe("AUTHORIZED")
      expect((await lookUp(body.data.fiscalRequestId)).documentStatus).toBe("REJECTED")
    })
  })

  describe("Brazil, whose provider issues the documents itself", () => {
    const KEY_44 = "52060433009911002506550120000007800267301615"
    const document = { docType: "65", docSubtype: "NFC-e", chaveAcesso: KEY_44, totalAmount: 6.5, currencyCode: "BRL" }
    const report = (orderId: string, eventId: string, over: object) =>
      hub.call("POST", CALLBACK, callback(orderId, eventId, over), GLOBEX_KEY)
    const callback = (orderId: string, eventId: string, over: object) => ({
      countryCode: "BR",
      providerEventId: "p-1",
      occurredAt: "2026-11-21T18:00:00Z",
      orderId,
      eventId,
      ...over,
    })

    it("authorized emits order.invoiced with the references; cancelled echoes its own event and emits order.reversed", async () => {
      const { external, id } = await ordered({ store: { code: "SP-001" }, channel: "WEB" }, GLOBEX_KEY)
      const [opened] = await sent(id, "order.opened")
      const taken = await report(id, opened.event.id, { eventType: "authorized", document })
      expect(taken.status, JSON.stringify(taken.body)).toBe(202)
      await becomes(id, "authorized", GLOBEX_KEY)
      const [invoiced] = await sent(id, "order.invoiced")
      expect(invoiced.data.fiscal.metadata.chaveAcesso).toBe(KEY_44)
      await hub.call("POST", cancelPath(external), { reason: "Customer left" }, GLOBEX_KEY)
      expect((await fiscalOf(id, GLOBEX_KEY)).status).toBe("cancelling")
      const [cancelled] = await sent(id, "order.cancelled")
      const lookup = await report(id, cancelled.event.id, { eventType: "cancelled", document })
      await becomes(id, "cancelled", GLOBEX_KEY)
      expect(await sent(id, "order.reversed")).toHaveLength(1)
      const record = await hub.call(
        "GET",
        `/api/v1/webhooks/events/${lookup.body.webhookEventId}`,
        undefined,
        GLOBEX_KEY,
      )
      expect(record.body.data ?? record.body).toMatchObject({
        status: "processed",
        result: { kind: "updated", documentId: id, receiptId: id, status: "cancelled" },
      })
    })

    it("rejected, corrected and authorized under a new event emits order.invoiced; a later rejection is ignored", async () => {
      const { id } = await ordered({ store: { code: "SP-001" } }, GLOBEX_KEY)
      const [opened] = await sent(id, "order.opened")
      const error = { code: "539", message: "Duplicidade" }
      await report(id, opened.event.id, { eventType: "rejected", error })
      await becomes(id, "rejected", GLOBEX_KEY)
      await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "br-t" }), GLOBEX_KEY)
      const [completed] = await sent(id, "order.completed")
      expect((await report(id, completed.event.id, { eventType: "authorized", document })).status).toBe(202)
      const fiscal = await becomes(id, "authorized", GLOBEX_KEY)
      expect(fiscal).not.toHaveProperty("error")
      const [invoiced, ...more] = await sent(id, "order.invoiced")
      expect(invoiced.data.fiscal.metadata.chaveAcesso).toBe(KEY_44)
      expect(more).toEqual([])
      const late = await report(id, invoiced.event.id, { eventType: "denied", error })
      await hub.hub.queue.settle()
      const record = await hub.call("GET", recordPath(late.body.webhookEventId), undefined, GLOBEX_KEY)
      expect(record.body.data ?? record.body).toMatchObject({ status: "ignored", result: { reason: "REGRESSION" } })
      expect((await fiscalOf(id, GLOBEX_KEY)).status).toBe("authorized")
    })

    it.each(["rejected", "denied", "error"])(
      "%s is accepted, whatever document comes with the error",
      async (eventType) => {
        const { id } = await ordered({ store: { code: "SP-001" } }, GLOBEX_KEY)
        const [opened] = await sent(id, "order.opened")
        const beside = { ...document, chaveAcesso: "12", emittedAt: "2026-11-21T12:00:00Z" }
        const failure = { eventType, document: beside, error: { code: "539", message: "Duplicidade" } }
        expect((await report(id, opened.event.id, failure)).status).toBe(202)
        expect(await becomes(id, eventType, GLOBEX_KEY)).toMatchObject({ error: failure.error })
      },
    )

    it("a graphic whose document has wrong identifiers is refused, and can be sent again", async () => {
      const { id } = await ordered({ store: { code: "SP-001" } }, GLOBEX_KEY)
      const [opened] = await sent(id, "order.opened")
      const graphic = (chaveAcesso: string) => ({
        eventType: "fiscal_graphic",
        document: { ...document, chaveAcesso, pdfUrl: "https://x.test/1.pdf" },
      })
      const wrong = await report(id, opened.event.id, graphic("12"))
      expect([wrong.status, wrong.body.details?.[0]?.path]).toEqual([400, "document.chaveAcesso"])
      const right = await report(id, opened.event.id, graphic(KEY_44))
      expect([right.status, right.body.duplicate]).toEqual([202, false])
      expect((await becomes(id, "fiscal_graphic", GLOBEX_KEY)).metadata.pdfUrl).toBe("https://x.test/1.pdf")
    })

    it("a verdict that comes too late is ignored with its reason", async () => {
      const { id } = await ordered({ store: { code: "SP-001" } }, GLOBEX_KEY)
      const [opened] = await sent(id, "order.opened")
      await report(id, opened.event.id, { eventType: "rejected", error: { code: "539", message: "Duplicidade" } })
      await becomes(id, "rejected", GLOBEX_KEY)
      const graphic = { eventType: "fiscal_graphic", document: { ...document, pdfUrl: "https://x.test/1.pdf" } }
      const late = await report(id, opened.event.id, graphic)
      expect(late.status, JSON.stringify(late.body)).toBe(202)
      const read = () => hub.call("GET", `/api/v1/webhooks/events/${late.body.webhookEventId}`, undefined, GLOBEX_KEY)
      await until(
        async () => !["queued", "processing"].includes((await read()).body.status ?? (await read()).body.data.status),
      )
      expect((await read()).body.data ?? (await read()).body).toMatchObject({
        status: "ignored",
        result: { kind: "ignored", reason: "REGRESSION", status: "rejected" },
      })
    })
  })
})
