/** Finds orders by order code, locator, buyer or external id. Pure. */
import type { OrderSummary } from "../today.ts"

/** Ignores accents and case; each word must be found. A short order code, `k1` for K-001, finds that order alone. */
export function findOrders(orders: readonly OrderSummary[], typed: string): readonly OrderSummary[] {
  const exact = orders.filter(
    ({ orderCode }) => typed.trim() !== "" && shortCode(orderCode) === shortCode(typed.trim()),
  )
  if (exact.length > 0) return exact
  const words = withoutAccents(typed).split(/\s+/).filter(Boolean)
  return orders.filter(({ orderCode, locator, buyer, externalId }) => {
    const text = withoutAccents([orderCode, locator, buyer, externalId].join(" "))
    return words.every((word) => text.includes(word))
  })
}

/** An order code without dash and leading zeros. */
function shortCode(code: string): string {
  return withoutAccents(code).replaceAll(/(?<=\p{L})[^\p{L}\p{N}]*0*(?=\d)/gu, "")
}

function withoutAccents(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}
