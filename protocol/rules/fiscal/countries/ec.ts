/**
 * Ecuador: SRI, *Ficha técnica de comprobantes electrónicos, esquema offline* 2.2x (table 1 clave de acceso, módulo 11; table 3
 * types; table 4 environments; table 2 emission: always 1 in the offline scheme).
 */
import { localTime } from "../../../time.ts"
import type { FiscalAdapter, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { codeFrom, fixedDigits, isDigits, module10, module11, withoutSeparators } from "./digits.ts"
import { checkIdentifiers } from "./document.ts"
import { buyerId, companyId, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

const INVOICE = "01"
const CREDIT_NOTE = "04"
const LABELS: Readonly<Record<string, string>> = { [INVOICE]: "Factura", [CREDIT_NOTE]: "Nota de crédito" }
const SEQUENCE_MAX = 999_999_999
/** Normal emission, the only one in the offline scheme. */
const EMISSION = "1"
const PROVINCES_MAX = 24
const ABROAD = 30

export const EC: FiscalAdapter = {
  countryCode: "EC",
  code: "native.ec",
  checkPoint: (point) =>
    (["establishment", "emissionPoint"] as const)
      .filter((key) => !threeDigits(point[key]))
      .map((path) => ({ path, message: "must be the three digits that the SRI registered, 001 to 999" })),
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: (_data, isCreditNote) => LABELS[isCreditNote ? CREDIT_NOTE : INVOICE] as string,
  documentTypeOf: (_point, { operation }) => (operation === "CANCEL" ? CREDIT_NOTE : INVOICE),
  sequenceKey: (point, documentType, environment) =>
    ["EC", environment, documentType, threeDigits(point.establishment), threeDigits(point.emissionPoint)].join(":"),
  range: () => ({ first: 1, last: SEQUENCE_MAX }),
  number: numberDocument,
  checkDocument: (document, numbered) =>
    checkIdentifiers(document, numbered, { claveAcceso: accessKeyFault, numeroAutorizacion: authorizationFault }),
}

function numberDocument(question: NumberingQuestion) {
  const ruc = companyId(question, rucFault, "RUC")
  if (typeof ruc !== "string") return ruc
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  return buildDocument(question, ruc)
}

function buildDocument(question: NumberingQuestion, ruc: string): NumberedDocument {
  const { point, sequence, issuedAt, environment, mode } = question
  const documentType = EC.documentTypeOf(point, question) as string
  const establecimiento = threeDigits(point.establishment) as string
  const puntoEmision = threeDigits(point.emissionPoint) as string
  const secuencial = fixedDigits(sequence, 9) as string
  const ambiente = environment === "PRODUCTION" ? "2" : "1"
  const claveAcceso = accessKey({
    date: localTime(issuedAt, question.timeZone).date,
    documentType,
    ruc,
    ambiente,
    serie: establecimiento + puntoEmision,
    secuencial,
    numericCode: codeFrom(question.requestId, 8),
  })
  return {
    documentType,
    documentLabel: LABELS[documentType] as string,
    documentNumber: `${establecimiento}-${puntoEmision}-${secuencial}`,
    authorizationMode: mode,
    authorizationLabel: mode === "NORMAL" ? "Emisión normal" : "Emisión normal, pendiente de autorización del SRI",
    issuedAt,
    countryData: { claveAcceso, establecimiento, puntoEmision, secuencial, ambiente },
    graphic: { qr: claveAcceso },
  }
}

export interface AccessKeyParts {
  /** Local date of the store, YYYY-MM-DD. */
  readonly date: string
  readonly documentType: string
  readonly ruc: string
  readonly ambiente: string
  readonly serie: string
  readonly secuencial: string
  readonly numericCode: string
}

/** Clave de acceso (table 1): ddmmaaaa, type, RUC, environment, serie, sequential, numeric code, emission, check digit. */
export function accessKey({
  date,
  documentType,
  ruc,
  ambiente,
  serie,
  secuencial,
  numericCode,
}: AccessKeyParts): string {
  const [year, month, day] = date.split("-")
  const body = `${day}${month}${year}${documentType}${ruc}${ambiente}${serie}${secuencial}${numericCode}${EMISSION}`
  return body + accessKeyDigit(body)
}

/** The check digit of an access key: 11 counts as 0, 10 as 1. */
export function accessKeyDigit(body: string): string {
  const digit = module11(body, 7)
  return digit === 11 ? "0" : digit === 10 ? "1" : String(digit)
}

function threeDigits(value: unknown): string | null {
  const text = fixedDigits(value, 3)
  return text === "000" ? null : text
}

function accessKeyFault(text: string): string | null {
  if (!isDigits(text, 49)) return "must have 49 digits"
  return text.endsWith(accessKeyDigit(text.slice(0, -1))) ? null : "has a wrong check digit (módulo 11)"
}

/** In the offline scheme this is the access key; older schemes gave 37 or 10 digits. */
function authorizationFault(text: string): string | null {
  if (isDigits(text, 49)) return accessKeyFault(text)
  return isDigits(text, 37) || isDigits(text, 10) ? null : "must have 49, 37 or 10 digits"
}

/** Checks RUC and cédula. Passports and foreign ids have no fixed form. */
function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  const kind = type?.toUpperCase() ?? null
  const text = withoutSeparators(number)
  if (kind === "RUC" || (kind === null && text.length === 13)) return rucFault(type, number)
  if (kind === "CEDULA" || kind === "CI" || (kind === null && text.length === 10)) return idCardFault(text)
  return text.length > 20 ? malformedId("it is longer than 20 characters") : null
}

/**
 * A natural person's RUC is the cédula followed by 001. A company's check digit is not verified: the SRI now issues numbers without a
 * valid one.
 */
function rucFault(_type: string | null, number: string): TaxIdFault | null {
  const text = withoutSeparators(number)
  if (!isDigits(text, 13) || !isProvince(text)) return malformedId("a RUC has 13 digits and begins with its province")
  if (text.endsWith("000")) return malformedId("a RUC ends with its establishment, 001 at least")
  return Number(text[2]) < 6 ? idCardFault(text.slice(0, 10)) : null
}

function idCardFault(text: string): TaxIdFault | null {
  if (!isDigits(text, 10) || !isProvince(text))
    return malformedId("a cédula has 10 digits and begins with its province")
  return module10(text.slice(0, 9)) === Number(text[9]) ? null : wrongCheckDigit("cédula")
}

function isProvince(text: string): boolean {
  const province = Number(text.slice(0, 2))
  return (province >= 1 && province <= PROVINCES_MAX) || province === ABROAD
}
