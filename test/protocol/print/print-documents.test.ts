/** The papers of a store, from orders, shifts and days on record. */
import { describe, expect, it } from "vitest"
import {
  dayCloseDocument,
  localeOf,
  receiptDocument,
  shiftSlip,
  testDocument,
} from "../../../protocol/print/print-documents.ts"
import { closeCash } from "../../../protocol/rules/cash/cash-close.ts"
import { type CorrectionOutcome, correctOrder } from "../../../protocol/rules/orders/correction.ts"
import type { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import type { CashCloseRequest, CashReconciliation } from "../../../protocol/shapes/cash-close.ts"
import type { OrderCorrection } from "../../../protocol/shapes/correction.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import type { Shift } from "../../../protocol/shapes/shift.ts"
import {
  aCashClose,
  accepted,
  anId,
  anOrder,
  aSettledOrder,
  aStore,
  aTender,
  NOON,
  STORE_ID,
  TENANT,
} from "../../kit/orders.ts"

const request = { jobId: anId(), width: 42 } as const
const day: BusinessDay = {
  storeId: STORE_ID,
  businessDayDate: "2026-11-21",
  status: "closed",
  openedAt: NOON,
  closedAt: NOON,
  figures: [],
}

it("a store's number is called by its own kind, once", () => {
  const legal = { legalName: "Acme do Brasil Ltda.", govIdType: "CNPJ", govIdNumber: "11222333000181" }
  const { plainText } = receiptDocument({ ...aStore(), countryCode: "BR", legal }, anOrder(), request).paper
  expect(plainText).toContain(" CNPJ 11222333000181")
  expect(plainText).not.toContain("CNPJ CNPJ")
})

describe("a shift's slip", () => {
  const withdrawals = [
    { amount: 10, category: "SAFE_DROP", withdrawnAt: NOON, authorizerName: "Inés Gil", notes: "Bolsa 7" },
  ] satisfies CashCloseRequest["withdrawals"]
  const closeIn = (currency: string, declaredCash: number) =>
    accepted<CashReconciliation>(
      closeCash({
        request: aCashClose({ currency, declaredCash, openingBalance: 50, withdrawals, reason: "COUNTING_ERROR" }),
        cashSales: 94_900,
        operatorHasSales: true,
        day: { businessDayDate: "2026-11-21", closed: false, hasBegun: true },
        existing: { bySession: null, byShift: null },
        tenant: TENANT,
        id: anId(),
        reportedBy: "device:pos-1",
        now: NOON,
      }),
    )

  it("has every currency that was counted, the shift's own first, and who approved it", () => {
    const own = closeIn("USD", 49)
    const details = { ...own.details, authorization: { approved_by: "Rosa Paz", approved_at: NOON } }
    const paper = shiftSlip(aStore(), { own: { ...own, details }, others: [closeIn("EUR", 49.49)] }, request)
    expect(paper.paper.plainText).toMatch(/\$50,00.*Faltante\s+-\$0,49.*€50,00.*Cuadra\s+€0,00.*Rosa Paz/s)
  })

  it("adds up: float, cash sales and withdrawals make what was expected", () => {
    const text = shiftSlip(aStore(), { own: closeIn("USD", 49) }, request).paper.plainText
    expect(text).toMatch(
      /Fondo inicial +\$50,00\nVentas en efectivo +\$9,49\nRetiros +\$10,00\n[\s\S]*Esperado +\$49,49\n/,
    )
  })

  it("prints who authorised each withdrawal and why, and the reason of a difference", () => {
    const short = shiftSlip(aStore(), { own: closeIn("USD", 49) }, request).paper.plainText
    expect(short).toMatch(/Caja fuerte +12:30 +10,00\n +Autoriza: Inés Gil\n +Bolsa 7\n/)
    expect(short).toMatch(/Motivo: Error de conteo/)
    expect(shiftSlip(aStore(), { own: closeIn("USD", 49.49) }, request).paper.plainText).not.toContain("Motivo")
  })
})

describe("a receipt", () => {
  it("prints the change that the register recorded, and none without one", () => {
    const order = aSettledOrder({ total: "6.5000" }, [aTender()])
    const paid = { ...order, metadata: { ...order.metadata, change: "35000" } }
    expect(receiptDocument(aStore(), paid, request).paper.plainText).toMatch(/Cambio\s+3,50/)
    expect(receiptDocument(aStore(), order, request).paper.plainText).not.toContain("Cambio")
  })

  it.each(["-1", "1e9", "much", "0", ""])("takes %j for no change", (change) => {
    const order = aSettledOrder({ total: "6.5000" }, [aTender()])
    const odd = { ...order, metadata: { ...order.metadata, change } }
    expect(receiptDocument(aStore(), odd, request).paper.plainText).not.toContain("Cambio")
  })

  it("names the buyer as the last correction left it, the recipient of the invoice first", () => {
    const print = (order: OrderRecord) => receiptDocument(aStore(), order, request).paper.plainText
    const correct = (order: OrderRecord, client: NonNullable<OrderCorrection["client"]>) => {
      const asked = { expectedRevision: order.revision, idempotencyKey: anId(), client }
      return accepted<CorrectionOutcome>(
        correctOrder({ order, request: asked, known: null, correctionsBytes: 0, now: NOON }),
      ).order
    }
    const named = anOrder({ client: { uid: "c-1", name: "Ana", lastName: "Núñez", govIdNumber: "1712345678" } })
    expect(print(named)).toMatch(/Ana Núñez.*1712345678/s)
    const billingInformation = { businessName: "Acme SA", govIdNumber: "179.001.2345-001" }
    const billed = correct(named, { uid: "c-1", name: "Ana", billingInformation })
    expect(print(billed)).toMatch(/Acme SA.*1790012345001/s)
    expect(print(billed)).not.toContain("Ana")
    const nobody = print(correct(billed, { uid: "c-1", govIdNumber: "9999999999" }))
    expect(nobody).not.toMatch(/Acme|Cliente|9999999999/)
  })

  it("derives the subtotal of an order that has only a total", () => {
    const text = receiptDocument(aStore(), aSettledOrder({ total: "6.5000" }, [aTender()]), request).paper.plainText
    expect(text).toMatch(/Subtotal\s+6,50/)
  })

  it("lists each tax by code and rate, and takes a discount off however its amount was signed", () => {
    const settled = aSettledOrder({ total: "6.5000" }, [aTender()])
    const [line] = settled.orderLines
    const taxed = (code: string, rate: string, amount: string) =>
      ({ ...line, taxes: [{ code, rate, amount }] }) as (typeof settled.orderLines)[number]
    const print = (...orderLines: (typeof settled.orderLines)[number][]) => {
      const totals = [...settled.totals, { code: "TAX", amount: "9000" }, { code: "DISCOUNT", amount: "5000" }]
      return receiptDocument(aStore(), { ...settled, totals, orderLines }, request).paper.plainText
    }
    const [iva, consumo] = [taxed("IVA", "0.15", "2500"), taxed("IMPOCONSUMO", "0.08", "3000")]
    expect(print(iva, consumo, iva)).toMatch(/Descuento +-0,50\nIVA 15% +0,50\nIMPOCONSUMO 8% +0,30\nImpuestos +0,10\n/)
    expect(print(iva, iva)).toMatch(/IVA 15% +0,90\nTOTAL/)
  })

  it("of a cancelled order is marked as cancelled", () => {
    const cancelled = { ...aSettledOrder({ total: "6.5000" }, [aTender()]), status: "CANCELLED" as const }
    expect(receiptDocument(aStore(), cancelled, request).freshness.isCancelled).toBe(true)
  })
})

describe("a day close", () => {
  it("keeps its fingerprint at every width, and changes it with the report", () => {
    const at = (width: 32 | 48, closedAt: string) =>
      dayCloseDocument(aStore(), { day: { ...day, closedAt }, closes: [] }, { ...request, width }).freshness.fingerprint
    expect(at(32, NOON)).toBe(at(48, NOON))
    expect(at(32, NOON)).not.toBe(at(32, "2026-11-21T20:00:00.000Z"))
  })

  it("lists the day's uncounted drawers in each of their currencies", () => {
    const shift: Shift = {
      shiftId: anId(),
      storeId: STORE_ID,
      businessDayDate: day.businessDayDate,
      terminalUid: "pos-1",
      operatorUid: "7",
      operatorName: "María Peña",
      currency: "USD",
      openingBalance: 50,
      otherFloats: [{ currency: "EUR", openingBalance: 20 }],
      openedAt: NOON,
      closedAt: null,
      withdrawals: [],
    }
    const print = (openShifts: readonly Shift[]) =>
      dayCloseDocument(aStore(), { day, closes: [], openShifts }, request).paper.plainText
    const uncounted =
      /CIERRES DE CAJA\nMaría Peña +12:30- +USD\n +Fondo inicial +50,00\n +Sin contar\nMaría Peña +12:30- +EUR/
    expect(print([shift])).toMatch(uncounted)
    expect(print([{ ...shift, businessDayDate: "2026-11-20" }])).not.toContain("CIERRES DE CAJA")
  })

  it("falls back to the seed, with a warning, when an unknown template is requested", () => {
    const ask = (more: object) => dayCloseDocument(aStore(), { day, closes: [] }, { ...request, ...more }).warnings
    expect(ask({})).toEqual([])
    expect(ask({ templateVersion: 1 })).toEqual([])
    expect(ask({ templateId: "mine" })).toEqual(["TEMPLATE_FELL_BACK_TO_SEED"])
    expect(ask({ templateVersion: 99 })).toEqual(["TEMPLATE_VERSION_AMBIGUOUS", "TEMPLATE_FELL_BACK_TO_SEED"])
  })
})

it("a document is in the language of the store's country", () => {
  expect(localeOf({ countryCode: "BR" })).toBe("pt-BR")
  expect(localeOf({ countryCode: "EC" })).toBe("es-EC")
  expect(localeOf({ countryCode: null })).toBe("es")
  const printer = { id: "tcp://1.2.3.4:9100", profile: "Generic", width: 42, codepage: "auto" }
  const page = (countryCode: "BR" | "EC") =>
    testDocument(aStore({ countryCode }), printer, { ...request, now: NOON }).paper.plainText
  expect(page("BR")).not.toBe(page("EC"))
})
