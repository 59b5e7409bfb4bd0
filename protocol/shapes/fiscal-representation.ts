/** A numbered document in order events (docs/contract/fiscal.md#fiscal-representation) and in the answer of the numbering endpoint (*Fiscal request*). */
import Type, { type Static } from "typebox"
import { LostSaleReason } from "./lost-sale-reason.ts"
import { notPersonal } from "./privacy.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"
import { Country, NumberingFailureAction } from "./store.ts"

const Text = nullable(Type.String())

/** The environment that the service numbered in. */
export const FiscalEnvironment = oneOf("SANDBOX", "PRODUCTION")
export type FiscalEnvironment = Static<typeof FiscalEnvironment>

export const FiscalOperation = oneOf("ISSUE", "CANCEL")
export type FiscalOperation = Static<typeof FiscalOperation>

/** CONTINGENCY: numbered offline, legally issued, transmitted later. */
export const AuthorizationMode = oneOf("NORMAL", "CONTINGENCY")
export type AuthorizationMode = Static<typeof AuthorizationMode>

/** GENERATED: a number was drawn. FAILED: none was, and `failure` says why. It says nothing about the authority's verdict. */
export const NumberingStatus = oneOf("GENERATED", "FAILED")
export type NumberingStatus = Static<typeof NumberingStatus>

/** The authority's verdict about a document; PENDING until there is one. */
export const DocumentStatus = oneOf("PENDING", "AUTHORIZED", "REJECTED", "DENIED", "ERROR", "CANCELLED")
export type DocumentStatus = Static<typeof DocumentStatus>

export const FiscalFailure = Type.Object({ code: Type.String(), message: Type.String() })
export type FiscalFailure = Static<typeof FiscalFailure>

/** The content of the document's QR code. */
export const FiscalGraphic = Type.Object({ qr: Type.String() })
export type FiscalGraphic = Static<typeof FiscalGraphic>

/** The invoice that a credit note voids. */
export const Compensated = Type.Object({
  documentType: Text,
  documentNumber: Type.String(),
  issuedAt: Instant,
  countryData: notPersonal(FreeForm),
})
export type Compensated = Static<typeof Compensated>

const NUMBERED_FIELDS = {
  documentNumber: Text,
  issuedAt: nullable(Instant),
  authorizationMode: nullable(AuthorizationMode),
  numberingStatus: NumberingStatus,
  environment: FiscalEnvironment,
  /** The authority's identifiers, with keys that depend on the country. */
  countryData: nullable(notPersonal(FreeForm)),
  compensates: nullable(Compensated),
  providerCode: Type.String(),
  providerIdentity: Type.Object({ name: Type.String(), version: Type.String(), reference: Text }),
  /** Opaque; its keys are no part of the contract. */
  providerMetadata: FreeForm,
  graphic: nullable(FiscalGraphic),
  failure: nullable(FiscalFailure),
}

/** An earlier document: the same fields, with an empty history. */
const EarlierDocument = Type.Object({ ...NUMBERED_FIELDS, history: Type.Array(Type.Unknown(), { maxItems: 0 }) })

export const FiscalRepresentation = Type.Object({ ...NUMBERED_FIELDS, history: Type.Array(EarlierDocument) })
export type FiscalRepresentation = Static<typeof FiscalRepresentation>

const FiscalDocument = Type.Object({
  documentType: Text,
  documentLabel: Text,
  documentNumber: Text,
  authorizationMode: nullable(AuthorizationMode),
  authorizationLabel: Text,
  issuedAt: nullable(Instant),
  compensates: nullable(Compensated),
})

/** FISCAL and CONTINGENCY receipts carry the country's document title. NONE is a plain receipt, and `reason` says why. */
export const FiscalPrinting = Type.Object({
  printable: Type.Boolean(),
  mode: oneOf("FISCAL", "CONTINGENCY", "NONE"),
  reason: Text,
})
export type FiscalPrinting = Static<typeof FiscalPrinting>

export const NumberingFailurePolicy = Type.Object({
  action: NumberingFailureAction,
  lostSaleReason: nullable(LostSaleReason),
  configVersion: Type.String(),
  resolvedFrom: oneOf("store", "vendor", "account", "default"),
})
export type NumberingFailurePolicy = Static<typeof NumberingFailurePolicy>

export const FiscalRequest = Type.Object({
  fiscalRequestId: Uuid,
  orderCode: nullable(ShortText),
  reused: Type.Boolean(),
  /** Null if the store has no country yet; then numbering failed. */
  countryCode: nullable(Country),
  requestStatus: NumberingStatus,
  documentStatus: DocumentStatus,
  retryable: Type.Boolean(),
  environment: FiscalEnvironment,
  document: FiscalDocument,
  printing: FiscalPrinting,
  graphic: nullable(FiscalGraphic),
  failure: nullable(FiscalFailure),
  countryData: nullable(notPersonal(FreeForm)),
  policy: Type.Object({ numberingFailure: NumberingFailurePolicy }),
})
export type FiscalRequest = Static<typeof FiscalRequest>
