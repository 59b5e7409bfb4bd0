/** Finds emission points that could give the same number twice. Such a configuration must not be applied. */
import type { FiscalPoint } from "../../../shapes/fiscal-point.ts"
import type { FiscalEnvironment } from "../../../shapes/fiscal-representation.ts"
import type { DocumentQuestion, FiscalAdapter, NumberRange } from "./adapter.ts"

/** Sample sales and a void that together cover every document type a point can issue. */
const SALE: DocumentQuestion = { operation: "ISSUE", company: null, buyer: null, compensates: null }
const SALE_WITH_BUYER: DocumentQuestion = { ...SALE, buyer: { govIdNumber: "20123456786" } }
const INVOICE = { documentType: null, documentNumber: "1", issuedAt: "", countryData: {} }
const QUESTIONS = [SALE, SALE_WITH_BUYER, { ...SALE, operation: "CANCEL", compensates: INVOICE }] as const

interface ClashContext {
  readonly environment: FiscalEnvironment
  /** Both points use the same counter (one side of one store, or the hub), so a shared sequence is counted only once. */
  readonly isOneCounter: boolean
}

export function pointsClash(
  adapter: FiscalAdapter,
  [a, b]: readonly [FiscalPoint, FiscalPoint],
  { environment, isOneCounter }: ClashContext,
): boolean {
  return typesOf(adapter, a).some((type) => {
    const key = (point: FiscalPoint) => adapter.sequenceKey(point, type, environment)
    const book = (point: FiscalPoint) => key(toNumberBook(adapter, point, environment))
    if (!typesOf(adapter, b).includes(type) || book(a) !== book(b)) return false
    return rangesOverlap(adapter.range(a, type), adapter.range(b, type)) && !(isOneCounter && key(a) === key(b))
  })
}

/** The point without its range, and in Venezuela without its series: points that then have the same key share a number book. */
function toNumberBook({ countryCode }: FiscalAdapter, point: FiscalPoint, environment: FiscalEnvironment): FiscalPoint {
  const { series, ...rest } = point
  const hasRange = point.from !== undefined && point.to !== undefined
  // Venezuela's control numbers run through all series. In the sandbox they may repeat.
  const withoutSeries = countryCode === "VE" && environment === "PRODUCTION"
  return { ...rest, ...(!withoutSeries && series !== undefined && { series }), ...(hasRange && { from: 1, to: 1 }) }
}

function typesOf(adapter: FiscalAdapter, point: FiscalPoint): string[] {
  const types = QUESTIONS.map((question) => adapter.documentTypeOf(point, question))
  return [...new Set(types.filter((type) => type !== null))]
}

function rangesOverlap(a: NumberRange, b: NumberRange): boolean {
  return a.first <= b.last && b.first <= a.last
}
