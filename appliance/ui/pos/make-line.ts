/** A product with what was chosen for it → a line of the cart. Pure. */
import { fromText } from "../../../protocol/money.ts"
import { type CartLine, type CartModifier, optionLimits } from "../../../protocol/rules/cart.ts"
import type { Group, Product } from "./find-products.ts"
import { groupsOf, optionsOf } from "./find-products.ts"
import type { Menu } from "./today.ts"

/** Chosen option ids by group id. */
export type Choices = Readonly<Record<string, readonly string[]>>

export function lineOf(product: Product, lineId: string): CartLine {
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

export function choicesOf(line: CartLine): Choices {
  const choices: Record<string, string[]> = {}
  for (const { groupId, productId } of line.modifiers) {
    choices[groupId] = [...(choices[groupId] ?? []), productId]
  }
  return choices
}

/** In the menu's order, whatever the order of the taps. */
export function modifiersOf(menu: Menu, product: Product, choices: Choices): readonly CartModifier[] {
  return groupsOf(menu, product).flatMap((group) =>
    optionsOf(menu, group)
      .filter(({ productId }) => choices[group.id]?.includes(productId))
      .map(({ productId, name, price }) => ({ groupId: group.id, productId, name, unitPrice: fromText(price) })),
  )
}

export function isComplete(group: Group, chosen: readonly string[] = []): boolean {
  const { min, max } = optionLimits(group)
  return chosen.length >= min && chosen.length <= max
}

/** Whether a product cannot be sold before something is chosen. */
export function mustChoose(menu: Menu, product: Product): boolean {
  return groupsOf(menu, product).some((group) => optionLimits(group).min > 0)
}
