/** Checks the authority's `document` in a callback: common fields, and identifiers that must agree with the numbered document. */
import { scaleMajor, toMajor } from "../../../money.ts"
import type { Fault } from "../../../refusals.ts"
import type { FreeForm } from "../../../shapes/scalars.ts"
import { isMoment } from "../../../time.ts"
import type { CheckedDocument, KnownDocument } from "./adapter.ts"

const TEXTS = ["docType", "docSubtype", "providerDocId", "pdfUrl", "xmlUrl"]
const REQUIRED = ["docType", "docSubtype"]
const MOMENTS = ["emittedAt", "cancelledAt"]
const AMOUNTS = ["totalAmount", "taxAmount"]

/** Returns null when the identifier is right, else a message. */
type IdentifierRule = (text: string) => string | null

/**
 * Keeps the common fields and the identifiers that `rules` name. An identifier may be a text or a number. It must equal the numbered
 * one, and is taken from there if it is missing.
 */
export function checkIdentifiers(
  document: FreeForm,
  numbered: KnownDocument | null,
  rules: Readonly<Record<string, IdentifierRule>>,
): CheckedDocument {
  const own = Object.keys(rules).flatMap((key) => readIdentifier(key, document[key], numbered))
  const faults = [
    ...commonFaults(document),
    ...own.flatMap(({ key, value, issued }) => identifierFault(key, value, { issued, rule: rules[key] })),
  ]
  if (faults.length > 0) return { faults }
  return {
    metadata: { ...commonFields(document), ...Object.fromEntries(own.map(({ key, value }) => [key, value])) },
    graphic: null,
  }
}

interface Identifier {
  readonly key: string
  readonly value: unknown
  readonly issued: string | null
}

function readIdentifier(key: string, sent: unknown, numbered: KnownDocument | null): Identifier[] {
  const issued = textOf(numbered?.countryData[key])
  const value = sent === undefined || sent === null ? issued : (textOf(sent) ?? sent)
  return value === null ? [] : [{ key, value, issued }]
}

function identifierFault(
  key: string,
  value: unknown,
  { issued, rule }: { readonly issued: string | null; readonly rule: IdentifierRule | undefined },
): Fault[] {
  const path = key
  if (typeof value !== "string") return [{ path, message: "must be a text" }]
  const wrong = rule?.(value)
  if (wrong) return [{ path, message: wrong }]
  if (issued === null || isSameCode(issued, value)) return []
  return [{ path, message: `is not the ${issued} that this document was numbered with` }]
}

/** Ignores case and leading zeros: `00000042` equals `42`. */
function isSameCode(a: string, b: string): boolean {
  const plain = (text: string) => (/^\d+$/.test(text) ? text.replace(/^0+(?=\d)/, "") : text.toLowerCase())
  return plain(a) === plain(b)
}

function commonFaults(document: FreeForm): Fault[] {
  const wrong = (key: string, message: string): Fault => ({ path: key, message })
  const present = (keys: readonly string[]) =>
    keys.filter((key) => document[key] !== undefined && document[key] !== null)
  const { currencyCode = null } = document
  return [
    ...REQUIRED.filter((key) => !present([key]).length).map((key) => wrong(key, "is required")),
    ...present(TEXTS).flatMap((key) => (textOf(document[key]) === null ? [wrong(key, "must be a text")] : [])),
    ...present(MOMENTS).flatMap((key) =>
      isMoment(String(document[key])) ? [] : [wrong(key, "must be a moment with an offset or Z")],
    ),
    ...present(AMOUNTS).flatMap((key) =>
      amountOf(document[key]) === null ? [wrong(key, "must be an amount of at most 4 decimals")] : [],
    ),
    ...(currencyCode === null || /^[A-Z]{3}$/.test(String(currencyCode))
      ? []
      : [wrong("currencyCode", "must be a currency of three capitals")]),
  ]
}

/** The common fields that were sent. Amounts become numbers in major units, as in documents numbered here. */
function commonFields(document: FreeForm): FreeForm {
  const keys = [...TEXTS, ...MOMENTS, ...AMOUNTS, "currencyCode"]
  return Object.fromEntries(
    keys
      .filter((key) => document[key] !== undefined && document[key] !== null)
      .map((key) => [key, AMOUNTS.includes(key) ? amountOf(document[key]) : document[key]]),
  )
}

/** A text that is not blank, trimmed, or a whole number as text; else null. */
export function textOf(value: unknown): string | null {
  if (typeof value === "number" && Number.isSafeInteger(value)) return String(value)
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null
}

function amountOf(value: unknown): number | null {
  const scaled = typeof value === "number" || typeof value === "string" ? scaleMajor(value) : null
  return scaled === null ? null : toMajor(scaled)
}
