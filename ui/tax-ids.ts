/** Kinds of tax ids by country, and checks of the typed buyer. Pure. */
import { buyerFaults } from "../protocol/rules/orders/kiosk-order.ts"
import type { Store } from "../protocol/shapes/store.ts"

type CountryCode = Store["countryCode"]

interface TypedBuyer {
  readonly govIdType: string
  readonly govIdNumber: string
  readonly email: string
}

/** The most common one first. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  EC: ["CEDULA", "RUC", "PASAPORTE"],
  BR: ["CPF", "CNPJ"],
  CO: ["CC", "NIT"],
  CL: ["RUT"],
  AR: ["DNI", "CUIT"],
  VE: ["RIF"],
}

/** Names that differ from the code. */
const NAMES: Readonly<Record<string, string>> = { CEDULA: "Cédula", PASAPORTE: "Pasaporte" }

/** May contain any letters, a CNPJ since July 2026. */
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

/** Says which fields are wrong. An empty one is not. */
export function buyerFault({ govIdType, govIdNumber, email }: TypedBuyer, countryCode: string | null): BuyerFault {
  const buyer = { ...(govIdType !== "" && { govIdType }), govIdNumber: govIdNumber.trim() }
  return {
    govIdNumber: govIdNumber.trim() !== "" && buyerFaults(buyer, countryCode as CountryCode).length > 0,
    email: email.trim() !== "" && !EMAIL.test(email.trim()),
  }
}
