/** How many fiscal numbers the emission points of a store's box have left (docs/contract/fiscal.md#emission-points). */
import type { FiscalFailure } from "../../shapes/fiscal-representation.ts"
import type { Store } from "../../shapes/store.ts"
import { type Candidate, candidatesOf, type NumberingRequest } from "./fiscal-numbering.ts"
import { storeFiscal } from "./fiscal-policy.ts"

/** With fewer numbers left a person should ask for a new range now: authorities take days. */
const NUMBERS_LOW = 500
/** For small ranges the warning starts at this share of the range. */
const LOW_SHARE = 0.1
const PLACEHOLDER_ID = "00000000-0000-4000-8000-000000000000"

interface NumbersLeft {
  /** The point's name on documents: `001-002`, `SETP`. */
  readonly point: string
  readonly documentType: string
  /** `ISSUE` numbers sales, `CANCEL` their credit notes. */
  readonly operation: "ISSUE" | "CANCEL"
  /** The last number drawn; null if none was. */
  readonly last: number | null
  readonly left: number
  readonly state: "fine" | "low" | "used_up"
}

type StoreNumbers =
  | { readonly is: "off" }
  | { readonly is: "failing"; readonly failure: FiscalFailure }
  | { readonly is: "on"; readonly points: readonly NumbersLeft[] }

/** `lastOf` returns the last number of a sequence. */
export function numbersLeft(store: Store, lastOf: (key: string) => number | null, now: string): StoreNumbers {
  const fiscal = storeFiscal(store)
  const usesBoxPoints = fiscal?.points?.some(({ side }) => side === "appliance") || fiscal?.pointsUsedUp
  if (!usesBoxPoints) return { is: "off" }
  const sales = candidatesFor("ISSUE", store, now)
  if (!Array.isArray(sales)) return { is: "failing", failure: sales }
  const voids = candidatesFor("CANCEL", store, now)
  const points = [
    ...sales.map((candidate) => countLeft(candidate, "ISSUE", lastOf)),
    ...(Array.isArray(voids) ? voids.map((candidate) => countLeft(candidate, "CANCEL", lastOf)) : []),
  ]
  return { is: "on", points }
}

function candidatesFor(operation: "ISSUE" | "CANCEL", store: Store, now: string): Candidate[] | FiscalFailure {
  const request: NumberingRequest = {
    operation,
    orderId: "",
    orderCode: null,
    buyer: null,
    totals: { total: 0, tax: 0 },
    currencyCode: store.currency,
    metadata: null,
    invoice: null,
  }
  return candidatesOf(request, { store, side: "appliance", mode: "NORMAL", requestId: PLACEHOLDER_ID, now })
}

function countLeft(
  { adapter, point, key, first, last: end }: Candidate,
  operation: NumbersLeft["operation"],
  lastOf: (key: string) => number | null,
): NumbersLeft {
  const last = lastOf(key)
  const next = Math.max((last ?? first - 1) + 1, first)
  const left = Math.max(0, end - next + 1)
  const isLow = left < Math.min(NUMBERS_LOW, (end - first + 1) * LOW_SHARE)
  const question = { operation, company: null, buyer: null, compensates: null }
  const documentType = adapter.documentTypeOf(point, question) ?? ""
  return {
    point: pointName(point),
    documentType,
    operation,
    last,
    left,
    state: left === 0 ? "used_up" : isLow ? "low" : "fine",
  }
}

function pointName({
  establishment,
  emissionPoint,
  prefix,
  series,
  pointOfSale,
  identifier,
  from,
  to,
}: Candidate["point"]) {
  const parts = [establishment, emissionPoint, prefix, series, pointOfSale, identifier].filter(
    (part) => part !== undefined,
  )
  const range = from !== undefined && to !== undefined ? `${from}–${to}` : ""
  return [parts.join("-"), range].filter(Boolean).join(" ") || "1"
}
