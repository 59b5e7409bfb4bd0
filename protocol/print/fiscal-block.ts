/** The fiscal part of a receipt, from the order's numbered document: title, number, key and QR code with the country's labels. */

import { adapterOf } from "../rules/fiscal/countries/index.ts"
import type { FiscalStanding } from "../shapes/fiscal-record.ts"
import type { FiscalRepresentation } from "../shapes/fiscal-representation.ts"
import type { OrderRecord } from "../shapes/order.ts"
import type { PrintFreshness } from "../shapes/print-job.ts"
import type { FreeForm } from "../shapes/scalars.ts"
import type { Store } from "../shapes/store.ts"
import { textOf } from "../unknown-values.ts"
import { type FiscalWords, WORDS } from "./fiscal-words.ts"

/** A longer text needs a QR code with more modules, so its modules are printed smaller. */
const QR_SHORT_MAX = 200
const FAILED = ["rejected", "denied", "error"]

export interface FiscalBlock {
  /** Printed above the title: test document, contingency, void. */
  readonly notes: readonly string[]
  readonly title: string
  readonly number: string
  readonly voids: string | null
  readonly rows: readonly { readonly label: string; readonly value: string }[]
  readonly keyLabel: string | null
  readonly key: string | null
  readonly qr: string | null
  readonly qrLong: string | null
}

type Numbered = FiscalRepresentation & { readonly documentNumber: string; readonly countryData: FreeForm }

/** Null where no document was numbered, or the authority refused it. Such a receipt never has a fiscal title. */
export function fiscalBlock(store: Store, order: OrderRecord): FiscalBlock | null {
  const document = numberedOf(order)
  const adapter = adapterOf(store.countryCode)
  const words = WORDS[store.countryCode ?? ""]
  if (!document || !adapter || !words) return null
  const metadata = metadataOf(order)
  const identifiers = { ...document.countryData, ...(isMetadataOf(document, metadata) ? metadata : {}) }
  const key = textOf(words.key && identifiers[words.key.name])
  const title = adapter.labelOf(document.countryData, document.compensates !== null)
  const qr = document.graphic?.qr ?? lateQr(order, document)
  return {
    notes: notesOf(words, order, document),
    title: words.isTitleAsWritten ? title : title.toUpperCase(),
    number: words.number?.(document.countryData) ?? document.documentNumber,
    voids: document.compensates && `${words.voids} ${document.compensates.documentNumber}`,
    rows: words.rows.flatMap(({ name, label }) => {
      const value = textOf(identifiers[name])
      return value === null ? [] : [{ label, value }]
    }),
    keyLabel: key && (words.key?.label ?? null),
    key: key && (words.key?.spaced ? (key.match(/.{1,4}/g) ?? []).join(" ") : key),
    qr: qr && qr.length <= QR_SHORT_MAX ? qr : null,
    qrLong: qr && qr.length > QR_SHORT_MAX ? qr : null,
  }
}

/** How far the authority has processed the document on the receipt. */
export function fiscalFreshness(order: OrderRecord): PrintFreshness["fiscal"] {
  const document = numberedOf(order)
  if (!document) return "none"
  const { fiscal } = order
  const status = statusOf(order)
  const settled = document.compensates ? "cancelled" : "authorized"
  if (status === settled || fiscal?.stillValid === true) return "authorized"
  return document.authorizationMode === "CONTINGENCY" ? "contingency" : "pending"
}

/** After a refused invoice there is no document. After a refused credit note the invoice is still valid. */
function numberedOf(order: OrderRecord): Numbered | null {
  const { fiscalRepresentation: top = null, fiscal } = order
  const refused = FAILED.includes(statusOf(order) ?? "")
  const document = refused ? (fiscal?.stillValid === true && top?.history[0]) || null : top
  const isNumbered = document?.numberingStatus === "GENERATED" && document.documentNumber && document.countryData
  return isNumbered ? ({ ...document, history: [] } as unknown as Numbered) : null
}

function notesOf(words: FiscalWords, order: OrderRecord, document: Numbered): string[] {
  const status = statusOf(order)
  const metadata = metadataOf(order)
  const isKnown = words.pending && isMetadataOf(document, metadata) && metadata[words.pending.without] !== undefined
  const waits = document.authorizationMode === "CONTINGENCY" && fiscalFreshness(order) !== "authorized"
  return [
    ...(document.environment === "SANDBOX" ? [words.sandbox] : []),
    ...(waits ? words.contingency : []),
    ...(!document.compensates && status === "cancelled" ? [words.cancelled] : []),
    ...(words.pending && !waits && !isKnown ? [words.pending.note] : []),
  ]
}

/** In some countries the QR code contains data that the authority returns after numbering. */
function lateQr({ fiscal }: OrderRecord, { providerIdentity: { reference } }: Numbered): string | null {
  const codes = fiscal?.codes as FiscalStanding["codes"]
  return (reference !== null && codes?.[reference]) || null
}

/** Whether the order's metadata is about this document. Until the authority answers, a credit note's order has the invoice's metadata. */
function isMetadataOf({ compensates, countryData }: Numbered, metadata: FreeForm): boolean {
  const own = Object.keys(countryData).filter((key) => metadata[key] !== undefined)
  return compensates === null || (own.length > 0 && own.every((key) => metadata[key] === countryData[key]))
}

function metadataOf({ fiscal }: OrderRecord): FreeForm {
  const metadata = fiscal?.metadata
  return typeof metadata === "object" && metadata !== null ? (metadata as FreeForm) : {}
}

function statusOf({ fiscal }: OrderRecord): string | null {
  return textOf(fiscal?.status)
}
