/** A numbering request as hub and box keep it and tell each other of it, and the body that asks for one (docs/contract/fiscal.md#number-a-document). */
import Type, { type Static } from "typebox"
import {
  DocumentStatus,
  FiscalEnvironment,
  FiscalGraphic,
  FiscalOperation,
  FiscalRepresentation,
  NumberingStatus,
} from "./fiscal-representation.ts"
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
import { COUNTRIES } from "./store.ts"

const OptionalText = Type.Optional(nullable(Type.String({ maxLength: 200 })))

/** Nobody named is a final consumer. */
const NumberingBuyer = Type.Object({
  name: OptionalText,
  govIdType: OptionalText,
  govIdNumber: OptionalText,
  taxCondition: OptionalText,
})

export const NumberingBody = Type.Object({
  operation: FiscalOperation,
  /** The external id; the order need not exist yet. */
  orderId: ShortText,
  orderCode: Type.Optional(nullable(ShortText)),
  /** ISSUE needs its id or its code; CANCEL takes the invoice's. */
  store: Type.Optional(Type.Object({ id: Type.Optional(Uuid), code: Type.Optional(ShortText) })),
  buyer: Type.Optional(nullable(NumberingBuyer)),
  /** Major units. ISSUE needs them; CANCEL voids the whole invoice and takes its totals. */
  totals: Type.Optional(Type.Object({ total: MajorAmount, tax: Type.Optional(MajorAmount) })),
  currencyCode: Type.Optional(CurrencyCode),
  /** For the provider alone; the sandbox takes its instructions from `metadata.sandbox`. */
  metadata: Type.Optional(FreeForm),
})
export type NumberingBody = Static<typeof NumberingBody>

/** Which side drew the number, from a point that is its own. */
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
  /** Null where the store has no country yet: numbering has failed. */
  countryCode: nullable(oneOf(...COUNTRIES)),
  environment: FiscalEnvironment,
  requestStatus: NumberingStatus,
  documentStatus: DocumentStatus,
  /** What was drawn; null when nothing was. */
  sequenceKey: nullable(Type.String()),
  sequence: nullable(Type.Integer({ minimum: 0 })),
  documentType: nullable(Type.String()),
  documentLabel: nullable(Type.String()),
  authorizationLabel: nullable(Type.String()),
  representation: FiscalRepresentation,
  /** A code that could only be made from the authority's answer (Argentina): the representation stays as it was numbered. */
  graphic: Type.Optional(FiscalGraphic),
  buyer: nullable(NumberingBuyer),
  totals: Type.Object({ total: ScaledText, tax: ScaledText }),
  currencyCode: CurrencyCode,
  metadata: nullable(FreeForm),
  requestedAt: Instant,
})
export type FiscalRecord = Static<typeof FiscalRecord>

/** How an order stands with the authority, as its `fiscal` keeps it: `step` is the home's, the rest of a verdict the hub's. */
export const FiscalStanding = Type.Object({
  status: Type.String(),
  countryCode: nullable(Type.String()),
  metadata: FreeForm,
  /** Of the document that the status speaks of; null for one that we did not number. */
  fiscalRequestId: nullable(Uuid),
  /** 1 the invoice, 2 its void: it never falls, whoever tells. */
  step: Type.Integer({ minimum: 0 }),
  sourceEvent: Type.String(),
  /** QR codes that came with the authority's word, by the request of their document. */
  codes: Type.Optional(Type.Record(Type.String(), Type.String())),
  /** Our own credit note points at the invoice that it voids. */
  compensates: Type.Optional(Type.Unknown()),
  /** The authority refused the void: the document still stands. */
  stillValid: Type.Optional(Type.Boolean()),
  error: Type.Optional(Type.Object({ code: Type.String(), message: Type.String() })),
})
export type FiscalStanding = Static<typeof FiscalStanding>
