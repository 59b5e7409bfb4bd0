/** Fills `{path|filter:argument}` in a template's text with what is printed there. */
import { amount, count, date, hour, type Manner, money, rate, time } from "./format.ts"

export type Scope = Readonly<Record<string, unknown>>

const PLACE = /\{([a-zA-Z][\w.]*)(?:\|(\w+)(?::([\w.]+))?)?\}/g

type Filter = (value: unknown, argument: string | undefined, context: FillContext) => string

export interface FillContext {
  readonly scope: Scope
  readonly manner: Manner
}

/** Filters by name; `money` and `amount` take the path of another currency code, `label` the group of labels to look in. */
const FILTERS: Readonly<Record<string, Filter>> = {
  money: (value, currency, context) => money(Number(value), mannerOf(currency, context)),
  amount: (value, currency, context) => amount(Number(value), mannerOf(currency, context)),
  count: (value, _, { manner }) => count(Number(value), manner),
  quantity: (value, _, { manner }) => count(Number(value), manner),
  rate: (value, _, { manner }) => rate(String(value), manner),
  date: (value, _, { manner }) => date(String(value), manner),
  time: (value, _, { manner }) => time(String(value), manner),
  hour: (value) => hour(Number(value)),
  upper: (value) => String(value).toUpperCase(),
  label: (value, group, { scope }) => {
    const named = lookUp(scope, `label.${group}`, String(value))
    return typeof named === "string" ? named : String(value)
  },
}

/** A path that leads nowhere prints nothing; an unknown filter prints the value as it is. */
export function fill(text: string, context: FillContext): string {
  return text.replace(PLACE, (_, path: string, filter: string | undefined, argument: string | undefined) => {
    const value = valueAt(context.scope, path)
    if (value === undefined || value === null) return ""
    const apply = filter === undefined ? undefined : FILTERS[filter]
    return apply === undefined ? String(value) : apply(value, argument, context)
  })
}

/** Something to print: not missing, not empty, not nought. */
export function isPresent(scope: Scope, path: string): boolean {
  const value = valueAt(scope, path)
  if (value === undefined || value === null || value === "" || value === false || value === 0) return false
  return !Array.isArray(value) || value.length > 0
}

export function valueAt(scope: Scope, path: string): unknown {
  let at: unknown = scope
  for (const step of path.split(".")) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  return at
}

/** Labels are flat (`method.CASH`), so that an operator sees one list of words. */
function lookUp(scope: Scope, labels: string, word: string): unknown {
  const all = valueAt(scope, "label")
  const key = `${labels.slice("label.".length)}.${word}`
  return typeof all === "object" && all !== null && Object.hasOwn(all, key)
    ? (all as Record<string, unknown>)[key]
    : undefined
}

function mannerOf(currency: string | undefined, context: FillContext): Manner {
  const code = currency === undefined ? undefined : valueAt(context.scope, currency)
  return typeof code === "string" ? { ...context.manner, currencyCode: code } : context.manner
}
