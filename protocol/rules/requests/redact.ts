/** Takes out of JSON what must not be shown or kept: secrets and card numbers always, and who buys unless that may be seen. */

export const HIDDEN = "•••"

/** Deeper than any body of ours: what lies below is hidden. */
const DEPTH_MAX = 20
const CARD_SHOWN = 4
const CARD_DIGITS_MIN = 13
const CARD_DIGITS_MAX = 19

/** Of a key in lower case, without what is no letter or digit. */
const SECRET_KEY =
  /secret|passw(or)?d|token|apikey|privatekey|credential|signature|^authorization$|cookie|^pin$|^cv[vc]2?$|^securitycode$|^pan$|cardnumber|^track\d?(data)?$/
/** Somebody's data wherever they stand. */
const BUYER_KEY =
  /email|phone|^mobile$|govidnumber|^taxid$|^cpf$|^cedula$|^dni$|^passport$|^(first|last|customer|buyer|guest|buzzer)name$|^businessname$|birth|^address(line)?\d?$|^street|^postalcode$|^zip/
/** All that stands in one of these is somebody's. */
const BUYER_OBJECT =
  /^(customer|client|billing|billinginformation|buyer|recipient|payer|contact|guest|shippingaddress|deliveryaddress|address)$/
/** What may be read of a buyer: it names nobody. */
const OPEN_KEY = /^(govidtype|isfinalconsumer|countrycode|country|currency)$/

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const CARD = /(?<![\d.-])[3-6](?:[ -]?\d){12,18}(?![\d-])/g

interface RedactOptions {
  /** Whether who buys may be seen. */
  readonly buyers: boolean
}

export function redact(value: unknown, options: RedactOptions): unknown {
  return walk(value, options, { depth: 0, isBuyers: false })
}

interface Where {
  readonly depth: number
  /** Inside of what is somebody's. */
  readonly isBuyers: boolean
}

function walk(value: unknown, options: RedactOptions, where: Where): unknown {
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "object") return walkInside(value, options, where)
  if (where.isBuyers) return HIDDEN
  return typeof value === "string" ? redactText(value, options) : value
}

/** What was hidden nowhere is handed back as it is. */
function walkInside(value: object, options: RedactOptions, { depth, isBuyers }: Where): unknown {
  if (depth >= DEPTH_MAX) return HIDDEN
  const shown = (inner: unknown, isOwn: boolean) => walk(inner, options, { depth: depth + 1, isBuyers: isOwn })
  if (Array.isArray(value)) {
    const all = value.map((one) => shown(one, isBuyers))
    return all.some((one, at) => one !== value[at]) ? all : value
  }
  let changed: Record<string, unknown> | null = null
  for (const [key, inner] of Object.entries(value)) {
    const kind = kindOf(key)
    let told: unknown
    if (inner !== null && kind === "secret") told = HIDDEN
    else if (options.buyers || kind === "open") told = shown(inner, false)
    else told = shown(inner, isBuyers || kind === "buyer" || (kind === "buyer's object" && isObject(inner)))
    if (told === inner) continue
    // Defined, not assigned: a body may name a field __proto__.
    changed ??= Object.fromEntries(Object.entries(value))
    Object.defineProperty(changed, key, { value: told, enumerable: true, configurable: true, writable: true })
  }
  return changed ?? value
}

type KeyKind = "secret" | "open" | "buyer" | "buyer's object" | "plain"

/** Bodies name the same fields all day; what strangers make up fills no memory. */
const KINDS_MAX = 2_000
const kinds = new Map<string, KeyKind>()

function kindOf(key: string): KeyKind {
  const known = kinds.get(key)
  if (known) return known
  const name = key.toLowerCase().replaceAll(/[^a-z0-9]/g, "")
  const kind = kindOfName(name)
  if (kinds.size < KINDS_MAX) kinds.set(key, kind)
  return kind
}

function kindOfName(name: string): KeyKind {
  if (SECRET_KEY.test(name)) return "secret"
  if (OPEN_KEY.test(name)) return "open"
  if (BUYER_KEY.test(name)) return "buyer"
  return BUYER_OBJECT.test(name) ? "buyer's object" : "plain"
}

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null
}

/** A sentence may quote what a field may not say. */
export function redactText(text: string, { buyers }: RedactOptions): string {
  const hidden = (digits: string) => (isCard(digits) ? HIDDEN + digits.slice(-CARD_SHOWN) : digits)
  const cards = text.length < CARD_DIGITS_MIN ? text : text.replaceAll(CARD, hidden)
  return buyers || !cards.includes("@") ? cards : cards.replaceAll(EMAIL, HIDDEN)
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
