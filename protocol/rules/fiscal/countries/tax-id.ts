/** Checks the tax ids of issuer and buyer. The sandbox ignores check digits. */
import type { FiscalBuyer, NotNumbered, NumberingQuestion } from "./adapter.ts"
import { notNumbered } from "./adapter.ts"
import { withoutSeparators } from "./digits.ts"

/** A fault in a tax id; `digit` means that only the check digit is wrong. */
export interface TaxIdFault {
  readonly message: string
  readonly digit: boolean
}

export type TaxIdRule = (govIdType: string | null, govIdNumber: string) => TaxIdFault | null

export function malformedId(message: string): TaxIdFault {
  return { message, digit: false }
}

export function wrongCheckDigit(what: string): TaxIdFault {
  return { message: `its check digit is not that of a ${what}`, digit: true }
}

const FILLER = /^(\d)\1+$/

/** Whether the buyer is not named. A filler number such as `9999999999999` counts as none. */
export function isFinalConsumer(buyer: FiscalBuyer | null): boolean {
  const number = buyer?.govIdNumber ? withoutSeparators(buyer.govIdNumber) : ""
  return (
    !buyer || buyer.isFinalConsumer === true || buyer.govIdType === "FINAL_CONSUMER" || !number || FILLER.test(number)
  )
}

/** The issuer's tax id without separators, or why nothing can be numbered. */
export function companyId(
  { company, environment }: Pick<NumberingQuestion, "company" | "environment">,
  rule: TaxIdRule,
  name: string,
): string | NotNumbered {
  const number = company?.govIdNumber
  if (!number) return notNumbered("FISCAL_COMPANY_INVALID", `Give the ${name} of the company in legal.govIdNumber.`)
  const fault = rule(company.govIdType ?? null, number)
  if (!fault || isLenient(fault.digit, environment)) return withoutSeparators(number)
  return notNumbered(
    "FISCAL_COMPANY_INVALID",
    `Correct the ${name} in legal.govIdNumber (${number}): ${fault.message}.`,
  )
}

/** The buyer's tax id without separators, null for a final consumer, or why nothing can be numbered. */
export function buyerId(
  { buyer, environment }: Pick<NumberingQuestion, "buyer" | "environment">,
  rule: TaxIdRule,
): string | null | NotNumbered {
  if (isFinalConsumer(buyer)) return null
  const number = buyer?.govIdNumber ?? ""
  const fault = rule(buyer?.govIdType ?? null, number)
  if (!fault || isLenient(fault.digit, environment)) return withoutSeparators(number)
  return notNumbered("FISCAL_BUYER_INVALID", `Ask the buyer for the tax id again (${number}): ${fault.message}.`)
}

/** A message about the issuer's tax id in the authority's document; null when it is right. */
export function issuerFault(
  text: string,
  rule: TaxIdRule,
  environment: NumberingQuestion["environment"] = "PRODUCTION",
): string | null {
  const fault = rule(null, text)
  return fault && !isLenient(fault.digit, environment) ? fault.message : null
}

/** Sandbox companies are invented, so their check digits are not verified. */
function isLenient(digit: boolean, environment: NumberingQuestion["environment"]): boolean {
  return digit && environment === "SANDBOX"
}
