/** Fiscal numbering at the store, the cable never plugged in: a sale settles with its number, from the box's own point. */
import { describe, expect, it } from "vitest"
import type { StoreConfig } from "../../../protocol/shapes/store-config.ts"
import { fiscalBody, NUMBERING } from "../../kit/fiscal.ts"
import { API_KEY, aStoreConfig, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LEGAL = { legalName: "Acme Ecuador S.A.", govIdType: "RUC", govIdNumber: "1790012344001" }
const POINTS = [
  { establishment: "001", emissionPoint: "001", side: "hub" },
  { establishment: "001", emissionPoint: "002", side: "appliance" },
]
const cancelPath = (orderId: string) => `/api/v1/adapters/partner/stores/orders/${orderId}/cancel`

function withFiscal(over: object = {}): StoreConfig {
  const config = aStoreConfig()
  const fiscal = { environment: "SANDBOX", gateway: true, provider: "sandbox", points: POINTS, ...over }
  return { ...config, store: { ...config.store, countryCode: "EC", legal: LEGAL, fiscal } }
}

const open = (over: object = {}): Promise<LoneBox> => openLoneBox({ config: withFiscal(over) })

async function sell({ call }: LoneBox) {
  const body = orderBody()
  const response = await call("POST", ORDERS, body)
  const charged = await call("POST", `${ORDERS}/${response.body.data.id}/confirm-payment`, charge({}))
  return { external: body.orderId, id: response.body.data.id as string, charged }
}

const fiscalState = async ({ call }: LoneBox, id: string) =>
  (await call("GET", `${ORDERS}/${id}/fiscal`, undefined, API_KEY)).body.data.fiscal
const number = ({ call }: LoneBox, body: object) => call("POST", NUMBERING, body, API_KEY)

describe("a sale at a box without internet", () => {
  it("settles with a contingency number of the box's own point, and a repeated request returns it", async () => {
    const box = await open()
    const { external, id, charged } = await sell(box)
    expect(charged.body.data.outcome).toBe("settled")
    expect(await fiscalState(box, id)).toMatchObject({ status: "contingency", countryCode: "EC" })
    const { status, body } = await number(box, fiscalBody({ orderId: external }))
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      reused: true,
      document: { documentNumber: "001-002-000000001", authorizationMode: "CONTINGENCY" },
      printing: { printable: true, mode: "CONTINGENCY" },
    })
    const read = await box.call("GET", `${NUMBERING}/${body.data.fiscalRequestId}`, undefined, API_KEY)
    expect(read.body.data).toEqual({ ...body.data, reused: false })
  })

  it("that was numbered before it arrived uses that number and draws no other", async () => {
    const box = await open()
    const before = await number(box, fiscalBody({ orderId: "first-1" }))
    expect(before.body.data.document.documentNumber).toBe("001-002-000000001")
    await box.call("POST", ORDERS, orderBody({ orderId: "first-1", paid: "CASH" }))
    const next = await number(box, fiscalBody({ orderId: "second-1" }))
    expect(next.body.data.document.documentNumber).toBe("001-002-000000002")
  })

  it("draws consecutive numbers, whatever is refused in between", async () => {
    const box = await open()
    const { id } = await sell(box)
    await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
    await box.call("POST", ORDERS, orderBody({ total: "1.23456" }))
    const { external } = await sell(box)
    const { body } = await number(box, fiscalBody({ orderId: external }))
    expect(body.data.document.documentNumber).toBe("001-002-000000002")
  })

  it("with a gateway is cancelled only after its credit note", async () => {
    const box = await open()
    const made = orderBody({ channel: "WEB" })
    await box.call("POST", ORDERS, made, API_KEY)
    await number(box, fiscalBody({ orderId: made.orderId }))
    const early = await box.call("POST", cancelPath(made.orderId), { reason: "Customer left" }, API_KEY)
    expect(early.body.code).toBe("FISCAL_REPRESENTATION_NOT_VOIDED")
    const note = await number(box, { operation: "CANCEL", orderId: made.orderId })
    expect(note.body.data.document).toMatchObject({
      documentType: "04",
      compensates: { documentNumber: "001-002-000000001" },
    })
    expect((await box.call("POST", cancelPath(made.orderId), { reason: "Customer left" }, API_KEY)).status).toBe(200)
  })
})

