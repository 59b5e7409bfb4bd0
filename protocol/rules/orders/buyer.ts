/** The buyer of an order, and the normalisation of identity documents (docs/contract/orders.md#correct-an-order, `client`). */
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"

export const FINAL_CONSUMER = "FINAL_CONSUMER"

/** Fillers such as `9999999999999`, which registers send for a buyer without a document. */
const FILLER = /^(\d)\1+$/
/** Separators in identity documents; a Brazilian CNPJ has a slash. */
const ORNAMENT = /[.\-/\s]/g

export interface Buyer {
  readonly isFinalConsumer: boolean
  readonly name: string | null
  readonly govIdType: string | null
  readonly govIdNumber: string | null
  readonly email: string | null
}

/** The person with separators removed from the document. A filler number makes the person a final consumer. */
export function normalizeDocument(person: FreeForm): FreeForm {
  if (typeof person.govIdNumber !== "string") return person
  const govIdNumber = person.govIdNumber.replaceAll(ORNAMENT, "")
  return { ...person, govIdNumber, ...(FILLER.test(govIdNumber) && { govIdType: FINAL_CONSUMER }) }
}

/**
 * The invoice's recipient if it has a name or document, else the buyer. A missing name or e-mail is taken from the buyer. Returns null
 * when nobody is named.
 */
export function buyerOf({ billing, customer }: Pick<OrderRecord, "billing" | "customer">): Buyer | null {
  const recipient = billing && nameOrDocument(billing) ? billing : customer
  if (!recipient) return null
  const { govIdType, govIdNumber, email } = normalizeDocument(recipient)
  const isFinalConsumer = govIdType === FINAL_CONSUMER || !textOf(govIdNumber)
  const name = nameOf(recipient) ?? (customer && nameOf(customer))
  if (!name && !textOf(govIdNumber)) return null
  return {
    isFinalConsumer,
    name: name ?? null,
    govIdType: textOf(govIdType),
    govIdNumber: textOf(govIdNumber),
    email: textOf(email) ?? textOf(customer?.email),
  }
}

function nameOrDocument(person: FreeForm): string | null {
  return nameOf(person) ?? textOf(person.govIdNumber)
}

function nameOf({ name, businessName, lastName }: FreeForm): string | null {
  return [textOf(name) ?? textOf(businessName), textOf(lastName)].filter(Boolean).join(" ") || null
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null
}
