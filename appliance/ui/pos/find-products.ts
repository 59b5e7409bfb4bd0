/** Which products of the menu a cashier means: by category, by words, by code. Pure. */
import type { Menu } from "./today.ts"

export type Product = Menu["products"][number]
export type Group = Menu["modifierGroups"][number]

/** The products of a category in the menu's order; a modifier is not sold by itself. */
export function productsOf(menu: Menu, categoryId: string): readonly Product[] {
  const ids = menu.categories.find(({ id }) => id === categoryId)?.products ?? []
  return ids.flatMap((id) => menu.products.filter(({ productId, type }) => productId === id && type === "PRODUCTO"))
}

/** Every word must begin a word of the name; accents and case do not matter. A scanned code is a product's id. */
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

export function groupsOf(menu: Menu, product: Product): readonly Group[] {
  return product.modifierGroups.flatMap((id) => menu.modifierGroups.filter((group) => group.id === id))
}

/** The options of a group, with their names and prices. */
export function optionsOf(menu: Menu, group: Group): readonly Product[] {
  return group.options.flatMap((id) => menu.products.filter(({ productId }) => productId === id))
}

function wordsOf(text: string): string[] {
  const plain = text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== "")
}
