/** The search words of an order's buyer: tax id, telephone and e-mail, normalised. */
import type { OrderRecord } from "../../shapes/order.ts"
import { FINAL_CONSUMER, normalizeDocument } from "./buyer.ts"

const WORD_MAX_CHARS = 254
/** Shorter numbers do not identify a person. */
const DIGITS_MIN = 5
const ORNAMENT = /[.\-/\s()+]/g

/** Sorted and without duplicates. The document of a final consumer is left out. */
export function buyerWords({ customer, billing }: Pick<OrderRecord, "customer" | "billing">): string[] {
  const words = [customer, billing].flatMap((person) => {
    if (!person) return []
    const { govIdType, govIdNumber, email, phone, phoneNumber, mobile } = normalizeDocument(person)
    return [govIdType === FINAL_CONSUMER ? null : govIdNumber, phone, phoneNumber, mobile, email].map(buyerWordOf)
  })
  return [...new Set(words.filter((word) => word !== null))].sort()
}

/** The normalised form of a text that somebody typed or sent; null if it cannot identify a buyer. */
export function buyerWordOf(given: unknown): string | null {
  const text = typeof given === "number" ? String(given) : given
  if (typeof text !== "string" || text.length > WORD_MAX_CHARS) return null
  const word = text.trim().toLowerCase()
  if (word.includes("@")) return word
  const bare = word.replaceAll(ORNAMENT, "")
  return bare.length >= DIGITS_MIN && /\d/.test(bare) ? bare : null
}
