/** Basic schemas: ids, moments, days, amounts. */
import Type, { type Static, type TSchema } from "typebox"

export const Uuid = Type.String({ format: "uuid" })

/** A moment, ISO 8601 with an offset or Z. */
export const Instant = Type.String({ format: "date-time" })

/** A calendar or business day, YYYY-MM-DD. */
export const LocalDate = Type.String({ format: "date" })

/** ISO 4217, upper case. */
export const CurrencyCode = Type.String({ pattern: "^[A-Z]{3}$" })

/**
 * An inbound amount in major units: a number or a decimal string. Decimals are checked when it is scaled. A refusal quotes the
 * description.
 */
export const MajorAmount = Type.Union([Type.Number(), Type.String({ pattern: "^-?\\d{1,12}(\\.\\d{1,4})?$" })], {
  description: "an amount: a number, or a decimal string with at most 4 decimals",
})
export type MajorAmount = Static<typeof MajorAmount>

/** An amount scaled by 10000, as a string (docs/contract/conventions.md#envelopes). */
export const ScaledText = Type.String({ pattern: "^-?\\d+$" })

/** A text of 1 to 200 characters. */
export const ShortText = Type.String({ minLength: 1, maxLength: 200 })

/** An object with any content, stored as sent. */
export const FreeForm = Type.Record(Type.String(), Type.Unknown())
export type FreeForm = Static<typeof FreeForm>

export function nullable<T extends TSchema>(schema: T) {
  return Type.Union([schema, Type.Null()])
}

/** An enumeration of texts. */
export function oneOf<const Words extends string[]>(...words: Words) {
  return Type.Unsafe<Words[number]>({ type: "string", enum: words })
}
