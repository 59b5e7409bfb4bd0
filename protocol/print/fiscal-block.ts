/** The fiscal part of a receipt, from the order's numbered document: title, number, key and QR code in the country's words. */
import { adapterOf } from "../rules/fiscal/countries/index.ts"
import type { FiscalStanding } from "../shapes/fiscal-record.ts"
import type { FiscalRepresentation } from "../shapes/fiscal-representation.ts"
import type { OrderRecord } from "../shapes/order.ts"
import type { PrintFreshness } from "../shapes/print-job.ts"
import type { FreeForm } from "../shapes/scalars.ts"
import type { Store } from "../shapes/store.ts"
import { type FiscalWords, WORDS } from "./fiscal-words.ts"

/** More than this makes a code so fine that it is printed with smaller squares. */
const QR_SHORT_MAX = 200
const FAILED = ["rejected", "denied", "error"]

export interface FiscalBlock {
  /** Said above the title: tests, contingency, void. */
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

/** Null where nothing was numbered, or the authority refused it: such a receipt is never titled as fiscal. */
export function fiscalBlock(store: Store, order: OrderRecord): FiscalBlock | null {
  const document = numberedOf(order)
  const adapter = adapterOf(store.countryCode)
  const words = WORDS[store.countryCode ?? ""]
  if (!document || !adapter || !words) return null
  const metadata = metadataOf(order)
  const identifiers = { ...document.countryData, ...(speaksOf(document, metadata) ? metadata : {}) }
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

/** How far the authority is with what the receipt says. */
export function fiscalFreshness(order: OrderRecord): PrintFreshness["fiscal"] {
  const document = numberedOf(order)
  if (!document) return "none"
  const { fiscal } = order
  const status = statusOf(order)
  const settled = document.compensates ? "cancelled" : "authorized"
  if (status === settled || fiscal?.stillValid === true) return "authorized"
  return document.authorizationMode === "CONTINGENCY" ? "contingency" : "pending"
}

/** A refused invoice leaves nothing; a refused credit note leaves the invoice that it was to void. */
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
  const isKnown = words.pending && speaksOf(document, metadata) && metadata[words.pending.without] !== undefined
  const waits = document.authorizationMode === "CONTINGENCY" && fiscalFreshness(order) !== "authorized"
  return [
    ...(document.environment === "SANDBOX" ? [words.sandbox] : []),
    ...(waits ? words.contingency : []),
    ...(!document.compensates && status === "cancelled" ? [words.cancelled] : []),
    ...(words.pending && !waits && !isKnown ? [words.pending.note] : []),
  ]
}

/** Some countries' code can only be made from what the authority gives after the number. */
function lateQr({ fiscal }: OrderRecord, { providerIdentity: { reference } }: Numbered): string | null {
  const codes = fiscal?.codes as FiscalStanding["codes"]
  return (reference !== null && codes?.[reference]) || null
}

/** What the order knows of its invoice says nothing of a credit note, until the authority has spoken of that one. */
function speaksOf({ compensates, countryData }: Numbered, metadata: FreeForm): boolean {
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

function textOf(value: unknown): string | null {
  return typeof value === "string" && value !== "" ? value : null
}
