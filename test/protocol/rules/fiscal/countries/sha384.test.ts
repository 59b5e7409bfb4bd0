import { createHash } from "node:crypto"
import { expect, it } from "vitest"
import { sha384 } from "../../../../../protocol/rules/fiscal/countries/sha384.ts"

it("gives the published digest of abc (FIPS 180-4 examples)", () => {
  expect(sha384("abc")).toBe(
    "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed8086072ba1e7cc2358baeca134c825a7",
  )
})

it.each(["", "ñ€ç", "x".repeat(111), "x".repeat(112), "x".repeat(128), "x".repeat(1000)])(
  "is the SHA-384 that everybody else makes",
  (text) => {
    expect(sha384(text)).toBe(createHash("sha384").update(text).digest("hex"))
  },
)
