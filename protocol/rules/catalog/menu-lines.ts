/** Turns a product of a menu and its chosen options into a cart line, in the same way at register, kiosk and box. */
import { fromText } from "../../money.ts"
import type { StoreMenu } from "../../shapes/menu.ts"
import { type CartLine, type CartModifier, optionLimits } from "../orders/cart.ts"

export type SoldMenu = Pick<StoreMenu, "categories" | "products" | "modifierGroups">
export type Product = SoldMenu["products"][number]
export type Group = SoldMenu["modifierGroups"][number]
type MenuParts = Pick<SoldMenu, "products" | "modifierGroups">

/** Chosen option ids by group id. */
export type Choices = Readonly<Record<string, readonly string[]>>

/** Id of the category to show: the picked one, or the first if the menu no longer has it. */
export function shownCategory({ categories }: Pick<SoldMenu, "categories">, picked: string): string {
  return categories.some(({ id }) => id === picked) ? picked : (categories[0]?.id ?? "")
}

/** The products of a category in the menu's order, without modifiers, which are not sold alone. */
export function productsOf(menu: Omit<SoldMenu, "modifierGroups">, categoryId: string): readonly Product[] {
  const ids = menu.categories.find(({ id }) => id === categoryId)?.products ?? []
  return ids.flatMap((id) => menu.products.filter(({ productId, type }) => productId === id && type === "PRODUCTO"))
}

export function groupsOf(menu: MenuParts, product: Product): readonly Group[] {
  return product.modifierGroups.flatMap((id) => menu.modifierGroups.filter((group) => group.id === id))
}

/** The options of a group, with their names and prices. */
export function optionsOf(menu: MenuParts, group: Group): readonly Product[] {
  return group.options.flatMap((id) => menu.products.filter(({ productId }) => productId === id))
}

export function cartLineOf(product: Product, lineId: string): CartLine {
  return {
    lineId,
    productId: product.productId,
    name: product.name,
    unitPrice: fromText(product.price),
    quantity: 1,
    taxes: product.taxes.map(({ code, rate }) => ({ code, rate })),
    modifiers: [],
    notes: "",
    station: product.station,
  }
}

export function choicesOf(chosen: readonly { readonly groupId: string; readonly productId: string }[]): Choices {
  const choices: Record<string, string[]> = {}
  for (const { groupId, productId } of chosen) {
    choices[groupId] = [...(choices[groupId] ?? []), productId]
  }
  return choices
}

/** The chosen modifiers in the menu's order, whatever the order of the taps. */
export function modifiersOf(menu: MenuParts, product: Product, choices: Choices): readonly CartModifier[] {
  return groupsOf(menu, product).flatMap((group) =>
    optionsOf(menu, group)
      .filter(({ productId }) => choices[group.id]?.includes(productId))
      .map(({ productId, name, price }) => ({ groupId: group.id, productId, name, unitPrice: fromText(price) })),
  )
}

export function isGroupComplete(group: Group, chosen: readonly string[] = []): boolean {
  const { min, max } = optionLimits(group)
  return chosen.length >= min && chosen.length <= max
}

/** Whether the guest has to choose an option before the product can be sold. */
export function requiresChoice(menu: MenuParts, product: Product): boolean {
  return groupsOf(menu, product).some((group) => optionLimits(group).min > 0)
}

/** Whether the product is available, with enough available options in each group that requires some. */
export function isAvailable(menu: MenuParts, product: Product): boolean {
  const enough = (group: Group) => {
    const { min } = optionLimits(group)
    return optionsOf(menu, group).filter(({ available }) => available).length >= min
  }
  return product.available && groupsOf(menu, product).every(enough)
}
