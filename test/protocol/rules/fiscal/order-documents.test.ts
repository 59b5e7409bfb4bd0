/** Which document is the order's where hub and store have numbered one sale: the same answer on both sides, whoever hears of what first. */
import { describe, expect, it } from "vitest"
import { withNumbering } from "../../../../protocol/rules/fiscal/fiscal-record.ts"
import { documentsOf, ownReferences, referencesOf } from "../../../../protocol/rules/fiscal/order-documents.ts"
import type { FiscalRecord } from "../../../../protocol/shapes/fiscal-record.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { aFiscalRecord } from "../../../kit/fiscal.ts"
import { anOrder } from "../../../kit/orders.ts"

const EARLY = "2026-11-21T12:00:00.000Z"
const LATE = "2026-11-21T12:00:01.000Z"

type Over = Partial<Pick<FiscalRecord, "side" | "documentStatus" | "requestStatus">> & { readonly at?: string }

function invoice(number: string, { at = EARLY, ...over }: Over): FiscalRecord {
  const record = aFiscalRecord()
  const { providerIdentity } = record.representation
  const representation = {
    ...record.representation,
    documentNumber: number,
    issuedAt: at,
    providerIdentity: { ...providerIdentity, reference: number },
  }
  return { ...record, fiscalRequestId: number, representation, ...over }
}

function note(number: string, voided: FiscalRecord, side: FiscalRecord["side"]): FiscalRecord {
  const { documentType, representation } = voided
  const record = invoice(number, { side, at: LATE })
  const compensates = {
    documentType,
    documentNumber: representation.documentNumber ?? "",
    issuedAt: EARLY,
    countryData: {},
  }
  const history = [{ ...representation, history: [] }]
  return { ...record, operation: "CANCEL", representation: { ...record.representation, compensates, history } }
}

const H = (over: Over = {}) => invoice("H", { side: "hub", ...over })
const S = (over: Over = {}) => invoice("S", { side: "appliance", ...over })
const idOf = (record: FiscalRecord | null) => record?.fiscalRequestId ?? null
const orderWith = (records: readonly FiscalRecord[], over: Partial<OrderRecord> = {}): OrderRecord => ({
  ...withNumbering(anOrder(), records, "fiscal.numbered"),
  ...over,
})

describe("document of an order", () => {
  const hub = H()
  const store = S({ at: LATE })
  const cases: [string, readonly FiscalRecord[], OrderRecord | null, (string | null)[]][] = [
    ["nothing was numbered", [], null, [null, null]],
    ["a numbering that failed is none", [H({ requestStatus: "FAILED" })], null, [null, null]],
    ["the earlier stands: the hub's", [store, hub], null, ["H", null, "S"]],
    ["the earlier stands: the store's", [S(), H({ at: LATE })], null, ["S", null, "H"]],
    ["of one moment the store's", [H(), S()], null, ["S", null, "H"]],
    ["one that was refused gives way", [H({ documentStatus: "REJECTED" }), store], null, ["S", null, "H"]],
    ["one that is void already gives way", [hub, note("NH", hub, "hub"), store], null, ["S", null, "NH", "H"]],
    [
      "the other one's credit note stands before it",
      [hub, store, note("NS", store, "hub")],
      null,
      ["H", null, "NS", "S"],
    ],
    [
      "a sale that its store has undone keeps its document",
      [hub, store, note("NS", store, "appliance")],
      orderWith([store]),
      ["S", "NS", "H"],
    ],
    ["so does a cancelled order", [hub, store], orderWith([store], { status: "CANCELLED" }), ["S", null, "H"]],
    [
      "a cancelled order without a number takes the one that there is",
      [hub],
      { ...anOrder(), status: "CANCELLED" },
      ["H", null],
    ],
    [
      "where all are void, what the order shows stays",
      [hub, note("NH", hub, "hub"), store, note("NS", store, "hub")],
      orderWith([store]),
      ["S", "NS", "NH", "H"],
    ],
  ]
  it.each(cases)("%s", (_why, records, order, expected) => {
    for (const told of [records, [...records].reverse()]) {
      const { invoice, note, replaced } = documentsOf(told, order)
      expect([idOf(invoice), idOf(note), ...replaced.map(idOf)]).toEqual(expected)
    }
  })
})

describe("order that both sides numbered", () => {
  const hub = H()
  const store = S({ at: LATE })

  it("has the second document in its history only", () => {
    const order = orderWith([hub, store])
    expect([referencesOf(order), ownReferences(order)]).toEqual([["H", "S"], ["H"]])
    const voided = withNumbering(
      order,
      [hub, store, note("NS", store, "hub"), note("NH", hub, "appliance")],
      "fiscal.numbered",
    )
    expect([referencesOf(voided), ownReferences(voided)]).toEqual([
      ["NH", "H", "NS", "S"],
      ["NH", "H"],
    ])
  })

  it("keeps its standing when only the history grows, and gets a new one for another document", () => {
    const fiscal = { ...orderWith([store]).fiscal, status: "authorized" }
    const order = { ...orderWith([store]), fiscal }
    const grown = withNumbering(order, [store, H({ at: "2026-11-21T12:00:02.000Z" })], "fiscal.numbered")
    expect([grown.fiscal?.status, referencesOf(grown)]).toEqual(["authorized", ["S", "H"]])
    const turned = withNumbering(order, [store, hub], "fiscal.numbered")
    expect([turned.fiscal?.status, turned.fiscal?.fiscalRequestId]).toEqual(["pending", "H"])
  })
})
