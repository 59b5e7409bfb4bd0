/** What a fiscal provider reports of a document (document 2, *Fiscal provider callback*). */
import Type, { type Static } from "typebox"
import { CurrencyCode, FreeForm, Instant, MajorAmount, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"

export const FiscalCallbackCountry = oneOf("BR", "CO", "EC", "CL", "AR", "VE")
export type FiscalCallbackCountry = Static<typeof FiscalCallbackCountry>

/** `fiscal_graphic` alone is not terminal: it may come before the state that it shares an `eventId` with. */
export const FiscalEventType = oneOf("fiscal_graphic", "authorized", "cancelled", "rejected", "denied", "error")
export type FiscalEventType = Static<typeof FiscalEventType>

const OptionalText = Type.Optional(nullable(Type.String({ maxLength: 4000 })))

/** Beside these, the identifiers of the country, which its own rule checks. */
export const FiscalCallbackDocument = Type.Object({
  docType: ShortText,
  docSubtype: ShortText,
  pdfUrl: OptionalText,
  xmlUrl: OptionalText,
  emittedAt: Type.Optional(nullable(Instant)),
  totalAmount: Type.Optional(nullable(MajorAmount)),
  taxAmount: Type.Optional(nullable(MajorAmount)),
  currencyCode: Type.Optional(nullable(CurrencyCode)),
})
export type FiscalCallbackDocument = Static<typeof FiscalCallbackDocument>

export const FiscalCallbackError = Type.Object({ code: ShortText, message: Type.String({ maxLength: 4000 }) })
export type FiscalCallbackError = Static<typeof FiscalCallbackError>

export const FiscalCallback = Type.Object({
  countryCode: FiscalCallbackCountry,
  eventType: FiscalEventType,
  /** For audit only: it may differ from one retry to the next. */
  providerEventId: ShortText,
  occurredAt: Instant,
  orderId: Uuid,
  eventId: ShortText,
  document: Type.Optional(nullable(FiscalCallbackDocument)),
  error: Type.Optional(nullable(FiscalCallbackError)),
  metadata: Type.Optional(nullable(FreeForm)),
})
export type FiscalCallback = Static<typeof FiscalCallback>
