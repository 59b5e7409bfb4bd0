/** Hides secrets and card numbers in JSON, and the buyers' personal data unless it may be seen. */

export const HIDDEN = "•••"

/** Everything deeper is hidden; no body of the API is that deep. */
const DEPTH_MAX = 20
const CARD_SHOWN = 4
const CARD_DIGITS_MIN = 13
const CARD_DIGITS_MAX = 19

/** Matched with keys in lower case without other characters than letters and digits. */
const SECRET_KEY =
  /secret|passw(or)?d|token|apikey|privatekey|credential|signature|^authorization$|cookie|^pin$|^cv[vc]2?$|^securitycode$|^pan$|cardnumber|^track\d?(data)?$/
/** Keys of personal data. */
const BUYER_KEY =
  /email|phone|^mobile$|govidnumber|^taxid$|^cpf$|^cedula$|^dni$|^passport$|^(first|last|customer|buyer|guest|buzzer)name$|^businessname$|birth|^address(line)?\d?$|^street|^postalcode$|^zip/
/** Keys of objects that hold only personal data. */
const BUYER_OBJECT =
  /^(customer|client|billing|billinginformation|buyer|recipient|payer|contact|guest|shippingaddress|deliveryaddress|address)$/
/** Keys within such an object that may be shown, because they identify nobody. */
const OPEN_KEY = /^(govidtype|isfinalconsumer|countrycode|country|currency)$/

const EMAIL = /[\w.+-]+@[\w-]+\.[\w.-]+/g
const CARD = /(?<![\d.-])[3-6](?:[ -]?\d){12,18}(?![\d-])/g

interface RedactOptions {
  /** Whether personal data may be seen. */
  readonly buyers: boolean
}

export function redact(value: unknown, options: RedactOptions): unknown {
  return redactValue(value, options, { depth: 0, isBuyers: false })
}

interface Position {
  readonly depth: number
  /** Whether the value is inside an object of personal data. */
  readonly isBuyers: boolean
}

function redactValue(value: unknown, options: RedactOptions, where: Position): unknown {
  if (value === null || typeof value === "boolean") return value
  if (typeof value === "object") return redactObject(value, options, where)
  if (where.isBuyers) return HIDDEN
  return typeof value === "string" ? redactText(value, options) : value
}

/** Returns the same object if nothing in it was hidden. */
function redactObject(value: object, options: RedactOptions, { depth, isBuyers }: Position): unknown {
  if (depth >= DEPTH_MAX) return HIDDEN
  const shown = (inner: unknown, isOwn: boolean) => redactValue(inner, options, { depth: depth + 1, isBuyers: isOwn })
  if (Array.isArray(value)) {
    const all = value.map((one) => shown(one, isBuyers))
    return all.some((one, at) => one !== value[at]) ? all : value
  }
  let changed: Record<string, unknown> | null = null
  for (const [key, inner] of Object.entries(value)) {
    const kind = keyKind(key)
    let shownValue: unknown
    if (inner !== null && kind === "secret") shownValue = HIDDEN
    else if (options.buyers || kind === "open") shownValue = shown(inner, false)
    else shownValue = shown(inner, isBuyers || kind === "buyer" || (kind === "buyer's object" && isObject(inner)))
    if (shownValue === inner) continue
    // defineProperty instead of an assignment, because a body may have a field named __proto__.
    changed ??= Object.fromEntries(Object.entries(value))
    Object.defineProperty(changed, key, { value: shownValue, enumerable: true, configurable: true, writable: true })
  }
  return changed ?? value
}

type KeyKind = "secret" | "open" | "buyer" | "buyer's object" | "plain"

/** Size of the cache of key kinds, limited so that callers cannot fill the memory with invented keys. */
const KINDS_MAX = 2_000
const kinds = new Map<string, KeyKind>()

function keyKind(key: string): KeyKind {
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

/** Hides card numbers, and e-mail addresses unless `buyers` is set, within a text. */
export function redactText(text: string, { buyers }: RedactOptions): string {
  const hidden = (digits: string) => (isCard(digits) ? HIDDEN + digits.slice(-CARD_SHOWN) : digits)
  const cards = text.length < CARD_DIGITS_MIN ? text : text.replaceAll(CARD, hidden)
  return buyers || !cards.includes("@") ? cards : cards.replaceAll(EMAIL, HIDDEN)
}

/** Whether the digits pass the check of card numbers (Luhn). */
function isCard(text: string): boolean {
  const digits = [...text.replaceAll(/\D/g, "")].reverse().map(Number)
  if (digits.length < CARD_DIGITS_MIN || digits.length > CARD_DIGITS_MAX) return false
  const sum = digits.reduce((total, digit, place) => {
    const weighed = place % 2 === 1 ? digit * 2 : digit
    return total + (weighed > 9 ? weighed - 9 : weighed)
  }, 0)
  return sum % 10 === 0
}
