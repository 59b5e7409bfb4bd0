/**
 * Brazil: ENCAT, *Manual de Orientação do Contribuinte* 7.0 (chave de acesso, módulo 11) with *Nota Técnica Conjunta 2025.001*
 * (CNPJ alfanumérico, IN RFB 2.229/2024), and *Nota Técnica 2025.001* (QR code version 3 of the NFC-e).
 */
import { localTime } from "../../../time.ts"
import type { FiscalAdapter, NumberedDocument, NumberingQuestion } from "./adapter.ts"
import { notNumbered } from "./adapter.ts"
import { type BrazilianState, stateOf } from "./br-states.ts"
import { codeFrom, fixedDigits, isDigits, module11, weightedSum, withoutSeparators } from "./digits.ts"
import { checkIdentifiers } from "./document.ts"
import { buyerId, companyId, malformedId, type TaxIdFault, wrongCheckDigit } from "./tax-id.ts"

/** NFC-e, the consumer's invoice. After half an hour it can only be taken back by an NF-e of return. */
const CONSUMER_INVOICE = "65"
const RETURN_INVOICE = "55"
const LABELS: Readonly<Record<string, string>> = { [CONSUMER_INVOICE]: "NFC-e", [RETURN_INVOICE]: "NF-e de devolução" }
const SEQUENCE_MAX = 999_999_999
/** Series from 890 on are reserved for states and natural persons. */
const SERIES_MAX = 889
const EMISSION_NORMAL = "1"
const EMISSION_OFFLINE = "9"
const SANDBOX_STATE = "SP"
const CNPJ = /^[A-Z0-9]{12}\d{2}$/
const KEY = /^\d{6}[A-Z0-9]{12}\d{26}$/
const FIRST_WEIGHTS = [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]
const SECOND_WEIGHTS = [6, ...FIRST_WEIGHTS]

export const BR: FiscalAdapter = {
  countryCode: "BR",
  code: "native.br",
  checkPoint: (point) => [
    ...(seriesOf(point.series) === null
      ? [{ path: "series", message: `must be a series of the NFC-e, 0 to ${SERIES_MAX}` }]
      : []),
    ...(point.state === undefined || stateOf(point.state)
      ? []
      : [{ path: "state", message: "must be a state of Brazil, as SP or 35" }]),
  ],
  checkTaxId: (type, number) => taxIdFault(type, number)?.message ?? null,
  labelOf: (_data, isCreditNote) => LABELS[isCreditNote ? RETURN_INVOICE : CONSUMER_INVOICE] as string,
  documentTypeOf: (_point, { operation }) => (operation === "CANCEL" ? RETURN_INVOICE : CONSUMER_INVOICE),
  sequenceKey: (point, documentType, environment) =>
    ["BR", environment, documentType, seriesOf(point.series)].join(":"),
  range: () => ({ first: 1, last: SEQUENCE_MAX }),
  number: numberDocument,
  checkDocument: (document, numbered) =>
    checkIdentifiers(document, numbered, {
      chaveAcesso: accessKeyFault,
      numero: (text) => (fixedDigits(text, 9) ? null : "must have at most 9 digits"),
      serie: (text) => (fixedDigits(text, 3) ? null : "must have at most 3 digits"),
      protocolo: (text) => (isDigits(text, 15) || isDigits(text, 17) ? null : "must have 15 or 17 digits"),
      modelo: (text) => (text === CONSUMER_INVOICE || text === RETURN_INVOICE ? null : "must be 65 or 55"),
    }),
}

function numberDocument(question: NumberingQuestion) {
  const { environment, point } = question
  const state = stateOf(point.state ?? (environment === "SANDBOX" ? SANDBOX_STATE : undefined))
  if (!state)
    return notNumbered("FISCAL_POINT_INVALID", "Give the state of the emission point in fiscal.points[].state, as SP.")
  const cnpj = companyId(question, cnpjFault, "CNPJ")
  if (typeof cnpj !== "string") return cnpj
  const buyer = buyerId(question, taxIdFault)
  if (buyer !== null && typeof buyer !== "string") return buyer
  return buildDocument(question, cnpj, state)
}

