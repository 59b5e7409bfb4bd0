/** Bodies of numbering requests as a register sends them. */
import { candidatesOf, numberDocument } from "../../protocol/rules/fiscal/fiscal-numbering.ts"
import type { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { anId, aStore, NOON } from "./orders.ts"

export const NUMBERING = "/api/v2/external/fiscal/numbering"

let count = 0

/** An invoice of the demo's first store, to a final consumer. */
export function fiscalBody(over: Readonly<Record<string, unknown>> = {}) {
  count += 1
  return {
    operation: "ISSUE",
    orderId: `fiscal-${count}`,
    orderCode: "F-1",
    store: { code: "UIO-001" },
    totals: { total: "6.5000", tax: "0.8478" },
    currencyCode: "USD",
    ...over,
  }
}

/** An invoice as it is kept, drawn by the real rule. */
export function aFiscalRecord(): FiscalRecord {
  const legal = { legalName: "Acme", govIdType: "RUC", govIdNumber: "1790012344001" }
  const points = [{ establishment: "001", emissionPoint: "001", side: "hub" }]
  const store = aStore({ legal, fiscal: { environment: "SANDBOX", points } })
  const place = { store, side: "hub", mode: "NORMAL", requestId: anId(), now: NOON } as const
  const asked = {
    operation: "ISSUE",
    orderId: "o-1",
    orderCode: "A-1",
    buyer: null,
    totals: { total: 65_000, tax: 8_478 },
    currencyCode: "USD",
    metadata: null,
    invoice: null,
  } as const
  return numberDocument(asked, place, { candidates: candidatesOf(asked, place), lastOf: () => null }).record
}
