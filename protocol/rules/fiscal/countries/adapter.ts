/** What every country's numbering answers for, pure: hub and box number by the same rules (docs/contract/fiscal.md#sequences). */
import type { Scaled } from "../../../money.ts"
import type { Fault } from "../../../refusals.ts"
import type { FiscalPoint } from "../../../shapes/fiscal-point.ts"
import type {
  AuthorizationMode,
  Compensated,
  FiscalEnvironment,
  FiscalFailure,
  FiscalGraphic,
  FiscalOperation,
} from "../../../shapes/fiscal-representation.ts"
import type { FreeForm } from "../../../shapes/scalars.ts"
import type { COUNTRIES, Legal } from "../../../shapes/store.ts"

export type Country = (typeof COUNTRIES)[number]

/** Who issues: the `legal` of store or vendor. AR reads the issuer's condition before VAT here. */
export type Company = Legal & { readonly taxCondition?: string }

/** Who buys; nobody named is a final consumer. AR reads the buyer's condition before VAT here. */
export interface FiscalBuyer {
  readonly isFinalConsumer?: boolean | undefined
  readonly name?: string | null | undefined
  readonly govIdType?: string | null | undefined
  readonly govIdNumber?: string | null | undefined
  readonly taxCondition?: string | null | undefined
}

/** What decides which kind of document is issued. */
export interface DocumentQuestion {
  readonly operation: FiscalOperation
  readonly company: Company | null
  readonly buyer: FiscalBuyer | null
  /** CANCEL: the invoice that the credit note voids. */
  readonly compensates: Compensated | null
}

export interface NumberingQuestion extends DocumentQuestion {
  readonly point: FiscalPoint
  /** Drawn from the sequence that `sequenceKey` names. */
  readonly sequence: number
  readonly issuedAt: string
  readonly timeZone: string
  readonly environment: FiscalEnvironment
  readonly mode: AuthorizationMode
  readonly totals: { readonly total: Scaled; readonly tax: Scaled }
  readonly currencyCode: string
  /** The request's id: the codes that a country wants to be unguessable are derived from it, so a retry gives the same key. */
  readonly requestId: string
}

export interface NumberedDocument {
  readonly documentType: string
  readonly documentLabel: string
  readonly documentNumber: string
  readonly authorizationMode: AuthorizationMode
  readonly authorizationLabel: string
  readonly issuedAt: string
  readonly countryData: FreeForm
  readonly graphic: FiscalGraphic | null
}

/** Why no number can be given: what is missing, and who has to do what. Nothing was drawn. */
export interface NotNumbered {
  readonly failure: FiscalFailure
}

/** The numbers that a point may give, both ends included. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/** The document that the authority speaks of, as it was numbered; with what it was numbered from, where that is still known. */
export interface KnownDocument extends Pick<NumberedDocument, "documentNumber" | "countryData"> {
  readonly from?: Pick<
    NumberingQuestion,
    "issuedAt" | "timeZone" | "company" | "buyer" | "totals" | "currencyCode" | "environment"
  >
}

/** What the callback's `document` comes to: what is kept of it, or its faults by its keys. */
export type CheckedDocument =
  | { readonly metadata: FreeForm; readonly graphic: FiscalGraphic | null }
  | { readonly faults: readonly Fault[] }

export interface FiscalAdapter {
  readonly countryCode: Country
  /** Identifies the adapter in `providerCode`. */
  readonly code: string
  /** What the configuration of a point lacks, by key; empty when it can number. */
  checkPoint(point: FiscalPoint): readonly Fault[]
  /** What is wrong with a tax id of this country, in words; null when nothing is. */
  checkTaxId(govIdType: string | null, govIdNumber: string): string | null
  /** What a numbered document is called, from what stands in it. */
  labelOf(countryData: FreeForm, isCreditNote: boolean): string
  /** What this point would issue; null when it issues nothing of that kind and another point must be asked. */
  documentTypeOf(point: FiscalPoint, question: DocumentQuestion): string | null
  /** Names the sequence within one company: never the same for two points, so two sides never share one. */
  sequenceKey(point: FiscalPoint, documentType: string, environment: FiscalEnvironment): string
  range(point: FiscalPoint, documentType: string): NumberRange
  /** The document for a number, or why there is none: only a number that gave a document counts as drawn. The same question, the same answer. */
  number(question: NumberingQuestion): NumberedDocument | NotNumbered
  /**
   * The authority's `document` as it is kept; what it leaves out stands as it was numbered, what contradicts that is a fault. Production,
   * unless the environment is said.
   */
  checkDocument(document: FreeForm, numbered: KnownDocument | null, environment?: FiscalEnvironment): CheckedDocument
}

/** The codes of `failure.code`. */
export const FAILURE_CODES = [
  "FISCAL_NOT_CONFIGURED",
  "FISCAL_POINT_INVALID",
  "FISCAL_COMPANY_INVALID",
  "FISCAL_BUYER_INVALID",
  "FISCAL_RANGE_EXHAUSTED",
  "FISCAL_NOTHING_TO_VOID",
] as const
type FailureCode = (typeof FAILURE_CODES)[number]

export function notNumbered(code: FailureCode, message: string): NotNumbered {
  return { failure: { code, message } }
}

export function isNotNumbered(value: NumberedDocument | NotNumbered): value is NotNumbered {
  return "failure" in value
}
