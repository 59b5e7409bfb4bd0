/** Finds what of a menu cannot be made: a product that is out, and every product that needs it, however deep (docs/contract/menu.md#get-a-menu). */
import { type OptionGroup, optionLimits } from "../orders/cart.ts"

export interface MenuPart {
  readonly id: string
  /** Not sold, or out of stock. */
  readonly isOff: boolean
  /** Ids of the modifier groups that it offers. */
  readonly groups: readonly string[]
}

export interface Selection extends OptionGroup {
  /** Ids of parts. Options that are not in the menu cannot be chosen. */
  readonly options: readonly string[]
}

/**
 * Walks from the parts that are out to those that need them, and visits each part and option once. Parts that only need each other
 * stay: none of them is out, and a guest chooses only one level deep.
 */
export function findUnavailable(parts: readonly MenuPart[], choices: readonly Selection[]): Set<string> {
  const links = linksOf(parts, choices)
  const unavailable = new Set(parts.flatMap(({ id, isOff }) => (isOff ? id : [])))
  for (const state of links.states) if (state.left < state.min) addAskers(state, unavailable)
  // The loop also visits the ids that it adds on the way.
  for (const id of unavailable) {
    for (const state of links.offering.get(id) ?? []) {
      state.left -= 1
      if (state.left === state.min - 1) addAskers(state, unavailable)
    }
  }
  return unavailable
}

interface ChoiceState {
  readonly min: number
  /** How many options can still be chosen. */
  left: number
  readonly askers: string[]
}

function linksOf(parts: readonly MenuPart[], choices: readonly Selection[]) {
  const known = new Set(parts.map(({ id }) => id))
  const offering = new Map<string, ChoiceState[]>()
  const byId = new Map<string, ChoiceState>()
  for (const choice of choices) {
    const options = [...new Set(choice.options)].filter((id) => known.has(id))
    const state: ChoiceState = { min: optionLimits(choice).min, left: options.length, askers: [] }
    byId.set(choice.id, state)
    for (const id of options) {
      const offered = offering.get(id)
      if (offered) offered.push(state)
      else offering.set(id, [state])
    }
  }
  for (const { id, groups } of parts) for (const group of groups) byId.get(group)?.askers.push(id)
  return { states: [...byId.values()], offering }
}

function addAskers({ askers }: ChoiceState, gone: Set<string>): void {
  for (const id of askers) gone.add(id)
}
