/**
 * An order's fiscal state as the API shows it, also for orders without a document (docs/contract/fiscal.md#fiscal-states,
 * docs/contract/fiscal.md#number-a-document).
 */

import { FISCAL_IDENTIFIERS } from "../../shapes/fiscal-identifiers.ts"
import type { OrderRecord } from "../../shapes/order.ts"
import type { FiscalStatus, OrderFiscal } from "../../shapes/order-fiscal.ts"
import type { FreeForm } from "../../shapes/scalars.ts"
import type { Store } from "../../shapes/store.ts"
import { textOf } from "../../unknown-values.ts"
import { buyerOf } from "../orders/buyer.ts"

/** Metadata fields of every country; null where unknown. */
const COMMON_FIELDS = [
  "docType",
  "docSubtype",
  "providerDocId",
  "pdfUrl",
  "xmlUrl",
  "emittedAt",
  "cancelledAt",
  "totalAmount",
  "taxAmount",
  "currencyCode",
]

const FAILED: readonly FiscalStatus[] = ["rejected", "denied", "error"]
const UNKNOWN_ERROR = { code: "UNKNOWN", message: "The authority gave no reason." }

export type FiscalStoreFacts = Pick<Store, "code" | "name" | "countryCode" | "legal">

export function fiscalOf(order: OrderRecord, store: FiscalStoreFacts): OrderFiscal {
  const document = order.fiscal
  const status = (document?.status as FiscalStatus | undefined) ?? statusWithoutDocument(order)
  const countryCode = textOf(document?.countryCode) ?? store.countryCode
  const { govIdType = null, govIdNumber = null, legalName = null, tradeName = null } = store.legal ?? {}
  return {
    status,
    countryCode,
    company: { govIdType, govIdNumber, legalName, tradeName },
    store: { code: store.code, name: store.name, govIdType, govIdNumber },
    buyer: buyerView(order),
    metadata: document && metadataOf(asObject(document.metadata), countryCode),
    ...(FAILED.includes(status) && { error: errorOf(asObject(document?.error)) }),
  }
}

/** A paid order that is still open is not awaiting payment, so its status is `not_issued`. */
function statusWithoutDocument({ status, settlement }: OrderRecord): FiscalStatus {
  return status === "OPEN" && settlement?.status !== "settled" ? "awaiting_payment" : "not_issued"
}

/** The buyer as shown; a final consumer if nobody is named. */
function buyerView(order: OrderRecord): OrderFiscal["buyer"] {
  const { isFinalConsumer = true, name = null, govIdType = null, govIdNumber = null } = buyerOf(order) ?? {}
  return { isFinalConsumer, name, govIdType, govIdNumber }
}

function metadataOf(metadata: FreeForm, countryCode: string | null): FreeForm {
  const own = identifiersOf(countryCode).filter((key) => metadata[key] !== undefined)
  return {
    ...Object.fromEntries(COMMON_FIELDS.map((key) => [key, metadata[key] ?? null])),
    ...Object.fromEntries(own.map((key) => [key, metadata[key]])),
  }
}

function identifiersOf(countryCode: string | null): string[] {
  const byCountry: Readonly<Record<string, object>> = FISCAL_IDENTIFIERS
  return Object.keys(byCountry[countryCode ?? ""] ?? {})
}

function errorOf({ code, message }: FreeForm) {
  return { code: textOf(code) ?? UNKNOWN_ERROR.code, message: textOf(message) ?? UNKNOWN_ERROR.message }
}

function asObject(value: unknown): FreeForm {
  return typeof value === "object" && value !== null ? (value as FreeForm) : {}
}