function buildDocument(question: NumberingQuestion, cnpj: string, state: BrazilianState): NumberedDocument {
  const { point, sequence, issuedAt, environment, mode } = question
  const modelo = BR.documentTypeOf(point, question) as string
  const offline = mode === "CONTINGENCY" && modelo === CONSUMER_INVOICE
  const serie = fixedDigits(point.series, 3) as string
  const chaveAcesso = accessKey({
    state: state.code,
    date: localTime(issuedAt, question.timeZone).date,
    cnpj,
    modelo,
    serie,
    numero: fixedDigits(sequence, 9) as string,
    emission: offline ? EMISSION_OFFLINE : EMISSION_NORMAL,
    numericCode: numericCode(question.requestId, sequence),
  })
  const consumer = modelo === CONSUMER_INVOICE && !offline
  return {
    documentType: modelo,
    documentLabel: LABELS[modelo] as string,
    documentNumber: String(sequence),
    authorizationMode: mode,
    authorizationLabel: labelOf(mode, offline),
    issuedAt,
    countryData: { chaveAcesso, numero: String(sequence), serie: String(Number(serie)), modelo },
    // No QR code offline: it must be signed with the company's certificate, which only the sender of the XML has.
    graphic: consumer ? { qr: consumerQr(chaveAcesso, environment, state) } : null,
  }
}

function labelOf(mode: NumberingQuestion["mode"], offline: boolean): string {
  if (offline) return "EMITIDA EM CONTINGÊNCIA - Pendente de autorização"
  return mode === "NORMAL" ? "Emissão normal" : "Emissão normal, pendente de autorização"
}

/** The code must not be the number itself, nor one digit eight times (MOC, B03). */
function numericCode(requestId: string, sequence: number): string {
  const code = codeFrom(requestId, 8)
  return Number(code) === sequence || /^(\d)\1+$/.test(code) ? codeFrom(`${requestId} again`, 8) : code
}

export interface AccessKeyParts {
  readonly state: string
  /** Local date of the store, YYYY-MM-DD. */
  readonly date: string
  readonly cnpj: string
  readonly modelo: string
  readonly serie: string
  readonly numero: string
  readonly emission: string
  readonly numericCode: string
}

/** Chave de acesso: cUF, AAMM, CNPJ, mod, serie, nNF, tpEmis, cNF, cDV. */
export function accessKey(deps: AccessKeyParts): string {
  const [year = "", month = ""] = deps.date.split("-")
  const { state, cnpj, modelo, serie, numero, emission, numericCode } = deps
  const body = `${state}${year.slice(2)}${month}${cnpj}${modelo}${serie}${numero}${emission}${numericCode}`
  return body + accessKeyDigit(body)
}

/** The check digit of an access key: 10 and 11 count as 0. */
export function accessKeyDigit(body: string): string {
  const digit = module11(body, 9)
  return digit > 9 ? "0" : String(digit)
}

/** QR code version 3, online: access key, version, environment. */
function consumerQr(chaveAcesso: string, environment: NumberingQuestion["environment"], state: BrazilianState): string {
  const production = environment === "PRODUCTION"
  return `${production ? state.production : state.sandbox}?p=${chaveAcesso}|3|${production ? 1 : 2}`
}

function seriesOf(value: unknown): number | null {
  const text = fixedDigits(value, 3)
  return text !== null && Number(text) <= SERIES_MAX ? Number(text) : null
}

function accessKeyFault(text: string): string | null {
  if (!KEY.test(text)) return "must have 44 characters, digits but for the CNPJ"
  return text.endsWith(accessKeyDigit(text.slice(0, -1))) ? null : "has a wrong check digit (módulo 11)"
}

function taxIdFault(type: string | null, number: string): TaxIdFault | null {
  const kind = type?.toUpperCase() ?? null
  const text = withoutSeparators(number)
  if (kind === "CNPJ" || (kind === null && text.length === 14)) return cnpjFault(type, number)
  if (kind === "CPF" || (kind === null && text.length === 11)) return cpfFault(text)
  return text.length > 20 ? malformedId("it is longer than 20 characters") : null
}

function cnpjFault(_type: string | null, number: string): TaxIdFault | null {
  const text = withoutSeparators(number)
  if (!CNPJ.test(text)) return malformedId("a CNPJ has 12 letters or digits and 2 check digits")
  const first = checkDigit(weightedSum(text, FIRST_WEIGHTS))
  const second = checkDigit(weightedSum(text.slice(0, 12) + first, SECOND_WEIGHTS))
  return text.endsWith(`${first}${second}`) ? null : wrongCheckDigit("CNPJ")
}

function cpfFault(text: string): TaxIdFault | null {
  if (!isDigits(text, 11)) return malformedId("a CPF has 11 digits")
  const first = checkDigit(weightedSum(text, [10, 9, 8, 7, 6, 5, 4, 3, 2]))
  const second = checkDigit(weightedSum(text.slice(0, 9) + first, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]))
  return text.endsWith(`${first}${second}`) ? null : wrongCheckDigit("CPF")
}

/** Check digit module 11: a remainder of 0 or 1 gives 0. */
function checkDigit(total: number): number {
  const rest = total % 11
  return rest < 2 ? 0 : 11 - rest
}
