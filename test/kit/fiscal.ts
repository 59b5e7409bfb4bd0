/** Bodies of numbering requests as a register sends them. */

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
