/** Bodies that no endpoint may take: whatever it asks for, each of them is refused, and nothing is written. */
import { gzipSync } from "node:zlib"
import { type Headers, type Target, textOf, withBody } from "./attack.ts"
import type { RawRequest } from "./send-raw.ts"

const MEBIBYTE = 1024 * 1024
/** Leftover sales of a replaced box may come in bodies of almost 4 MiB. */
const TOO_LARGE_BYTES = 5 * MEBIBYTE
const BOMB_BYTES = 16 * MEBIBYTE
const DEEP = 100_000
const WIDE = 60_000

export interface BodyKind {
  readonly kind: string
  readonly make: (target: Target) => RawRequest
  readonly hangUp?: boolean
}

type Change = (text: string) => Uint8Array | string

const body = (kind: string, change: Change, more: Headers = []): BodyKind => ({
  kind,
  make: (target) => withBody(target, change(textOf(target)), more),
})
const bytes = (...values: number[]) => Buffer.from(values)
/** A member before all others, so that the rest of the body is as it should be. */
const first = (text: string, member: string) => (text === "{}" ? `{${member}}` : text.replace("{", `{${member},`))
const BOMB = gzipSync(Buffer.alloc(BOMB_BYTES), { level: 1 })
const typed = (type: string): Headers => [["content-type", type]]

export const BODY_KINDS: readonly BodyKind[] = [
  body("truncated by a character", (text) => text.slice(0, -1)),
  body("truncated in the middle", (text) => text.slice(0, Math.ceil(text.length / 2))),
  body("a list", () => "[]"),
  body("a list of itself", (text) => `[${text}]`),
  body("a text", () => '"text"'),
  body("a number", () => "42"),
  body("null", () => "null"),
  body("true", () => "true"),
  body("white space alone", () => " \n\t"),
  body("two values", (text) => text + text),
  body("something after its end", (text) => `${text};`),
  body("a comma too many", (text) => text.replace(/}$/, ",}")),
  body("single quotes", () => "{'a':1}"),
  body("a comment", (text) => `/* */${text}`),
  body("NaN", (text) => first(text, '"x":NaN')),
  body("a line break inside of a text", (text) => first(text, '"x":"a\nb"')),
  body("a NUL byte", (text) => first(text, '"x":"a\u0000b"')),
  body("a NUL character in a text", (text) => first(text, '"x":"a\\u0000b"')),
  body("a NUL character in a key", (text) => first(text, '"a\\u0000b":1')),
  body("the first half of a surrogate pair", (text) => first(text, '"x":"\\ud83c"')),
  body("the second half of one, in a key", (text) => first(text, '"\\udf54":1')),
  body("bytes that are no UTF-8", (text) => Buffer.concat([bytes(0xff, 0xfe), Buffer.from(text)])),
  body("an overlong UTF-8 sequence", () =>
    Buffer.concat([Buffer.from('{"x":"'), bytes(0xc0, 0x80), Buffer.from('"}')]),
  ),
  body("UTF-16", (text) => Buffer.from(text, "utf16le"), typed("application/json; charset=utf-16le")),
  body("lists nested 100,000 deep", (text) => first(text, `"x":${"[".repeat(DEEP)}${"]".repeat(DEEP)}`)),
  body("objects nested deeper than any", (text) => first(text, `"x":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}`)),
  body("nesting that never closes", () => "[".repeat(DEEP)),
  body("60,000 values", (text) => first(text, `"x":[${"1,".repeat(WIDE)}1]`)),
  body("60,000 keys", (text) => first(text, Array.from({ length: WIDE }, (_, n) => `"k${n}":1`).join(","))),
  body("more than any endpoint takes", (text) => first(text, `"x":"${"x".repeat(TOO_LARGE_BYTES)}"`)),
  body("plain text", (text) => text, typed("text/plain")),
  body("a type that begins like JSON", (text) => text, typed("application/json-evil; x")),
  body("a type of nothing", (text) => text, typed("")),
  body("a form, as another site's page can send one", () => "a=1&b=2", typed("application/x-www-form-urlencoded")),
  body("a form of parts", () => "--x\r\n\r\n--x--", typed("multipart/form-data; boundary=x")),
  body("XML", () => '<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>', typed("text/xml")),
  body("a packed body", (text) => gzipSync(text), [["content-encoding", "gzip"]]),
  body("a packed bomb", () => BOMB, [["content-encoding", "gzip"]]),
  body("a terabyte announced", (text) => text, [["content-length", "1099511627776"]]),
  { ...body("half of what was announced", (text) => text, [["content-length", "100000"]]), hangUp: true },
  { ...body("chunks without an end", () => '5\r\n{"a":\r\n', [["transfer-encoding", "chunked"]]), hangUp: true },
]
