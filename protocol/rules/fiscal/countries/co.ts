/**
 * Colombia: DIAN, *Anexo técnico de factura electrónica de venta* 1.9 (Resolución 000165 of 2023): 11.2 CUFE, 11.4 CUDE, 11.7 QR;
 * *Orden Administrativa 4 de 1989* for the NIT's check digit.
 */
import type { Scaled } from "../../../money.ts"
import { localTime, toUtc } from "../../../time.ts"
import type { FiscalAdapter, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { notNumbered } from "./adapter.ts"
import { rangeOf, truncateToCents, withoutSeparators } from "./digits.ts"
import { checkIdentifiers } from "./document.ts"
import { sha384 } from "./sha384.ts"
import { buyerId, companyId, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

const INVOICE = "01"
const CREDIT_NOTE = "91"
const LABELS: Readonly<Record<string, string>> = {
  [INVOICE]: "Factura electrónica de venta",
  [CREDIT_NOTE]: "Nota crédito electrónica",
}
const CREDIT_NOTES_MAX = 999_999_999
const PREFIX = /^[A-Z0-9]{1,4}$/
/** The tax id of an unnamed buyer. */
const FINAL_CONSUMER = "222222222222"
/** Times are in the DIAN's time zone, whatever the store's is. */
const TIME_ZONE = "America/Bogota"
const OFFSET = "-05:00"
/** The PIN of the test environment's examples, used if none is configured. */
const SANDBOX_PIN = "12345"
const NIT_WEIGHTS = [71, 67, 59, 53, 47, 43, 41, 37, 29, 23, 19, 17, 13, 7, 3]
const LOOKUP = "https://catalogo-vpfe.dian.gov.co/document/searchqr?documentkey="
const SANDBOX_LOOKUP = "https://catalogo-vpfe-hab.dian.gov.co/document/searchqr?documentkey="

export const CO: FiscalAdapter = {
  countryCode: "CO",
  code: "native.co",
  checkPoint: (point) => [
    ...(PREFIX.test(String(point.prefix ?? ""))
      ? []
      : [{ path: "prefix", message: "must be the resolution's prefix, at most 4 capitals or digits" }]),
    ...(point.creditNotePrefix === undefined || PREFIX.test(String(point.creditNotePrefix))
      ? []
      : [{ path: "creditNotePrefix", message: "must be at most 4 capitals or digits" }]),
    ...(rangeOf(point) ? [] : [{ path: "from", message: "must be, with `to`, the range of the resolution" }]),
    ...(point.resolution ? [] : [{ path: "resolution", message: "must be the number of the DIAN's resolution" }]),
    ...(point.technicalKey ? [] : [{ path: "technicalKey", message: "must be the technical key of the resolution" }]),
  ],
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: (_data, isCreditNote) => LABELS[isCreditNote ? CREDIT_NOTE : INVOICE] as string,
  documentTypeOf: (_point, { operation }) => (operation === "CANCEL" ? CREDIT_NOTE : INVOICE),
  sequenceKey: (point, documentType, environment) =>
    documentType === CREDIT_NOTE
      ? ["CO", environment, documentType, creditNotePrefix(point)].join(":")
      : ["CO", environment, documentType, point.prefix, rangeOf(point)?.first].join(":"),
  range: (point, documentType) =>
    (documentType === CREDIT_NOTE ? null : rangeOf(point)) ?? { first: 1, last: CREDIT_NOTES_MAX },
  number: numberDocument,
  checkDocument: (document, numbered) =>
    checkIdentifiers(document, numbered, {
      cufe: (text) => (/^[0-9a-f]{96}$/i.test(text) ? null : "must have 96 hexadecimal digits (SHA-384)"),
      prefijo: (text) => (PREFIX.test(text) ? null : "must have at most 4 capitals or digits"),
      numeroDian: shortText,
      numeroComprobante: shortText,
      ambiente: (text) => (text === "1" || text === "2" ? null : "must be 1 (production) or 2 (tests)"),
    }),
}

function numberDocument(question: NumberingQuestion) {
  const { point, environment } = question
  const issuer = companyId(question, nitFault, "NIT")
  if (typeof issuer !== "string") return issuer
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  const isNote = CO.documentTypeOf(point, question) === CREDIT_NOTE
  const key = isNote ? (point.softwarePin ?? (environment === "SANDBOX" ? SANDBOX_PIN : null)) : point.technicalKey
  if (key === null || key === undefined) {
    const missing = isNote ? "the software's PIN in fiscal.points[].softwarePin" : "the technical key of the resolution"
    return notNumbered("FISCAL_POINT_INVALID", `Give ${missing}.`)
  }
  return buildDocument(question, {
    nitOFE: withoutDigit(question.company?.govIdNumber ?? issuer),
    numAdq: adquirente(question, buyer),
    key: String(key),
  })
}

interface Parties {
  readonly nitOFE: string
  readonly numAdq: string
  readonly key: string
}

function buildDocument(question: NumberingQuestion, { nitOFE, numAdq, key }: Parties): NumberedDocument {
  const { point, sequence, issuedAt, environment, mode, totals } = question
  const documentType = CO.documentTypeOf(point, question) as string
  const prefijo = documentType === CREDIT_NOTE ? creditNotePrefix(point) : String(point.prefix)
  const documentNumber = `${prefijo}${sequence}`
  const local = localTime(issuedAt, TIME_ZONE)
  const taxes = { iva: 0, inc: 0, ica: 0, [taxKind(point.taxCode)]: totals.tax }
  const codeParts: UniqueCodeParts = {
    numFac: documentNumber,
    fecFac: local.date,
    horFac: `${twoDigits(local.hour)}:${twoDigits(local.minute)}:${toUtc(issuedAt).slice(17, 19)}${OFFSET}`,
    valFac: totals.total - totals.tax,
    ...taxes,
    valTot: totals.total,
    nitOFE,
    numAdq,
    key,
    tipoAmbie: environment === "PRODUCTION" ? "1" : "2",
  }
  const cufe = uniqueCode(codeParts)
  return {
    documentType,
    documentLabel: LABELS[documentType] as string,
    documentNumber,
    authorizationMode: mode,
    authorizationLabel:
      mode === "NORMAL" ? "Validación previa de la DIAN" : "Contingencia, pendiente de transmisión a la DIAN",
    issuedAt,
    countryData: {
      cufe,
      prefijo,
      numeroDian: String(sequence),
      numeroComprobante: documentNumber,
      ambiente: codeParts.tipoAmbie,
      ...(documentType === INVOICE && { resolucion: String(point.resolution ?? "") }),
    },
    graphic: { qr: qrText(codeParts, cufe) },
  }
}

interface UniqueCodeParts {
  readonly numFac: string
  readonly fecFac: string
  /** Time with offset: `12:31:02-05:00`. */
  readonly horFac: string
  readonly valFac: Scaled
  readonly iva: Scaled
  readonly inc: Scaled
  readonly ica: Scaled
  readonly valTot: Scaled
  /** Without its check digit. */
  readonly nitOFE: string
  readonly numAdq: string
  /** The technical key (CUFE) or the software PIN (CUDE). */
  readonly key: string
  readonly tipoAmbie: "1" | "2"
}

/** CUFE or CUDE (annex 11.2 and 11.4). Amounts are cut off after two decimals, not rounded. */
export function uniqueCode(of: UniqueCodeParts): string {
  const { numFac, fecFac, horFac, nitOFE, numAdq, key, tipoAmbie } = of
  const [valFac, iva, inc, ica, valTot] = [of.valFac, of.iva, of.inc, of.ica, of.valTot].map(truncateToCents)
  return sha384(
    [numFac, fecFac, horFac, valFac, "01", iva, "04", inc, "03", ica, valTot, nitOFE, numAdq, key, tipoAmbie].join(""),
  )
}

/** Text of the QR code (annex 11.7): one field per line, then the lookup URL. */
function qrText(of: UniqueCodeParts, cufe: string): string {
  const rows = [
    ["NumFac", of.numFac],
    ["FecFac", of.fecFac],
    ["HorFac", of.horFac],
    ["NitFac", of.nitOFE],
    ["DocAdq", of.numAdq],
    ["ValFac", truncateToCents(of.valFac)],
    ["ValIva", truncateToCents(of.iva)],
    ["ValOtroIm", truncateToCents(of.inc + of.ica)],
    ["ValTolFac", truncateToCents(of.valTot)],
    ["CUFE", cufe],
    ["QRCode", (of.tipoAmbie === "1" ? LOOKUP : SANDBOX_LOOKUP) + cufe],
  ]
  return rows.map(([name, value]) => `${name}: ${value}`).join("\n")
}

function adquirente({ buyer }: NumberingQuestion, number: string | null): string {
  if (number === null) return FINAL_CONSUMER
  return buyer?.govIdType?.toUpperCase() === "NIT" ? withoutDigit(buyer.govIdNumber ?? number) : number
}

/** Restaurants pay the INC (04) instead of the IVA (01). */
function taxKind(code: unknown): "iva" | "inc" {
  return code === "INC" || code === "04" ? "inc" : "iva"
}

function creditNotePrefix(point: NumberingQuestion["point"]): string {
  return String(point.creditNotePrefix ?? `N${String(point.prefix ?? "").slice(-3)}`)
}

function twoDigits(value: number): string {
  return String(value).padStart(2, "0")
}

function shortText(text: string): string | null {
  return text.length <= 20 ? null : "must have at most 20 characters"
}

function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  if (type === null || type.toUpperCase() === "NIT") return nitFault(type, number)
  return withoutSeparators(number).length > 20 ? malformedId("it is longer than 20 characters") : null
}

/** A NIT may have its check digit after a hyphen, and then it must be right. */
function nitFault(_type: string | null, number: string): TaxIdFault | null {
  const [body = "", digit] = number.replaceAll(/[.\s]/g, "").split("-")
  if (!/^\d{5,15}$/.test(body) || (digit !== undefined && !/^\d$/.test(digit))) {
    return malformedId("a NIT has 5 to 15 digits, and may name its check digit after a hyphen")
  }
  return digit === undefined || nitDigit(body) === Number(digit) ? null : wrongCheckDigit("NIT")
}

/** The NIT without its check digit: after the hyphen, or the tenth digit of a company's NIT (9 digits, beginning with 8 or 9). */
function withoutDigit(number: string): string {
  const [nit = ""] = number.replaceAll(/[.\s]/g, "").split("-")
  const [body, digit] = [nit.slice(0, -1), Number(nit.slice(-1))]
  return /^[89]\d{9}$/.test(nit) && nitDigit(body) === digit ? body : nit
}

/** The check digit of a NIT: a remainder of 0 or 1 is the digit itself. */
export function nitDigit(body: string): number {
  const weights = NIT_WEIGHTS.slice(-body.length)
  const rest = [...body].reduce((total, digit, index) => total + Number(digit) * (weights[index] ?? 0), 0) % 11
  return rest < 2 ? rest : 11 - rest
}
