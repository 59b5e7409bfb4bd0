/** Whether two points could give one number twice: a configuration that must never be applied. */
import type { FiscalPoint } from "../../../shapes/fiscal-point.ts"
import type { FiscalEnvironment } from "../../../shapes/fiscal-representation.ts"
import type { DocumentQuestion, FiscalAdapter, NumberRange } from "./adapter.ts"

/** Some sale, and its void: between them every kind of document that a point issues. */
const NOBODY: DocumentQuestion = { operation: "ISSUE", company: null, buyer: null, compensates: null }
const SOMEBODY: DocumentQuestion = { ...NOBODY, buyer: { govIdNumber: "20123456786" } }
const INVOICE = { documentType: null, documentNumber: "1", issuedAt: "", countryData: {} }
const QUESTIONS = [NOBODY, SOMEBODY, { ...NOBODY, operation: "CANCEL", compensates: INVOICE }] as const

interface ClashContext {
  readonly environment: FiscalEnvironment
  /** Both draw from one counter (one side of one store, or the hub): the same sequence is then counted once. */
  readonly isOneCounter: boolean
}

export function pointsClash(
  adapter: FiscalAdapter,
  [a, b]: readonly [FiscalPoint, FiscalPoint],
  { environment, isOneCounter }: ClashContext,
): boolean {
  return typesOf(adapter, a).some((type) => {
    const key = (point: FiscalPoint) => adapter.sequenceKey(point, type, environment)
    const book = (point: FiscalPoint) => key(bookOf(adapter, point, environment))
    if (!typesOf(adapter, b).includes(type) || book(a) !== book(b)) return false
    return overlap(adapter.range(a, type), adapter.range(b, type)) && !(isOneCounter && key(a) === key(b))
  })
}

/** The point without what only tells ranges, or series, of one book apart. */
function bookOf({ countryCode }: FiscalAdapter, point: FiscalPoint, environment: FiscalEnvironment): FiscalPoint {
  const { series, ...rest } = point
  const hasRange = point.from !== undefined && point.to !== undefined
  // Control numbers run through all series; what the sandbox prints is worth nothing, and may repeat them.
  const withoutSeries = countryCode === "VE" && environment === "PRODUCTION"
  return { ...rest, ...(!withoutSeries && series !== undefined && { series }), ...(hasRange && { from: 1, to: 1 }) }
}

function typesOf(adapter: FiscalAdapter, point: FiscalPoint): string[] {
  const types = QUESTIONS.map((question) => adapter.documentTypeOf(point, question))
  return [...new Set(types.filter((type) => type !== null))]
}

function overlap(a: NumberRange, b: NumberRange): boolean {
  return a.first <= b.last && b.first <= a.last
}