describe("if no number can be given", () => {
  const POINTLESS = { points: [{ establishment: "x", emissionPoint: "002", side: "appliance" }] }

  it("CONTINUE sells without one, and the order says why", async () => {
    const box = await open(POINTLESS)
    const { charged, external, id } = await sell(box)
    expect(charged.body.data.outcome).toBe("settled")
    expect((await fiscalState(box, id)).status).toBe("not_issued")
    const { status, body } = await number(box, fiscalBody({ orderId: external }))
    expect([status, body.data.reused]).toEqual([200, true])
    expect(body.data).toMatchObject({ requestStatus: "FAILED", failure: { code: "FISCAL_POINT_INVALID" } })
  })

  it("REFUND refuses the charge with all that a lost sale needs, and writes nothing", async () => {
    const numberingFailure = { action: "REFUND", lostSaleReason: "FISCAL_NUMBERING_FAILED" }
    const box = await open({ ...POINTLESS, numberingFailure })
    const { charged, id } = await sell(box)
    expect([charged.status, charged.body.error]).toEqual([409, "FISCAL_NUMBERING_FAILED"])
    expect(charged.body.data).toMatchObject({ failure: { code: "FISCAL_POINT_INVALID" }, policy: numberingFailure })
    expect((await box.call("GET", `${ORDERS}/${id}`)).body.data).toMatchObject({ status: "OPEN", payments: [] })
    const prepaid = await box.call("POST", ORDERS, orderBody({ orderId: "lost-1", paid: "CASH" }))
    expect(prepaid.body.error).toBe("FISCAL_NUMBERING_FAILED")
    expect((await box.call("GET", `${ORDERS}/lost-1`)).status).toBe(404)
  })

  it("a store without fiscal configuration uses the account's policy", async () => {
    const rule = { from: "account", numberingFailure: { action: "REFUND" } } as const
    const config = withFiscal({})
    const box = await openLoneBox({
      config: { ...config, store: { ...config.store, fiscal: null, inheritedFailureRules: [rule] } },
    })
    const { body } = await number(box, fiscalBody({ orderId: "off-1" }))
    expect(body.data).toMatchObject({
      failure: { code: "FISCAL_NOT_CONFIGURED" },
      policy: { numberingFailure: { action: "REFUND", resolvedFrom: "account" } },
    })
  })

  it("a store whose numbering is off sells as usual", async () => {
    const box = await open({ points: [] })
    const { charged, id } = await sell(box)
    expect(charged.body.data.outcome).toBe("settled")
    expect((await fiscalState(box, id)).status).toBe("not_issued")
  })
})

describe("a numbering request", () => {
  it("that failed is retried under its own id, and reused with any result", async () => {
    const box = await open()
    const buyer = { name: "Ana", govIdType: "RUC", govIdNumber: "179" }
    const wrong = await number(box, fiscalBody({ orderId: "wrong-1", buyer }))
    expect([wrong.status, wrong.body.data.reused, wrong.body.data.requestStatus]).toEqual([201, false, "FAILED"])
    const stillWrong = await number(box, fiscalBody({ orderId: "wrong-1", buyer }))
    expect([stillWrong.status, stillWrong.body.data]).toEqual([200, { ...wrong.body.data, reused: true }])
    const right = await number(box, fiscalBody({ orderId: "wrong-1" }))
    expect([right.status, right.body.data.reused, right.body.data.requestStatus]).toEqual([200, true, "GENERATED"])
    expect(right.body.data.fiscalRequestId).toBe(wrong.body.data.fiscalRequestId)
  })

  it("is checked: totals, place, and a void without a document", async () => {
    const box = await open()
    const refused = async (body: object) => (await number(box, body)).body.error
    expect(await refused(fiscalBody({ totals: undefined }))).toBe("VALIDATION_ERROR")
    expect(await refused(fiscalBody({ totals: { total: 1, tax: 2 } }))).toBe("VALIDATION_ERROR")
    expect(await refused(fiscalBody({ store: undefined }))).toBe("VALIDATION_ERROR")
    expect(await refused(fiscalBody({ store: { code: "NOWHERE" } }))).toBe("NOT_FOUND")
    expect(await refused({ operation: "CANCEL", orderId: "nothing" })).toBe("FISCAL_DOCUMENT_NOT_ISSUED")
  })
})
