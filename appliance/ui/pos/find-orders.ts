/** Finding an order at the counter: by its number, by what the guest calls it, by the buyer. Pure. */
import type { OrderSummary } from "./today.ts"

/** Accents and capitals do not matter; each word must be found somewhere. */
export function findOrders(orders: readonly OrderSummary[], typed: string): readonly OrderSummary[] {
  const words = plain(typed).split(/\s+/).filter(Boolean)
  return orders.filter(({ orderCode, locator, buyer, externalId }) => {
    const text = plain([orderCode, locator, buyer, externalId].join(" "))
    return words.every((word) => text.includes(word))
  })
}

function plain(text: string): string {
  return text.normalize("NFD").replaceAll(/\p{M}/gu, "").toLowerCase()
}
