/** A company, a point and a sale of each country, so that a test says only what it is about. */
import type {
  Country,
  NotNumbered,
  NumberedDocument,
  NumberingQuestion,
} from "../../../../protocol/rules/fiscal/countries/index.ts"
import type { FiscalPoint } from "../../../../protocol/shapes/fiscal-point.ts"

interface Setup {
  readonly company: string
  readonly point: FiscalPoint
  /** The point of credit notes, where it is another. */
  readonly notes?: FiscalPoint
  readonly buyer: { readonly govIdType: string; readonly govIdNumber: string }
  readonly timeZone: string
  readonly currencyCode: string
}

const side = "hub"

/** The issuers are the tax authorities themselves, or companies that their manuals name. */
export const SETUPS: Readonly<Record<Country, Setup>> = {
  EC: {
    company: "1790012344001",
    point: { side, establishment: "001", emissionPoint: "001" },
    buyer: { govIdType: "CEDULA", govIdNumber: "1714307103" },
    timeZone: "America/Guayaquil",
    currencyCode: "USD",
  },
  BR: {
    company: "16.727.230/0001-97",
    point: { side, series: "1", state: "SP" },
    buyer: { govIdType: "CPF", govIdNumber: "529.982.247-25" },
    timeZone: "America/Sao_Paulo",
    currencyCode: "BRL",
  },
  CO: {
    company: "800197268-4",
    point: {
      side,
      prefix: "SETP",
      from: 990_000_000,
      to: 995_000_000,
      resolution: "18760000001",
      technicalKey: "fc8eac422eba16e22ffd8c6f94b3f40a6e38162c",
      softwarePin: "75315",
    },
    buyer: { govIdType: "NIT", govIdNumber: "213123432-1" },
    timeZone: "America/Bogota",
    currencyCode: "COP",
  },
  CL: {
    company: "60.803.000-K",
    point: { side, documentType: "39", from: 1, to: 500 },
    notes: { side, documentType: "61", from: 1, to: 50 },
    buyer: { govIdType: "RUT", govIdNumber: "12.345.678-5" },
    timeZone: "America/Santiago",
    currencyCode: "CLP",
  },
  AR: {
    company: "33-69345023-9",
    point: { side, pointOfSale: 3 },
    buyer: { govIdType: "CUIT", govIdNumber: "20-12345678-6" },
    timeZone: "America/Argentina/Buenos_Aires",
    currencyCode: "ARS",
  },
  VE: {
    company: "G-20000303-0",
    point: { side, series: "A", identifier: "00" },
    buyer: { govIdType: "RIF", govIdNumber: "V-11470283-4" },
    timeZone: "America/Caracas",
    currencyCode: "VES",
  },
}

export const COUNTRIES = Object.keys(SETUPS) as Country[]

export function asks(country: Country, change: Partial<NumberingQuestion> = {}): NumberingQuestion {
  const { company, point, notes, timeZone, currencyCode } = SETUPS[country]
  const cancels = change.operation === "CANCEL"
  return {
    operation: "ISSUE",
    point: cancels ? (notes ?? point) : point,
    sequence: country === "CO" && !cancels ? 990_000_000 : 1,
    issuedAt: "2026-11-21T23:30:15.000Z",
    timeZone,
    company: { legalName: "A company", govIdNumber: company },
    buyer: null,
    totals: { total: 115_000, tax: 15_000 },
    currencyCode,
    environment: "PRODUCTION",
    mode: "NORMAL",
    compensates: cancels
      ? {
          documentType: country === "AR" ? "6" : null,
          documentNumber: "1",
          issuedAt: "2026-11-21T22:00:00.000Z",
          countryData: {},
        }
      : null,
    requestId: "7b0e2f3c-1f0b-4c39-9d0c-0a3f7e6b1c01",
    ...change,
  }
}

/** The document that came of a question; a refusal is the test's failure. */
export function given(answer: NumberedDocument | NotNumbered): NumberedDocument {
  if ("failure" in answer) throw new Error(`${answer.failure.code}: ${answer.failure.message}`)
  return answer
}
