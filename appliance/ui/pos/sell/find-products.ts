/** Finds products by words of their name or by a scanned code. Pure. */
import type { Product } from "../../../../protocol/rules/catalog/menu-lines.ts"
import type { Menu } from "../today.ts"

/** Each typed word must be the beginning of a word of the name; accents and case are ignored. A scanned code is a product id. */
export function searchProducts(menu: Menu, typed: string): readonly Product[] {
  const words = wordsOf(typed)
  if (words.length === 0) return []
  const sold = menu.products.filter(({ type }) => type === "PRODUCTO")
  const scanned = sold.filter(({ productId }) => productId.toLowerCase() === typed.trim().toLowerCase())
  if (scanned.length > 0) return scanned
  return sold.filter(({ name }) => {
    const names = wordsOf(name)
    return words.every((word) => names.some((own) => own.startsWith(word)))
  })
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
}
