/** A numbering request and its stored record, which hub and box sync (docs/contract/fiscal.md#number-a-document). */
import Type, { type Static } from "typebox"
import {
  DocumentStatus,
  FiscalEnvironment,
  FiscalFailure,
  FiscalGraphic,
  FiscalOperation,
  FiscalRepresentation,
  NumberingStatus,
} from "./fiscal-representation.ts"
import { notPersonal, personal } from "./privacy.ts"
import {
  CurrencyCode,
  FreeForm,
  Instant,
  MajorAmount,
  nullable,
  oneOf,
  ScaledText,
  ShortText,
  Uuid,
} from "./scalars.ts"
import { Country } from "./store.ts"

const OptionalText = Type.Optional(nullable(Type.String({ maxLength: 200 })))

/** A final consumer if nobody is named. */
const NumberingBuyer = personal(
  Type.Object({
    name: OptionalText,
    govIdType: notPersonal(OptionalText),
    govIdNumber: OptionalText,
    taxCondition: OptionalText,
  }),
)

export const NumberingBody = Type.Object({
  operation: FiscalOperation,
  /** The external id; the order need not exist yet. */
  orderId: ShortText,
  orderCode: Type.Optional(nullable(ShortText)),
  /** ISSUE needs its id or its code; CANCEL takes the invoice's. */
  store: Type.Optional(Type.Object({ id: Type.Optional(Uuid), code: Type.Optional(ShortText) })),
  buyer: Type.Optional(nullable(NumberingBuyer)),
  /** In major units. Required for ISSUE; CANCEL voids the whole invoice and takes its totals. */
  totals: Type.Optional(Type.Object({ total: MajorAmount, tax: Type.Optional(MajorAmount) })),
  currencyCode: Type.Optional(CurrencyCode),
  /** For the provider only; the sandbox takes its instructions from `metadata.sandbox`. */
  metadata: Type.Optional(FreeForm),
})
export type NumberingBody = Static<typeof NumberingBody>

/** The side that drew the number, from an emission point of its own. */
export const FiscalSide = oneOf("hub", "appliance")
export type FiscalSide = Static<typeof FiscalSide>

export const FiscalRecord = Type.Object({
  fiscalRequestId: Uuid,
  operation: FiscalOperation,
  /** The order's external id. */
  orderId: ShortText,
  orderCode: nullable(ShortText),
  storeId: Uuid,
  side: FiscalSide,
  /** Null if the store has no country yet; then numbering failed. */
  countryCode: nullable(Country),
  environment: FiscalEnvironment,
  requestStatus: NumberingStatus,
  documentStatus: DocumentStatus,
  /** Sequence and number that were drawn; null if none was. */
  sequenceKey: nullable(Type.String()),
  sequence: nullable(Type.Integer({ minimum: 0 })),
  documentType: nullable(Type.String()),
  documentLabel: nullable(Type.String()),
  authorizationLabel: nullable(Type.String()),
  representation: FiscalRepresentation,
  /** QR code made from the authority's answer (Argentina). The representation is not changed by it. */
  graphic: Type.Optional(FiscalGraphic),
  buyer: nullable(NumberingBuyer),
  totals: Type.Object({ total: ScaledText, tax: ScaledText }),
  currencyCode: CurrencyCode,
  metadata: nullable(FreeForm),
  requestedAt: Instant,
})
export type FiscalRecord = Static<typeof FiscalRecord>

/** An order's `fiscal`: the state of its document at the authority. The home sets `step`, the hub writes the verdicts. */
export const FiscalStanding = Type.Object({
  status: Type.String(),
  countryCode: nullable(Type.String()),
  metadata: FreeForm,
  /** Request of the document that the status is about; null if the document was not numbered here. */
  fiscalRequestId: nullable(Uuid),
  /** 1: invoice, 2: its void. Never decreases. */
  step: Type.Integer({ minimum: 0 }),
  sourceEvent: Type.String(),
  /** QR codes made from the authority's answers, by the request id of their document. */
  codes: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** The invoice that our own credit note voids. */
  compensates: Type.Optional(Type.Unknown()),
  /** The authority refused the void, so the document is still valid. */
  stillValid: Type.Optional(Type.Boolean()),
  error: Type.Optional(FiscalFailure),
})
export type FiscalStanding = Static<typeof FiscalStanding>
