/** Validates a fiscal callback by its event type and country (docs/contract/callbacks.md#fiscal-callback). */
import { type Fault, invalid, type Refusal } from "../../refusals.ts"
import type { FiscalCallback, FiscalCallbackDocument } from "../../shapes/callback-fiscal.ts"
import type { FiscalEnvironment } from "../../shapes/fiscal-representation.ts"
import { adapterOf } from "./countries/index.ts"

const DOCUMENT_EVENTS = ["fiscal_graphic", "authorized", "cancelled"]

/** Checks that need no order. They use the sandbox's rules, which are the more lenient ones. */
export function checkFiscalCallback(callback: FiscalCallback): Refusal<"VALIDATION_ERROR"> | null {
  const faults = DOCUMENT_EVENTS.includes(callback.eventType) ? faultsOfSuccess(callback) : faultsOfFailure(callback)
  return faults.length > 0 ? invalid(...faults) : null
}

function faultsOfSuccess({ eventType, countryCode, document, error }: FiscalCallback): Fault[] {
  const faults: Fault[] = []
  if (error) faults.push({ path: "error", message: `is not allowed for ${eventType}` })
  if (!document) return [...faults, { path: "document", message: `is required for ${eventType}` }]
  if (eventType === "fiscal_graphic" && !document.pdfUrl) {
    faults.push({ path: "document.pdfUrl", message: "is required for fiscal_graphic" })
  }
  return [...faults, ...faultsOfCountry(countryCode, document, "SANDBOX")]
}

/** The store of the order that a callback reports about. */
export interface FiscalCallbackStore {
  readonly countryCode: string
  readonly environment: FiscalEnvironment
}

/** Checks that need the order: the country must be its store's, and the rules are those of the store's environment. */
export function checkFiscalStore(
  { eventType, countryCode, document }: FiscalCallback,
  place: FiscalCallbackStore,
): Refusal<"VALIDATION_ERROR"> | null {
  if (countryCode !== place.countryCode) {
    return invalid({ path: "countryCode", message: `must be ${place.countryCode}, the country of the order's store` })
  }
  if (!document || !DOCUMENT_EVENTS.includes(eventType)) return null
  const faults = faultsOfCountry(countryCode, document, place.environment)
  return faults.length > 0 ? invalid(...faults) : null
}

/** Faults in the country's identifiers that were sent. */
function faultsOfCountry(
  countryCode: string,
  document: FiscalCallbackDocument,
  environment: FiscalEnvironment,
): readonly Fault[] {
  const checked = adapterOf(countryCode)?.checkDocument(document, null, environment)
  if (!checked || !("faults" in checked)) return []
  return checked.faults.map(toDocumentFault)
}

/** An adapter's fault with its path from the root of the callback. */
export function toDocumentFault({ path, message }: Fault): Fault {
  return { path: path.startsWith("document") ? path : `document.${path}`, message }
}

/** A failure needs an error. A document beside it is stored for the audit without checks. */
function faultsOfFailure({ eventType, error }: FiscalCallback): Fault[] {
  return error ? [] : [{ path: "error", message: `is required for ${eventType}` }]
}
