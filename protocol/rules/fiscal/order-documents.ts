/**
 * Decides which of an order's numbered documents stands, and which are second numbers from the other side. Hub and box decide the same
 * (docs/contract/fiscal.md#which-side-numbers).
 */
import type { FiscalRecord } from "../../shapes/fiscal-record.ts"
import type { OrderRecord } from "../../shapes/order.ts"

interface OrderDocuments {
  /** Null while the order has no number. */
  readonly invoice: FiscalRecord | null
  /** The credit note that voids it. */
  readonly note: FiscalRecord | null
  /** Second numbers from the other side, to be cancelled. If an invoice has a credit note, the note comes right before it. */
  readonly replaced: readonly FiscalRecord[]
}

/** The document that was issued first stands. If both were issued at the same moment, the store's stands. */
export function documentsOf(
  records: readonly FiscalRecord[],
  order: Pick<OrderRecord, "status" | "fiscalRepresentation"> | null,
): OrderDocuments {
  const numbered = records.filter(({ requestStatus }) => requestStatus === "GENERATED")
  const invoices = numbered.filter(({ operation }) => operation === "ISSUE").sort(compareIssue)
  const notes = numbered.filter(({ operation }) => operation === "CANCEL")
  const noteOf = (invoice: FiscalRecord) => notes.find((note) => voids(note, invoice)) ?? null
  const current = invoices.find((invoice) => isShownBy(order, invoice))
  const invoice = current && isFinal(order, noteOf(current)) ? current : chooseInvoice(invoices, { noteOf, current })
  const others = invoices.filter((one) => one !== invoice)
  return {
    invoice: invoice ?? null,
    note: invoice ? noteOf(invoice) : null,
    replaced: others.flatMap((one) => [noteOf(one) ?? [], one].flat()),
  }
}

export function voids(note: FiscalRecord, invoice: FiscalRecord): boolean {
  const { compensates } = note.representation
  return (
    compensates !== null &&
    compensates.documentNumber === invoice.representation.documentNumber &&
    compensates.documentType === invoice.documentType
  )
}

/** Ids of the requests behind the order's own documents: the one it shows and, if that is a credit note, the invoice that it voids. */
export function ownReferences(order: Pick<OrderRecord, "fiscalRepresentation">): string[] {
  const [top, ...earlier] = referencesOf(order)
  const voided = order.fiscalRepresentation?.compensates ? earlier.slice(0, 1) : []
  return [top, ...voided].filter((reference) => typeof reference === "string")
}

/** Ids of the requests behind all documents that the order shows, its own first. */
export function referencesOf({ fiscalRepresentation }: Pick<OrderRecord, "fiscalRepresentation">): (string | null)[] {
  if (!fiscalRepresentation) return []
  const documents = [fiscalRepresentation, ...fiscalRepresentation.history]
  return documents.map(({ providerIdentity }) => providerIdentity.reference)
}

/** An order that was cancelled takes no other invoice: one that arrives late is cancelled. */
function isFinal(order: Pick<OrderRecord, "status"> | null, note: FiscalRecord | null): boolean {
  return order?.status === "CANCELLED" || note?.side === "appliance"
}

interface Choice {
  readonly noteOf: (invoice: FiscalRecord) => FiscalRecord | null
  readonly current: FiscalRecord | undefined
}

function chooseInvoice(invoices: readonly FiscalRecord[], { noteOf, current }: Choice): FiscalRecord | undefined {
  const standing = invoices.filter((one) => !REFUSED.includes(one.documentStatus) && noteOf(one) === null)
  return standing[0] ?? current ?? invoices[0]
}

const REFUSED: readonly FiscalRecord["documentStatus"][] = ["REJECTED", "DENIED"]

function compareIssue(a: FiscalRecord, b: FiscalRecord): number {
  const [first, second] = [issuedAt(a), issuedAt(b)]
  return first === second ? a.side.localeCompare(b.side) : first < second ? -1 : 1
}

const issuedAt = ({ representation, requestedAt }: FiscalRecord) => representation.issuedAt ?? requestedAt

function isShownBy(
  order: Pick<OrderRecord, "fiscalRepresentation"> | null,
  { fiscalRequestId }: FiscalRecord,
): boolean {
  return order !== null && ownReferences(order).includes(fiscalRequestId)
}
