/**
 * Chile: SII, *Formato Documentos Tributarios Electrónicos* and *Formato Boleta Electrónica* (type, folio), *Instructivo de emisión*
 * (CAF: the SII authorises folios by range), and the RUT's módulo 11. Whoever sends the document signs its stamp (TED) with the CAF.
 */
import type { FiscalAdapter, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { module11, rangeOf, withoutSeparators } from "./digits.ts"
import { checkIdentifiers } from "./document.ts"
import { buyerId, companyId, isFinalConsumer, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

const INVOICE = "33"
const RECEIPT = "39"
const CREDIT_NOTE = "61"
const LABELS: Readonly<Record<string, string>> = {
  [INVOICE]: "Factura electrónica",
  [RECEIPT]: "Boleta electrónica",
  [CREDIT_NOTE]: "Nota de crédito electrónica",
}

export const CL: FiscalAdapter = {
  countryCode: "CL",
  code: "native.cl",
  checkPoint: (point) => [
    ...(LABELS[String(point.documentType ?? "")]
      ? []
      : [
          { path: "documentType", message: "must be the type of the CAF: 39 boleta, 33 factura or 61 nota de crédito" },
        ]),
    ...(rangeOf(point) ? [] : [{ path: "from", message: "must be, with `to`, the range of folios of the CAF" }]),
  ],
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: ({ tipoDte }, isCreditNote) =>
    LABELS[String(tipoDte)] ?? (LABELS[isCreditNote ? CREDIT_NOTE : RECEIPT] as string),
  documentTypeOf,
  sequenceKey: (point, documentType, environment) => ["CL", environment, documentType, rangeOf(point)?.first].join(":"),
  range: (point) => rangeOf(point) ?? { first: 1, last: 0 },
  number: numberDocument,
  checkDocument: (document, numbered) =>
    checkIdentifiers(document, numbered, {
      folio: (text) => (/^\d{1,10}$/.test(text) ? null : "must have at most 10 digits"),
      ted: (text) => (text.length <= 5000 ? null : "must be the stamp, at most 5000 characters"),
      tipoDte: (text) => (/^\d{2,3}$/.test(text) ? null : "must be the type of the DTE, as 39"),
      trackId: (text) => (/^\d{1,15}$/.test(text) ? null : "must have at most 15 digits"),
    }),
}

/** A CAF covers one document type. Invoices need a buyer with a RUT; receipts serve every buyer. */
function documentTypeOf(
  point: NumberingQuestion["point"],
  { operation, buyer }: Pick<NumberingQuestion, "operation" | "buyer">,
) {
  const type = String(point.documentType ?? "")
  if (operation === "CANCEL") return type === CREDIT_NOTE ? type : null
  if (type === INVOICE) return isFinalConsumer(buyer) ? null : type
  return type === RECEIPT ? type : null
}

function numberDocument(question: NumberingQuestion) {
  const issuer = companyId(question, rutFault, "RUT")
  if (typeof issuer !== "string") return issuer
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  return buildDocument(question)
}

function buildDocument({ point, sequence, issuedAt, mode }: NumberingQuestion): NumberedDocument {
  const tipoDte = String(point.documentType)
  const folio = String(sequence)
  return {
    documentType: tipoDte,
    documentLabel: LABELS[tipoDte] ?? tipoDte,
    documentNumber: folio,
    authorizationMode: mode,
    authorizationLabel:
      mode === "NORMAL" ? "Folio autorizado por el SII" : "Folio autorizado, pendiente de envío al SII",
    issuedAt,
    countryData: { tipoDte, folio, ted: null },
    graphic: null,
  }
}

function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  if (type === null || type.toUpperCase() === "RUT" || type.toUpperCase() === "RUN") return rutFault(type, number)
  return withoutSeparators(number).length > 20 ? malformedId("it is longer than 20 characters") : null
}

function rutFault(_type: string | null, number: string): TaxIdFault | null {
  const text = withoutSeparators(number)
  if (!/^\d{6,8}[\dK]$/.test(text)) return malformedId("a RUT has 6 to 8 digits and a check digit, 0 to 9 or K")
  return text.endsWith(rutDigit(text.slice(0, -1))) ? null : wrongCheckDigit("RUT")
}

/** The check digit of a RUT: 11 counts as 0, 10 as K. */
function rutDigit(body: string): string {
  const digit = module11(body, 7)
  return digit === 11 ? "0" : digit === 10 ? "K" : String(digit)
}
