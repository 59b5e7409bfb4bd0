/** What is no HTTP, or more of it than anybody sends: the server itself turns it away, before an endpoint hears of it. */
import { type Headers, type Target, textOf, withBody } from "./attack.ts"
import type { RawRequest } from "./send-raw.ts"

const HEADERS = 10_000
const LONG = 40_000

export interface WireKind {
  readonly kind: string
  readonly make: (target: Target) => RawRequest
}

const wire = (kind: string, more: Headers, text?: string): WireKind => ({
  kind,
  make: (target) => withBody(target, text ?? textOf(target), more),
})

export const WIRE_KINDS: readonly WireKind[] = [
  wire(
    "10,000 headers",
    Array.from({ length: HEADERS }, (_, n) => [`x-${n}`, "1"] as const),
  ),
  wire("a header of 40,000 characters", [["x-long", "x".repeat(LONG)]]),
  wire("a cookie of 40,000 characters", [["cookie", `a=${"x".repeat(LONG)}`]]),
  wire("two lengths", [
    ["content-length", "5"],
    ["content-length", "7"],
  ]),
  wire("a negative length", [["content-length", "-1"]]),
  wire("a length in words", [["content-length", "many"]]),
  {
    kind: "a length and chunks, as a smuggler sends it",
    make: (target) => {
      const request = withBody(target, "0\r\n\r\nGET / HTTP/1.1\r\n\r\n")
      return { ...request, headers: [...request.headers, ["transfer-encoding", "chunked"]] }
    },
  },
  wire("a chunk of no length", [["transfer-encoding", "chunked"]], "zz\r\n{}\r\n0\r\n\r\n"),
  wire("a coding that nobody knows", [["transfer-encoding", "chunked, brasa"]], "0\r\n\r\n"),
  wire("a header with a NUL", [["x-nul", "a\u0000b"]]),
  wire("a header whose name has a blank", [["x nul", "a"]]),
  { kind: "a line break in the path", make: (target) => ({ ...withBody(target, ""), path: `${target.path}\r\nx` }) },
  { kind: "an unknown method", make: (target) => ({ ...withBody(target, ""), method: "BRASA" }) },
]
