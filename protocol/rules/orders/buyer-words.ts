/** The words by which headquarters finds an order of a buyer: document, telephone, e-mail, each in one spelling. */
import type { OrderRecord } from "../../shapes/order.ts"
import { FINAL_CONSUMER, tidyDocument } from "./buyer.ts"

const WORD_MAX_CHARS = 254
/** A shorter number names nobody. */
const DIGITS_MIN = 5
const ORNAMENT = /[.\-/\s()+]/g

/** In order, each once. A final consumer's document is nobody's. */
export function buyerWords({ customer, billing }: Pick<OrderRecord, "customer" | "billing">): string[] {
  const words = [customer, billing].flatMap((person) => {
    if (!person) return []
    const { govIdType, govIdNumber, email, phone, phoneNumber, mobile } = tidyDocument(person)
    return [govIdType === FINAL_CONSUMER ? null : govIdNumber, phone, phoneNumber, mobile, email].map(buyerWordOf)
  })
  return [...new Set(words.filter((word) => word !== null))].sort()
}

/** One spelling of what somebody typed or sent; null when it can be no buyer's. */
export function buyerWordOf(given: unknown): string | null {
  const text = typeof given === "number" ? String(given) : given
  if (typeof text !== "string" || text.length > WORD_MAX_CHARS) return null
  const word = text.trim().toLowerCase()
  if (word.includes("@")) return word
  const bare = word.replaceAll(ORNAMENT, "")
  return bare.length >= DIGITS_MIN && /\d/.test(bare) ? bare : null
}
