/**
 * Argentina: ARCA (AFIP), *Manual para el desarrollador, web service WSFEv1* (voucher and document types), *RG 4291* (CAE), *RG 4892
 * and its QR specification* version 1. The CAE, and so the QR code, come from the authority after the number.
 */
import { localTime } from "../../../time.ts"
import type { CheckedDocument, FiscalAdapter, KnownDocument, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { notNumbered } from "./adapter.ts"
import { fixedDigits, isDigits, module11, roundToCents, withoutSeparators } from "./digits.ts"
import { checkIdentifiers, textOf } from "./document.ts"
import { buyerId, companyId, isFinalConsumer, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

/** Voucher types by letter, and the credit note of each. */
const INVOICES: Readonly<Record<string, string>> = { A: "1", B: "6", C: "11" }
const CREDIT_NOTES: Readonly<Record<string, string>> = { "1": "3", "6": "8", "11": "13" }
const LABELS: Readonly<Record<string, string>> = {
  "1": "Factura A",
  "3": "Nota de Crédito A",
  "6": "Factura B",
  "8": "Nota de Crédito B",
  "11": "Factura C",
  "13": "Nota de Crédito C",
}
const SEQUENCE_MAX = 99_999_999
const POINT_MAX = 99_998
const QR_URL = "https://www.arca.gob.ar/fe/qr/?p="
const DOCUMENT_CUIT = 80
const DOCUMENT_DNI = 96
const DOCUMENT_NONE = 99
const CURRENCIES: Readonly<Record<string, string>> = { ARS: "PES", USD: "DOL" }
/** Issuers that charge no VAT; they issue vouchers C. */
const WITHOUT_VAT = /MONOTRIBUT|EXENT/
/** Buyers with a CUIT who get a voucher B all the same. */
const BUYS_AS_CONSUMER = /EXENT|CONSUMIDOR|NO_CATEGORIZADO/

export const AR: FiscalAdapter = {
  countryCode: "AR",
  code: "native.ar",
  checkPoint: ({ pointOfSale }) =>
    pointOf(pointOfSale)
      ? []
      : [{ path: "pointOfSale", message: `must be the registered point of sale, 1 to ${POINT_MAX}` }],
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: ({ tipoComprobante }, isCreditNote) =>
    LABELS[String(tipoComprobante)] ?? (isCreditNote ? "Nota de Crédito" : "Factura"),
  documentTypeOf: (_point, { operation, company, buyer, compensates }) => {
    const invoice = compensates?.documentType ?? INVOICES[letterOf(company, buyer)] ?? null
    return operation === "CANCEL" ? (CREDIT_NOTES[invoice ?? ""] ?? null) : (INVOICES[letterOf(company, buyer)] ?? null)
  },
  sequenceKey: (point, documentType, environment) =>
    ["AR", environment, documentType, pointOf(point.pointOfSale)].join(":"),
  range: () => ({ first: 1, last: SEQUENCE_MAX }),
  number: numberDocument,
  checkDocument,
}

function letterOf(company: NumberingQuestion["company"], buyer: NumberingQuestion["buyer"]): "A" | "B" | "C" {
  if (WITHOUT_VAT.test(company?.taxCondition?.toUpperCase() ?? "")) return "C"
  if (isFinalConsumer(buyer) || documentKind(buyer) !== DOCUMENT_CUIT) return "B"
  return BUYS_AS_CONSUMER.test(buyer?.taxCondition?.toUpperCase() ?? "") ? "B" : "A"
}

function numberDocument(question: NumberingQuestion) {
  const issuer = companyId(question, cuitFault, "CUIT")
  if (typeof issuer !== "string") return issuer
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  const documentType = AR.documentTypeOf(question.point, question)
  if (documentType === null)
    return notNumbered("FISCAL_NOTHING_TO_VOID", "Name the invoice that the credit note voids.")
  return buildDocument(question, documentType)
}

function buildDocument({ point, sequence, issuedAt, mode }: NumberingQuestion, documentType: string): NumberedDocument {
  const puntoVenta = pointOf(point.pointOfSale) as string
  const numeroComprobante = fixedDigits(sequence, 8) as string
  return {
    documentType,
    documentLabel: LABELS[documentType] as string,
    documentNumber: `${puntoVenta}-${numeroComprobante}`,
    authorizationMode: mode,
    authorizationLabel: mode === "NORMAL" ? "CAE en trámite" : "Contingencia, CAE pendiente",
    issuedAt,
    countryData: { puntoVenta, numeroComprobante, tipoComprobante: documentType },
    graphic: null,
  }
}

function checkDocument(document: NumberedDocument["countryData"], known: KnownDocument | null): CheckedDocument {
  const checked = checkIdentifiers(document, known, {
    cae: (text) => (isDigits(text, 14) ? null : "must have 14 digits"),
    fechaVtoCae: (text) => (/^\d{4}-?\d\d-?\d\d$/.test(text) ? null : "must be a date, YYYY-MM-DD or YYYYMMDD"),
    puntoVenta: (text) => (pointOf(text) ? null : `must be a point of sale, 1 to ${POINT_MAX}`),
    numeroComprobante: (text) => (fixedDigits(text, 8) ? null : "must have at most 8 digits"),
    tipoComprobante: (text) => (/^\d{1,3}$/.test(text) ? null : "must be the voucher's code, as 6"),
  })
  if ("faults" in checked) return checked
  const cae = textOf(checked.metadata.cae)
  return { metadata: checked.metadata, graphic: cae && known?.from ? { qr: qrAddress(known, known.from, cae) } : null }
}

function qrAddress(known: KnownDocument, from: NonNullable<KnownDocument["from"]>, cae: string): string {
  const { puntoVenta, numeroComprobante, tipoComprobante } = known.countryData
  const kind = documentKind(from.buyer)
  return qrCode({
    ver: 1,
    fecha: localTime(from.issuedAt, from.timeZone).date,
    cuit: Number(withoutSeparators(from.company?.govIdNumber ?? "0")),
    ptoVta: Number(puntoVenta),
    tipoCmp: Number(tipoComprobante),
    nroCmp: Number(numeroComprobante),
    importe: Number(roundToCents(from.totals.total)),
    moneda: CURRENCIES[from.currencyCode] ?? from.currencyCode,
    ctz: 1,
    tipoDocRec: kind,
    nroDocRec: kind === DOCUMENT_NONE ? 0 : Number(withoutSeparators(from.buyer?.govIdNumber ?? "0")),
    tipoCodAut: "E",
    codAut: Number(cae),
  })
}

interface QrFields {
  readonly ver: 1
  readonly fecha: string
  readonly cuit: number
  readonly ptoVta: number
  readonly tipoCmp: number
  readonly nroCmp: number
  readonly importe: number
  readonly moneda: string
  readonly ctz: number
  readonly tipoDocRec: number
  readonly nroDocRec: number
  /** E: by CAE; A: by CAEA. */
  readonly tipoCodAut: "E" | "A"
  readonly codAut: number
}

/** The URL of the voucher's QR code: its fields as JSON in base64. */
export function qrCode(fields: QrFields): string {
  return QR_URL + btoa(JSON.stringify(fields))
}

function documentKind(buyer: NumberingQuestion["buyer"]): number {
  const number = withoutSeparators(buyer?.govIdNumber ?? "")
  if (isFinalConsumer(buyer) || !/^\d+$/.test(number)) return DOCUMENT_NONE
  const kind = buyer?.govIdType?.toUpperCase() ?? (number.length === 11 ? "CUIT" : "DNI")
  return kind === "CUIT" ? DOCUMENT_CUIT : kind === "DNI" ? DOCUMENT_DNI : DOCUMENT_NONE
}

function pointOf(value: unknown): string | null {
  const text = fixedDigits(value, 5)
  return text !== null && Number(text) >= 1 && Number(text) <= POINT_MAX ? text : null
}

function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  const kind = type?.toUpperCase() ?? null
  const text = withoutSeparators(number)
  if (kind === "CUIT" || kind === "CUIL" || (kind === null && text.length === 11)) return cuitFault(type, number)
  if (kind === "DNI") return /^\d{6,8}$/.test(text) ? null : malformedId("a DNI has 6 to 8 digits")
  return text.length > 20 ? malformedId("it is longer than 20 characters") : null
}

function cuitFault(_type: string | null, number: string): TaxIdFault | null {
  const text = withoutSeparators(number)
  if (!isDigits(text, 11)) return malformedId("a CUIT has 11 digits")
  return Number(text[10]) === cuitDigit(text.slice(0, 10)) ? null : wrongCheckDigit("CUIT")
}

/** The check digit of a CUIT: 11 counts as 0, 10 as 9. */
function cuitDigit(body: string): number {
  const digit = module11(body, 7)
  return digit === 11 ? 0 : digit === 10 ? 9 : digit
}
