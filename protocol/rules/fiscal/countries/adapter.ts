/** The interface that each country's fiscal numbering implements. Pure functions, shared by hub and box (docs/contract/fiscal.md#sequences). */
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

/** The issuer: `legal` of store or vendor. Argentina also needs the issuer's VAT condition. */
export type Company = Legal & { readonly taxCondition?: string }

/** The buyer; a final consumer if nobody is named. Argentina also needs the buyer's VAT condition. */
export interface FiscalBuyer {
  readonly isFinalConsumer?: boolean | undefined
  readonly name?: string | null | undefined
  readonly govIdType?: string | null | undefined
  readonly govIdNumber?: string | null | undefined
  readonly taxCondition?: string | null | undefined
}

/** The facts that decide which document type is issued. */
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
  /** Id of the request. Unguessable codes are derived from it, so that a retry gives the same key. */
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

/** A numbering that failed before a number was drawn. The message says what a person has to do. */
export interface NotNumbered {
  readonly failure: FiscalFailure
}

/** The numbers of a point, both ends included. */
export interface NumberRange {
  readonly first: number
  readonly last: number
}

/** A document as it was numbered. `from` holds what it was numbered from, if still known. */
export interface KnownDocument extends Pick<NumberedDocument, "documentNumber" | "countryData"> {
  readonly from?: Pick<
    NumberingQuestion,
    "issuedAt" | "timeZone" | "company" | "buyer" | "totals" | "currencyCode" | "environment"
  >
}

/** Result of checking a callback's `document`: the metadata to store, or its faults. */
export type CheckedDocument =
  | { readonly metadata: FreeForm; readonly graphic: FiscalGraphic | null }
  | { readonly faults: readonly Fault[] }

export interface FiscalAdapter {
  readonly countryCode: Country
  /** Value of `providerCode`. */
  readonly code: string
  /** Faults in the configuration of a point, by key; empty when it can number. */
  checkPoint(point: FiscalPoint): readonly Fault[]
  /** A message about a wrong tax id; null when it is right. */
  checkTaxId(govIdType: string | null, govIdNumber: string): string | null
  /** The printed name of a numbered document. */
  labelOf(countryData: FreeForm, isCreditNote: boolean): string
  /** The type that this point would issue; null when it issues no such document. */
  documentTypeOf(point: FiscalPoint, question: DocumentQuestion): string | null
  /** The sequence's name within one company. It differs between points, so that hub and box never share a sequence. */
  sequenceKey(point: FiscalPoint, documentType: string, environment: FiscalEnvironment): string
  range(point: FiscalPoint, documentType: string): NumberRange
  /** Numbers a document. Deterministic. A number counts as drawn only if a document is returned. */
  number(question: NumberingQuestion): NumberedDocument | NotNumbered
  /**
   * Checks the authority's `document`. Missing identifiers are taken from the numbered document; contradictions are faults. The default
   * environment is production.
   */
  checkDocument(document: FreeForm, numbered: KnownDocument | null, environment?: FiscalEnvironment): CheckedDocument
}

/** Values of `failure.code`. */
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
