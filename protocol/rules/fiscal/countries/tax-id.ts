/** Issuer and buyer of a document: their tax ids, and how strictly an environment takes them. */
import type { FiscalBuyer, NotNumbered, NumberingQuestion } from "./adapter.ts"
import { notNumbered } from "./adapter.ts"
import { bare } from "./digits.ts"

/** What is wrong with a tax id; `digit` when its form is right and only the check digit is not. */
export interface TaxIdFault {
  readonly message: string
  readonly digit: boolean
}

export type TaxIdRule = (govIdType: string | null, govIdNumber: string) => TaxIdFault | null

export function malformed(message: string): TaxIdFault {
  return { message, digit: false }
}

export function wrongDigit(what: string): TaxIdFault {
  return { message: `its check digit is not that of a ${what}`, digit: true }
}

const FILLER = /^(\d)\1+$/

/** Nobody who wants to stand on the document; `9999999999999` says no more than nothing does. */
export function isFinalConsumer(buyer: FiscalBuyer | null): boolean {
  const number = buyer?.govIdNumber ? bare(buyer.govIdNumber) : ""
  return (
    !buyer || buyer.isFinalConsumer === true || buyer.govIdType === "FINAL_CONSUMER" || !number || FILLER.test(number)
  )
}

/** The issuer's tax id without ornament, or why it numbers nothing. */
export function companyId(
  { company, environment }: Pick<NumberingQuestion, "company" | "environment">,
  rule: TaxIdRule,
  name: string,
): string | NotNumbered {
  const number = company?.govIdNumber
  if (!number) return notNumbered("FISCAL_COMPANY_INVALID", `Give the ${name} of the company in legal.govIdNumber.`)
  const fault = rule(company.govIdType ?? null, number)
  if (!fault || isLenient(fault.digit, environment)) return bare(number)
  return notNumbered(
    "FISCAL_COMPANY_INVALID",
    `Correct the ${name} in legal.govIdNumber (${number}): ${fault.message}.`,
  )
}

/** The buyer's tax id without ornament, null for a final consumer, or why it cannot stand on a document. */
export function buyerId(
  { buyer, environment }: Pick<NumberingQuestion, "buyer" | "environment">,
  rule: TaxIdRule,
): string | null | NotNumbered {
  if (isFinalConsumer(buyer)) return null
  const number = buyer?.govIdNumber ?? ""
  const fault = rule(buyer?.govIdType ?? null, number)
  if (!fault || isLenient(fault.digit, environment)) return bare(number)
  return notNumbered("FISCAL_BUYER_INVALID", `Ask the buyer for the tax id again (${number}): ${fault.message}.`)
}

/** What is wrong with the issuer's tax id in the authority's document; null when nothing is. */
export function issuerFault(
  text: string,
  rule: TaxIdRule,
  environment: NumberingQuestion["environment"] = "PRODUCTION",
): string | null {
  const fault = rule(null, text)
  return fault && !isLenient(fault.digit, environment) ? fault.message : null
}

/** The sandbox numbers for companies that were made up: their form is asked for, not their check digits. */
function isLenient(digit: boolean, environment: NumberingQuestion["environment"]): boolean {
  return digit && environment === "SANDBOX"
}
