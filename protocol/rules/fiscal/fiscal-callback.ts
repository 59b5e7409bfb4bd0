/** What a fiscal callback must and must not carry, by what it reports (docs/contract/callbacks.md#fiscal-callback). */
import { type Fault, invalid, type Refusal } from "../../refusals.ts"
import type { FiscalCallback, FiscalCallbackDocument } from "../../shapes/callback-fiscal.ts"
import type { FiscalEnvironment } from "../../shapes/fiscal-representation.ts"
import { adapterOf } from "./countries/index.ts"

const WITH_DOCUMENT = ["fiscal_graphic", "authorized", "cancelled"]

/** Before its order is looked for: what the sandbox would take may be more than what the order's store takes. */
export function checkFiscalCallback(callback: FiscalCallback): Refusal<"VALIDATION_ERROR"> | null {
  const faults = WITH_DOCUMENT.includes(callback.eventType) ? faultsOfSuccess(callback) : faultsOfFailure(callback)
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

/** Where the order is that a callback reports of. */
export interface FiscalCallbackStore {
  readonly countryCode: string
  readonly environment: FiscalEnvironment
}

/** Once the order is known: its country's documents are no other country's, and production looks closer than the door can. */
export function checkFiscalStore(
  { eventType, countryCode, document }: FiscalCallback,
  place: FiscalCallbackStore,
): Refusal<"VALIDATION_ERROR"> | null {
  if (countryCode !== place.countryCode) {
    return invalid({ path: "countryCode", message: `must be ${place.countryCode}, the country of the order's store` })
  }
  if (!document || !WITH_DOCUMENT.includes(eventType)) return null
  const faults = faultsOfCountry(countryCode, document, place.environment)
  return faults.length > 0 ? invalid(...faults) : null
}

/** The identifiers that the country's documents have, where they are sent; a graphic may come before there are any. */
function faultsOfCountry(
  countryCode: string,
  document: FiscalCallbackDocument,
  environment: FiscalEnvironment,
): readonly Fault[] {
  const checked = adapterOf(countryCode)?.checkDocument(document, null, environment)
  if (!checked || !("faults" in checked)) return []
  return checked.faults.map(withinDocument)
}

/** As the report names it what an adapter says of a document. */
export function withinDocument({ path, message }: Fault): Fault {
  return { path: path.startsWith("document") ? path : `document.${path}`, message }
}

/** A document beside the error is kept for the audit, and holds to nothing. */
function faultsOfFailure({ eventType, error }: FiscalCallback): Fault[] {
  return error ? [] : [{ path: "error", message: `is required for ${eventType}` }]
}
