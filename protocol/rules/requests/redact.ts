/**
 * Hides in JSON what its reader may not see. The schema says what that is (`protocol/shapes/privacy.ts`): secrets for everybody, personal
 * data for most. What a schema does not name may be anything, and is hidden like personal data.
 */
import type { TSchema } from "typebox"
import { PRIVACY, type Privacy } from "../../shapes/privacy.ts"

export const HIDDEN = "•••"

/** Deeper than any body of ours: what lies below is hidden. */
const DEPTH_MAX = 20
const CARD_SHOWN = 4
const CARD_DIGITS_MIN = 13
const CARD_DIGITS_MAX = 19

/** Names of secrets, in lower case and without other characters than letters and digits. For free-form data alone: a schema marks its secrets. */
const SECRET_NAME =
  /secret|passw(or)?d|token|apikey|privatekey|credential|signature|^authorization$|cookie|^pin$|^cv[vc]2?$|^securitycode$|^pan$|cardnumber|^track\d?(data)?$/
const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const CARD = /(?<![\d.-])[3-6](?:[ -]?\d){12,18}(?![\d-])/g

interface RedactOptions {
  /** Whether the reader may see personal data. */
  readonly showsPersonal: boolean
}

/** A copy of the value, which is of this schema or should have been. */
export function redact(schema: TSchema | undefined, value: unknown, options: RedactOptions): unknown {
  const rule = schema ? ruleOf(schema) : UNNAMED
  return hide(value, rule, { showsPersonal: options.showsPersonal, within: "named", depth: 0 })
}

/** Card numbers are hidden wherever they stand, and e-mail addresses from those who may not see personal data. */
export function redactText(text: string, { showsPersonal }: RedactOptions): string {
  const hidden = (digits: string) => (isCard(digits) ? HIDDEN + digits.slice(-CARD_SHOWN) : digits)
  const cards = text.length < CARD_DIGITS_MIN ? text : text.replaceAll(CARD, hidden)
  return showsPersonal || !cards.includes("@") ? cards : cards.replaceAll(EMAIL, HIDDEN)
}

interface Context extends RedactOptions {
  /** Inside of a mark it holds for everything; elsewhere texts and numbers are shown if the schema names them. */
  readonly within: "named" | Exclude<Privacy, "secret">
  readonly depth: number
}

function hide(value: unknown, rule: Rule, context: Context): unknown {
  if (value === null || value === undefined) return value
  if (rule.privacy === "secret") return HIDDEN
  const { showsPersonal, depth } = context
  const within = rule.privacy ?? context.within
  if (typeof value === "object") {
    return depth < DEPTH_MAX ? hideInside(value, rule, { showsPersonal, within, depth: depth + 1 }) : HIDDEN
  }
  const isShown =
    typeof value === "boolean" || showsPersonal || within === "none" || (within === "named" && rule.isScalar)
  if (!isShown) return HIDDEN
  return typeof value === "string" ? redactText(value, context) : value
}

function hideInside(value: object, { items, fields, others }: Rule, context: Context): unknown {
  if (Array.isArray(value)) return value.map((item) => hide(item, items ?? UNNAMED, context))
  const shown = Object.entries(value).map(([name, inner]) => {
    const rule = fields.get(name) ?? others ?? (isSecretName(name) ? SECRET : UNNAMED)
    return [name, hide(inner, rule, context)] as const
  })
  return Object.fromEntries(shown)
}

/** What a schema says of a value, ready to be applied. */
interface Rule {
  readonly privacy: Privacy | null
  /** The schema allows a text or a number here. */
  readonly isScalar: boolean
  readonly items: Rule | null
  readonly fields: ReadonlyMap<string, Rule>
  /** For fields without a name of their own; null: the schema says nothing of them. */
  readonly others: Rule | null
}

const UNNAMED: Rule = { privacy: null, isScalar: false, items: null, fields: new Map(), others: null }
const SECRET: Rule = { ...UNNAMED, privacy: "secret" }

interface SchemaNode {
  readonly [PRIVACY]?: Privacy
  readonly type?: string | readonly string[]
  readonly const?: unknown
  readonly enum?: readonly unknown[]
  readonly items?: SchemaNode
  readonly properties?: Readonly<Record<string, SchemaNode>>
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>
  readonly anyOf?: readonly SchemaNode[]
  readonly allOf?: readonly SchemaNode[]
}

const rules = new WeakMap<object, Rule>()

function ruleOf(schema: SchemaNode): Rule {
  const known = rules.get(schema)
  if (known) return known
  const rule = readRule(schema)
  rules.set(schema, rule)
  return rule
}

const SCALARS = ["string", "number", "integer"]

function readRule(schema: SchemaNode): Rule {
  const { type, properties = {}, patternProperties = {}, anyOf = [], allOf = [] } = schema
  const own: Rule = {
    privacy: schema[PRIVACY] ?? null,
    isScalar: "const" in schema || "enum" in schema || [type ?? []].flat().some((word) => SCALARS.includes(word)),
    items: schema.items ? ruleOf(schema.items) : null,
    fields: new Map(Object.entries(properties).map(([name, inner]) => [name, ruleOf(inner)])),
    others: mergeAll(Object.values(patternProperties).map(ruleOf).filter(hasNames)),
  }
  const branches = mergeAll([...anyOf, ...allOf].filter((branch) => branch.type !== "null").map(ruleOf))
  return branches ? { ...merge(own, branches), privacy: own.privacy ?? branches.privacy } : own
}

/** Under names that the sender made up, the schema must at least name what lies below them. */
function hasNames({ privacy, fields, items, others }: Rule): boolean {
  return privacy !== null || fields.size > 0 || others !== null || (items !== null && hasNames(items))
}

function mergeAll(all: readonly Rule[]): Rule | null {
  return all.reduce<Rule | null>((merged, rule) => (merged ? merge(merged, rule) : rule), null)
}

/** A value that may be of either schema: what one of them hides is hidden. */
function merge(one: Rule, other: Rule): Rule {
  const fields = new Map(one.fields)
  for (const [name, rule] of other.fields) {
    const known = fields.get(name)
    fields.set(name, known ? merge(known, rule) : rule)
  }
  return {
    privacy: STRICTEST_FIRST.find((privacy) => privacy === one.privacy || privacy === other.privacy) ?? null,
    isScalar: one.isScalar || other.isScalar,
    items: mergeAll([one.items, other.items].filter((items) => items !== null)),
    fields,
    others: mergeAll([one.others, other.others].filter((others) => others !== null)),
  }
}

const STRICTEST_FIRST: readonly (Privacy | null)[] = ["secret", "personal", null, "none"]

const isSecret = new Map<string, boolean>()
/** Senders use the same names all day; names that they make up must not fill the memory. */
const NAMES_MAX = 2_000

function isSecretName(name: string): boolean {
  const known = isSecret.get(name)
  if (known !== undefined) return known
  const found = SECRET_NAME.test(name.toLowerCase().replaceAll(/[^a-z0-9]/g, ""))
  if (isSecret.size < NAMES_MAX) isSecret.set(name, found)
  return found
}

/** By the check digit that card numbers have (Luhn). */
function isCard(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, "")].reverse().map(Number)
  if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX) return false
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
