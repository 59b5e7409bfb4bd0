/** Who buys: identity documents as they are kept, and whom a paper names (docs/contract/orders.md#correct-an-order, `client`). */
import type { OrderRecord } from "../../shapes/order.ts"
import type { FreeForm } from "../../shapes/scalars.ts"

export const FINAL_CONSUMER = "FINAL_CONSUMER"

/** `9999999999999`, `0000000000`: what a register sends for a buyer who gave no document. */
const FILLER = /^(\d)\1+$/
/** The slash is the one of a Brazilian CNPJ. */
const ORNAMENT = /[.\-/\s]/g

export interface Buyer {
  readonly isFinalConsumer: boolean
  readonly name: string | null
  readonly govIdType: string | null
  readonly govIdNumber: string | null
  readonly email: string | null
}

/** A buyer, or the recipient of an invoice, with its document without ornament; a filler makes a final consumer of it. */
export function tidyDocument(person: FreeForm): FreeForm {
  if (typeof person.govIdNumber !== "string") return person
  const govIdNumber = person.govIdNumber.replaceAll(ORNAMENT, "")
  return { ...person, govIdNumber, ...(FILLER.test(govIdNumber) && { govIdType: FINAL_CONSUMER }) }
}

/**
 * The recipient of the invoice is read first, and gives the document, if it says who it is at all; a name that it lacks is the
 * buyer's. Null when nobody is named.
 */
export function buyerOf({ billing, customer }: Pick<OrderRecord, "billing" | "customer">): Buyer | null {
  const recipient = billing && nameOrNumber(billing) ? billing : customer
  if (!recipient) return null
  const { govIdType, govIdNumber, email } = tidyDocument(recipient)
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

function nameOrNumber(person: FreeForm): string | null {
  return nameOf(person) ?? textOf(person.govIdNumber)
}

function nameOf({ name, businessName, lastName }: FreeForm): string | null {
  return [textOf(name) ?? textOf(businessName), textOf(lastName)].filter(Boolean).join(" ") || null
}

function textOf(value: unknown): string | null {
  return typeof value === "string" && value.trim() !== "" ? value.trim() : null
}
