/** Finds orders by order code, locator, buyer or external id. Pure. */
import type { OrderSummary } from "../today.ts"

/** Ignores accents and case; each word must be found. A short order code, `k1` for K-001, finds that order alone. */
export function findOrders(orders: readonly OrderSummary[], typed: string): readonly OrderSummary[] {
  const meant = orders.filter(({ orderCode }) => typed.trim() !== "" && short(orderCode) === short(typed.trim()))
  if (meant.length > 0) return meant
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return orders.filter(({ orderCode, locator, buyer, externalId }) => {
    const text = plain([orderCode, locator, buyer, externalId].join(" "))
    return words.every((word) => text.includes(word))
  })
}

/** An order code without dash and leading zeros. */
function short(code: string): string {
  return plain(code).replaceAll(/(?<=\p{L})[^\p{L}\p{N}]*0*(?=\d)/gu, "")
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}
