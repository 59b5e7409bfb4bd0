/** The documents that a buyer may want on the invoice, by country, and whether what is typed is one. Pure. */
import { buyerFaults } from "../protocol/rules/orders/kiosk-order.ts"
import type { Store } from "../protocol/shapes/store.ts"

type CountryCode = Store["countryCode"]

/** As they stand in the fields. */
interface TypedBuyer {
  readonly govIdType: string
  readonly govIdNumber: string
  readonly email: string
}

/** The first is the one that most buyers have. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  EC: ["CEDULA", "RUC", "PASAPORTE"],
  BR: ["CPF", "CNPJ"],
  CO: ["CC", "NIT"],
  CL: ["RUT"],
  AR: ["DNI", "CUIT"],
  VE: ["RIF"],
}

/** As people write them. */
const NAMES: Readonly<Record<string, string>> = { CEDULA: "Cédula", PASAPORTE: "Pasaporte" }

/** Any letter may stand in them, anywhere: in a company's number of Brazil since July 2026. */
const LETTERED: readonly string[] = ["PASAPORTE", "CNPJ"]

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

export function taxIdKinds(countryCode: string | null): readonly string[] {
  return countryCode === null ? [] : (KINDS[countryCode] ?? [])
}

export function hasLetters(kind: string): boolean {
  return LETTERED.includes(kind)
}

export function taxIdName(kind: string): string {
  return NAMES[kind] ?? kind
}

export interface BuyerFault {
  readonly govIdNumber: boolean
  readonly email: boolean
}

/** Which fields are wrong; what is empty is not. */
export function buyerFault({ govIdType, govIdNumber, email }: TypedBuyer, countryCode: string | null): BuyerFault {
  const asked = { ...(govIdType !== "" && { govIdType }), govIdNumber: govIdNumber.trim() }
  return {
    govIdNumber: govIdNumber.trim() !== "" && buyerFaults(asked, countryCode as CountryCode).length > 0,
    email: email.trim() !== "" && !EMAIL.test(email.trim()),
  }
}
