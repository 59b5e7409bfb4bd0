/** Finding an order at the counter: by its number, by what the guest calls it, by the buyer. Pure. */
import type { OrderSummary } from "../today.ts"

/** Accents and capitals do not matter; each word must be found somewhere. A number may be typed short, `k1` for K-001: then it means that order alone. */
export function findOrders(orders: readonly OrderSummary[], typed: string): readonly OrderSummary[] {
  const meant = orders.filter(({ orderCode }) => typed.trim() !== "" && short(orderCode) === short(typed.trim()))
  if (meant.length > 0) return meant
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return orders.filter(({ orderCode, locator, buyer, externalId }) => {
    const text = plain([orderCode, locator, buyer, externalId].join(" "))
    return words.every((word) => text.includes(word))
  })
}

/** A number without what nobody says of it: its dash and the zeros before it. */
function short(code: string): string {
  return plain(code).replaceAll(/(?<=\p{L})[^\p{L}\p{N}]*0*(?=\d)/gu, "")
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}
