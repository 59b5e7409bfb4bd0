/** A fiscal provider's callback about a document (docs/contract/callbacks.md#fiscal-callback). */
import Type, { type Static } from "typebox"
import { FISCAL_IDENTIFIERS, type FiscalIdentifier } from "./fiscal-identifiers.ts"
import { CurrencyCode, FreeForm, Instant, MajorAmount, nullable, oneOf, ShortText, Uuid } from "./scalars.ts"
import { Country } from "./store.ts"

/** All types but `fiscal_graphic` are terminal; it may arrive before the terminal type with the same `eventId`. */
export const FiscalEventType = oneOf("fiscal_graphic", "authorized", "cancelled", "rejected", "denied", "error")
export type FiscalEventType = Static<typeof FiscalEventType>

const OptionalText = Type.Optional(nullable(Type.String({ maxLength: 4000 })))

const countries = Object.entries<Readonly<Record<string, string>>>(FISCAL_IDENTIFIERS)

/** A text or a number. It is checked later by the rules of the document's country. */
function identifierShape(name: FiscalIdentifier) {
  const meanings = countries.flatMap(([country, own]) => (own[name] ? [`${country}: ${own[name]}`] : []))
  return Type.Optional(
    Type.Unsafe<string | number | null>({ type: ["string", "number", "null"], description: `${meanings.join("; ")}.` }),
  )
}

const names = countries.flatMap(([, own]) => Object.keys(own)) as FiscalIdentifier[]
const identifiers = Object.fromEntries(names.map((name) => [name, identifierShape(name)])) as {
  readonly [Name in FiscalIdentifier]: ReturnType<typeof identifierShape>
}

export const FiscalCallbackDocument = Type.Object({
  docType: ShortText,
  docSubtype: ShortText,
  pdfUrl: OptionalText,
  xmlUrl: OptionalText,
  emittedAt: Type.Optional(nullable(Instant)),
  totalAmount: Type.Optional(nullable(MajorAmount)),
  taxAmount: Type.Optional(nullable(MajorAmount)),
  currencyCode: Type.Optional(nullable(CurrencyCode)),
  ...identifiers,
})
export type FiscalCallbackDocument = Static<typeof FiscalCallbackDocument>

const FiscalCallbackError = Type.Object({ code: ShortText, message: Type.String({ maxLength: 4000 }) })

export const FiscalCallback = Type.Object({
  countryCode: Country,
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
