/** Fills each `{path|filter:argument}` of a template's text with its value. */
import { amount, count, date, hour, type Manner, money, rate, time } from "./format.ts"

export type Scope = Readonly<Record<string, unknown>>

const PLACEHOLDER = /\{([a-zA-Z][\w.]*)(?:\|(\w+)(?::([\w.]+))?)?\}/g

type Filter = (value: unknown, argument: string | undefined, context: FillContext) => string

export interface FillContext {
  readonly scope: Scope
  readonly manner: Manner
}

/** The argument of `money` and `amount` is the path of a currency code, that of `label` a group of labels. */
const FILTERS: Readonly<Record<string, Filter>> = {
  money: (value, currency, context) => money(Number(value), formatOf(currency, context)),
  amount: (value, currency, context) => amount(Number(value), formatOf(currency, context)),
  count: (value, _, { manner }) => count(Number(value), manner),
  quantity: (value, _, { manner }) => count(Number(value), manner),
  rate: (value, _, { manner }) => rate(String(value), manner),
  date: (value, _, { manner }) => date(String(value), manner),
  time: (value, _, { manner }) => time(String(value), manner),
  hour: (value) => hour(Number(value)),
  upper: (value) => String(value).toUpperCase(),
  label: (value, group, { scope }) => {
    const named = findLabel(scope, `label.${group}`, String(value))
    return typeof named === "string" ? named : String(value)
  },
}

/** An unknown path prints nothing. An unknown filter prints the value unchanged. */
export function fill(text: string, context: FillContext): string {
  return text.replace(PLACEHOLDER, (_, path: string, filter: string | undefined, argument: string | undefined) => {
    const value = valueAt(context.scope, path)
    if (value === undefined || value === null) return ""
    const apply = filter === undefined ? undefined : FILTERS[filter]
    return apply === undefined ? String(value) : apply(value, argument, context)
  })
}

/** Whether the value is not missing, empty, false or zero. */
export function isPresent(scope: Scope, path: string): boolean {
  const value = valueAt(scope, path)
  if (value === undefined || value === null || value === "" || value === false || value === 0) return false
  return !Array.isArray(value) || value.length > 0
}

export function valueAt(scope: Scope, path: string): unknown {
  let value: unknown = scope
  for (const step of path.split(".")) {
    if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined
    value = (value as Record<string, unknown>)[step]
  }
  return value
}

/** Labels are one flat list (`method.CASH`), so that an operator edits one list of words. */
function findLabel(scope: Scope, labels: string, word: string): unknown {
  const all = valueAt(scope, "label")
  const key = `${labels.slice("label.".length)}.${word}`
  return typeof all === "object" && all !== null && Object.hasOwn(all, key)
    ? (all as Record<string, unknown>)[key]
    : undefined
}

function formatOf(currency: string | undefined, context: FillContext): Manner {
  const code = currency === undefined ? undefined : valueAt(context.scope, currency)
  return typeof code === "string" ? { ...context.manner, currencyCode: code } : context.manner
}
