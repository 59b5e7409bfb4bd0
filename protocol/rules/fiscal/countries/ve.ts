/**
 * Venezuela: SENIAT, *Providencia Administrativa SNAT/2011/0071* (articles 13 and 22: number, control number with its identifier,
 * series) and *SNAT/2024/000102* (digital documents, types). No QR code is asked for.
 */
import type { FiscalAdapter, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { fixedDigits, isDigits, weightedSum, withoutSeparators } from "./digits.ts"
import { checkIdentifiers } from "./document.ts"
import { buyerId, companyId, issuerFault, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

const INVOICE = "01"
const CREDIT_NOTE = "02"
const LABELS: Readonly<Record<string, string>> = { [INVOICE]: "Factura", [CREDIT_NOTE]: "Nota de crédito" }
const SEQUENCE_MAX = 99_999_999
const IDENTIFIER_MAX = 49
/** Added to the identifier for credit notes. Control numbers of their own leave no gap among the invoices'. */
const CREDIT_NOTE_IDENTIFIERS = 50
const RIF_WEIGHTS = [3, 2, 7, 6, 5, 4, 3, 2]
const RIF_LETTERS: Readonly<Record<string, number>> = { V: 4, E: 8, J: 12, C: 12, P: 16, G: 20 }

export const VE: FiscalAdapter = {
  countryCode: "VE",
  code: "native.ve",
  checkPoint: ({ series, identifier }) => [
    ...(series === undefined || /^[A-Z0-9]{0,4}$/.test(String(series))
      ? []
      : [{ path: "series", message: "must have at most 4 capitals or digits" }]),
    ...(identifierOf(identifier, INVOICE) === null
      ? [{ path: "identifier", message: `must be the two digits before the control number, 00 to ${IDENTIFIER_MAX}` }]
      : []),
  ],
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: (_data, isCreditNote) => LABELS[isCreditNote ? CREDIT_NOTE : INVOICE] as string,
  documentTypeOf: (_point, { operation }) => (operation === "CANCEL" ? CREDIT_NOTE : INVOICE),
  sequenceKey: (point, documentType, environment) =>
    ["VE", environment, documentType, point.series ?? "", identifierOf(point.identifier, documentType)].join(":"),
  range: () => ({ first: 1, last: SEQUENCE_MAX }),
  number: numberDocument,
  checkDocument: (document, numbered, environment) =>
    checkIdentifiers(document, numbered, {
      numeroControl: (text) => (/^\d{2}-?\d{1,8}$/.test(text) ? null : "must be a control number, as 00-00000001"),
      numeroFactura: (text) => (/^[A-Z0-9-]{1,20}$/i.test(text) ? null : "must have at most 20 letters or digits"),
      rifEmisor: (text) => issuerFault(text, rifFault, environment),
    }),
}

function numberDocument(question: NumberingQuestion) {
  const issuer = companyId(question, rifFault, "RIF")
  if (typeof issuer !== "string") return issuer
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  return buildDocument(question)
}

function buildDocument(question: NumberingQuestion): NumberedDocument {
  const { point, sequence, issuedAt, mode } = question
  const documentType = VE.documentTypeOf(point, question) as string
  const serie = String(point.series ?? "")
  const number = fixedDigits(sequence, 8) as string
  return {
    documentType,
    documentLabel: LABELS[documentType] as string,
    documentNumber: serie ? `${serie}-${number}` : number,
    authorizationMode: mode,
    authorizationLabel: mode === "NORMAL" ? "Emisión normal" : "Emitida en contingencia, pendiente de transmisión",
    issuedAt,
    countryData: {
      numeroControl: `${identifierOf(point.identifier, documentType)}-${number}`,
      numeroFactura: number,
      serie,
    },
    graphic: null,
  }
}

function identifierOf(value: unknown, documentType: string): string | null {
  const text = fixedDigits(value, 2)
  if (text === null || Number(text) > IDENTIFIER_MAX) return null
  return documentType === CREDIT_NOTE ? String(Number(text) + CREDIT_NOTE_IDENTIFIERS) : text
}

function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  if (type === null || type.toUpperCase() === "RIF") return rifFault(type, number)
  return withoutSeparators(number).length > 20 ? malformedId("it is longer than 20 characters") : null
}

/** A RIF's letter counts four times its place among V, E, J, P and G; C counts as J. */
function rifFault(_type: string | null, number: string): TaxIdFault | null {
  const text = withoutSeparators(number)
  const letter = RIF_LETTERS[text[0] ?? ""]
  if (letter === undefined || !isDigits(text.slice(1), 9)) {
    return malformedId("a RIF has a letter (V, E, J, P, G or C), 8 digits and a check digit")
  }
  return text.endsWith(String(rifDigit(text.slice(0, 9)))) ? null : wrongCheckDigit("RIF")
}

/** The check digit of a RIF: a remainder of 0 or 1 gives 0. */
function rifDigit(body: string): number {
  const rest = ((RIF_LETTERS[body[0] ?? ""] ?? 0) + weightedSum(body.slice(1), RIF_WEIGHTS)) % 11
  return rest < 2 ? 0 : 11 - rest
}
