/** What may be data and must then be no more than that: set in place of each value of a good body, in its path and in its headers. */
import { type Headers, type Target, textOf, withBody } from "./attack.ts"
import type { RawRequest } from "./send-raw.ts"

const LONG = 100_000
const MANY = 5_000

/** JSON, as it stands in the body. */
const VALUES: Readonly<Record<string, string>> = {
  null: "null",
  "a boolean": "true",
  "an empty text": '""',
  "an empty list": "[]",
  "an empty object": "{}",
  "a number": "7",
  "a text": '"text"',
  "2^53 + 1": "9007199254740993",
  "2^64": "18446744073709551616",
  "a number beyond all numbers": "1e400",
  "the largest number": "1.7976931348623157e308",
  "the smallest number": "5e-324",
  "minus one": "-1",
  "minus zero": "-0",
  "a number of 400 digits": "9".repeat(400),
  "an amount that floats get wrong": "0.30000000000000004",
  "digits as a text": '"9007199254740993"',
  "digits of another script": '"٣٤٥"',
  SQL: `"'; DROP TABLE orders; --"`,
  "SQL that is always true": `"%' OR '1'='1' --"`,
  HTML: '"<script>alert(1)</script><img src=x onerror=alert(1)>"',
  "a template": '"$\\u007b7*7}{{7*7}}%s%n<%= 7 %>"',
  "a path to elsewhere": '"../../../../etc/passwd"',
  "an address inside": '"http://169.254.169.254/latest/meta-data/"',
  "a script's address": '"javascript:alert(1)"',
  "lines of a header": '"x\\r\\nSet-Cookie: a=b\\r\\n\\r\\n"',
  "a printer's commands": '"\\u001b@\\u001dV\\u0000"'.replace("\\u0000", "\\u0001"),
  "a spreadsheet's formula": `"=cmd|' /C calc'!A0"`,
  "letters that turn the line around": '"\\u202eevil\\u200b\\ufeff"',
  "a thousand accents on one letter": `"e${"\\u0301".repeat(1000)}"`,
  "people of seven code points": '"👨‍👩‍👧‍👦🍔"',
  "100,000 characters": `"${"x".repeat(LONG)}"`,
  "a name of the prototype": '"__proto__"',
  "a method's name": '"hasOwnProperty"',
  "the prototype": '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}',
  "a date that is none": '"2026-02-30"',
  "the year zero": '"0000-01-01T00:00:00Z"',
  "the last year": '"9999-12-31T23:59:59.999Z"',
  "a year of six digits": '"+275760-09-13T00:00:00Z"',
  "a leap second": '"2026-12-31T23:59:60Z"',
  "the nil UUID": '"00000000-0000-0000-0000-000000000000"',
  "5,000 entries": `[${'{"a":1},'.repeat(MANY)}{}]`,
  "a list in a list": '[[["a"]]]',
}

const TEXTS: Readonly<Record<string, (text: string) => string>> = {
  "no body at all": () => "",
  "nothing in it": () => "{}",
  "a mark of the byte order": (text) => `\ufeff${text}`,
  "each key twice": (text) => text.replace(/^\{(.*)\}$/s, "{$1,$1}"),
  "each key twice, first without meaning": (text) => text.replace(/("\w+"):/, "$1:null,$1:"),
  "keys of the prototype": (text) =>
    text.replace(/^\{(.+)\}$/s, '{"__proto__":{"role":"owner"},"constructor":{"a":1},"toString":1,$1}'),
  "a thousand keys that nobody knows": (text) =>
    text.replace(/^\{(.+)\}$/s, `{${Array.from({ length: 1000 }, (_, n) => `"x${n}":${n}`).join(",")},$1}`),
}

const PATHS: Readonly<Record<string, string>> = {
  "SQL in the path": "%27%20OR%201%3D1--",
  "a NUL in the path": "a%00b",
  "no UTF-8 in the path": "%ff%fe",
  "half of a pair in the path": "%ed%a0%bc",
  "a percent sign alone in the path": "%",
  "a way up in the path": "..%2f..%2f..%2fetc%2fpasswd",
  "the prototype in the path": "__proto__",
  "4,000 characters in the path": "x".repeat(4000),
  "a digit too large in the path": "99999999999999999999",
}

const HEADERS: Readonly<Record<string, Headers>> = {
  "a key of idempotency of 8,000 characters": [["idempotency-key", "k".repeat(8000)]],
  "a key of idempotency of bytes": [["idempotency-key", "\u00ff\u00fe'; --"]],
  "an id of the request that breaks a log": [["x-request-id", '"}{"level":60']],
  "another method in a header": [["x-http-method-override", "DELETE"]],
  "a host of elsewhere": [["x-forwarded-host", "evil.example"]],
  "a staff token of nonsense": [["x-staff-token", "'; DROP TABLE staff; --"]],
}

type Place = readonly (string | number)[]

export interface DataKind {
  readonly kind: string
  /** None where it does not apply; several where a body has several places. */
  readonly make: (target: Target) => (() => RawRequest)[]
}

export const DATA_KINDS: readonly DataKind[] = [
  ...Object.entries(VALUES).map(([kind, json]) => ({
    kind,
    make: (target: Target) =>
      placesOf(target.body).map((place) => () => withBody(target, putAt(target.body, place, json))),
  })),
  ...Object.entries(TEXTS).map(([kind, change]) => ({
    kind,
    make: (target: Target) => (target.value.body ? [() => withBody(target, change(textOf(target)))] : []),
  })),
  ...Object.entries(PATHS).map(([kind, text]) => ({
    kind,
    make: (target: Target) =>
      [...target.value.path.matchAll(/:\w+/g)].map(([name]) => () => ({
        ...withBody(target, textOf(target)),
        path: pathWith(target, name, text),
      })),
  })),
  ...Object.entries(HEADERS).map(([kind, headers]) => ({
    kind,
    make: (target: Target) => [() => withBody(target, textOf(target), headers)],
  })),
]

function pathWith({ value, path }: Target, name: string, text: string): string {
  const parts = path.split("/")
  const at = value.path.split("/").indexOf(name)
  return parts.map((part, index) => (index === at ? text : part)).join("/")
}

/** Every value of the body, whatever it is made of. */
function placesOf(value: unknown, place: Place = []): Place[] {
  const inner = Object.entries(Object(value)).flatMap(([key, one]) =>
    typeof value === "object" ? placesOf(one, [...place, Array.isArray(value) ? Number(key) : key]) : [],
  )
  return place.length > 0 ? [place, ...inner] : inner
}

const HERE = "\u0001here\u0001"

/** The body's text with this JSON in one place; as a text, because not every number that may be sent can be held. */
function putAt(value: unknown, place: Place, json: string): string {
  const copy = structuredClone(value) as Record<string | number, unknown>
  let at = copy
  for (const key of place.slice(0, -1)) at = at[key] as typeof copy
  at[place.at(-1) ?? ""] = HERE
  return JSON.stringify(copy).replace(JSON.stringify(HERE), () => json)
}
