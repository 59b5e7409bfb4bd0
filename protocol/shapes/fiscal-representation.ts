/** A numbered document, as order events show it (docs/contract/fiscal.md#fiscal-representation) and as the numbering answers it (*Fiscal request*). */
import Type, { type Static } from "typebox"
import { LostSaleReason } from "./lost-sale-reason.ts"
import { FreeForm, Instant, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"
import { COUNTRIES } from "./store.ts"

const Text = nullable(Type.String())

/** The environment that the service numbered in. */
export const FiscalEnvironment = oneOf("SANDBOX", "PRODUCTION")
export type FiscalEnvironment = Static<typeof FiscalEnvironment>

export const FiscalOperation = oneOf("ISSUE", "CANCEL")
export type FiscalOperation = Static<typeof FiscalOperation>

/** CONTINGENCY: numbered offline, legally issued, transmitted later. */
export const AuthorizationMode = oneOf("NORMAL", "CONTINGENCY")
export type AuthorizationMode = Static<typeof AuthorizationMode>

/** GENERATED: a number was drawn. FAILED: none was, and `failure` says why. The authority's verdict stands elsewhere. */
export const NumberingStatus = oneOf("GENERATED", "FAILED")
export type NumberingStatus = Static<typeof NumberingStatus>

/** What the authority has said of a document: PENDING until it rules. */
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
  countryData: FreeForm,
})
export type Compensated = Static<typeof Compensated>

const Numbered = {
  documentNumber: Text,
  issuedAt: nullable(Instant),
  authorizationMode: nullable(AuthorizationMode),
  numberingStatus: NumberingStatus,
  environment: FiscalEnvironment,
  /** The authority's identifiers in the words of the country: iterate its keys. */
  countryData: nullable(FreeForm),
  compensates: nullable(Compensated),
  providerCode: Type.String(),
  providerIdentity: Type.Object({ name: Type.String(), version: Type.String(), reference: Text }),
  /** Opaque: nobody programs against its keys. */
  providerMetadata: FreeForm,
  graphic: nullable(FiscalGraphic),
  failure: nullable(FiscalFailure),
}

/** An earlier document: the same keys as the block; its own history is empty. */
const Earlier = Type.Object({ ...Numbered, history: Type.Array(Type.Unknown(), { maxItems: 0 }) })

export const FiscalRepresentation = Type.Object({ ...Numbered, history: Type.Array(Earlier) })
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

/** FISCAL and CONTINGENCY may be titled as the country titles them; NONE is a plain receipt, and `reason` says why. */
export const FiscalPrinting = Type.Object({
  printable: Type.Boolean(),
  mode: oneOf("FISCAL", "CONTINGENCY", "NONE"),
  reason: Text,
})
export type FiscalPrinting = Static<typeof FiscalPrinting>

export const NumberingFailurePolicy = Type.Object({
  action: oneOf("REFUND", "CONTINUE"),
  lostSaleReason: nullable(LostSaleReason),
  configVersion: Type.String(),
  resolvedFrom: oneOf("store", "vendor", "account", "default"),
})
export type NumberingFailurePolicy = Static<typeof NumberingFailurePolicy>

export const FiscalRequest = Type.Object({
  fiscalRequestId: Uuid,
  orderCode: nullable(ShortText),
  reused: Type.Boolean(),
  /** Null where the store has no country yet: numbering has failed. */
  countryCode: nullable(oneOf(...COUNTRIES)),
  requestStatus: NumberingStatus,
  documentStatus: DocumentStatus,
  retryable: Type.Boolean(),
  environment: FiscalEnvironment,
  document: FiscalDocument,
  printing: FiscalPrinting,
  graphic: nullable(FiscalGraphic),
  failure: nullable(FiscalFailure),
  countryData: nullable(FreeForm),
  policy: Type.Object({ numberingFailure: NumberingFailurePolicy }),
})
export type FiscalRequest = Static<typeof FiscalRequest>
