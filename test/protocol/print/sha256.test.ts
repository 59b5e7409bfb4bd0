import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { canonicalJson, sha256 } from "../../../protocol/print/sha256.ts"

test.each(["", "abc", "ñ€ç", "x".repeat(55), "x".repeat(56), "x".repeat(64), "x".repeat(10_000)])(
  "is the SHA-256 that everybody else makes",
  (text) => {
    expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"))
  },
)

test("equal values have equal canonical JSON", () => {
  expect(canonicalJson({ b: 1, a: [{ d: 2, c: undefined }] })).toBe('{"a":[{"d":2}],"b":1}')
})
