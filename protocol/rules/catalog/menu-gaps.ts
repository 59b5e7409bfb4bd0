/** What of a menu cannot be made: whatever is out takes with it what cannot do without it, however deep (docs/contract/menu.md#get-a-menu). */
import { type OptionGroup, optionLimits } from "../orders/cart.ts"

export interface Part {
  readonly id: string
  /** Not sold, or out of stock. */
  readonly isOff: boolean
  /** The choices that it asks for. */
  readonly groups: readonly string[]
}

export interface Selection extends OptionGroup {
  /** Ids of parts; one that is no part of the menu cannot be chosen. */
  readonly options: readonly string[]
}

/**
 * One walk from what is out to what needs it: each part and each option is looked at once. Parts that only need each other stay; nothing of
 * them is out, and whoever orders one chooses one level deep.
 */
export function cannotBeMade(parts: readonly Part[], choices: readonly Selection[]): Set<string> {
  const links = linksOf(parts, choices)
  const gone = new Set(parts.flatMap(({ id, isOff }) => (isOff ? id : [])))
  for (const state of links.states) if (state.left < state.min) takeAskers(state, gone)
  // A set is walked with what is added to it on the way.
  for (const id of gone) {
    for (const state of links.offering.get(id) ?? []) {
      state.left -= 1
      if (state.left === state.min - 1) takeAskers(state, gone)
    }
  }
  return gone
}

interface ChoiceState {
  readonly min: number
  /** How many options can still be chosen. */
  left: number
  readonly askers: string[]
}

function linksOf(parts: readonly Part[], choices: readonly Selection[]) {
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

function takeAskers({ askers }: ChoiceState, gone: Set<string>): void {
  for (const id of askers) gone.add(id)
}
