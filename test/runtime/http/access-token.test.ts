import { createHmac } from "node:crypto"
import { describe, expect, it, test } from "vitest"
import { createManualClock } from "../../../runtime/clock.ts"
import { createAccessTokens, isAccessToken, TOKEN_SECONDS } from "../../../runtime/http/access-token.ts"
import { createKey, readKey } from "../../../runtime/secrets.ts"

const WHO = { subject: "acme-legacy", stamp: "s1" }

function open() {
  const clock = createManualClock("2026-11-21T12:00:00.000Z")
  const secretKey = readKey(createKey())
  return { clock, secretKey, tokens: createAccessTokens({ secretKey, clock }) }
}

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url")

describe("an access token", () => {
  it("names its owner, for 3600 s", () => {
    const { clock, tokens } = open()
    const token = tokens.issue(WHO)
    expect([tokens.read(token), isAccessToken(token)]).toEqual([WHO, true])
    clock.advance(TOKEN_SECONDS * 1000 - 1)
    expect(tokens.read(token)).toEqual(WHO)
    clock.advance(1)
    expect(tokens.read(token)).toBeNull()
  })

  it("is accepted by every process with the same key, and by no other", () => {
    const { clock, secretKey, tokens } = open()
    const token = tokens.issue(WHO)
    expect(createAccessTokens({ secretKey, clock }).read(token)).toEqual(WHO)
    expect(open().tokens.read(token)).toBeNull()
  })

  it("is rejected if any character is changed", () => {
    const { tokens } = open()
    const token = tokens.issue(WHO)
    for (let place = 0; place < token.length - 1; place += 1) {
      const other = token[place] === "A" ? "B" : "A"
      expect(tokens.read(token.slice(0, place) + other + token.slice(place + 1))).toBeNull()
    }
  })

  it("is signed by a key derived for tokens, not by the sealing key", () => {
    const { secretKey, tokens } = open()
    const signed = `${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: "acme-legacy", stamp: "s1", exp: 9e9 })}`
    const signature = createHmac("sha256", secretKey).update(signed).digest("base64url")
    expect(tokens.read(`${signed}.${signature}`)).toBeNull()
  })

  test.each([
    ["", false],
    ["brasa_test_integrator_0000000000000001", false],
    [`${part({ alg: "none", typ: "JWT" })}.${part({ sub: "acme-legacy", exp: 9e9 })}.`, false],
    [`${part({ alg: "HS256", typ: "JWT" })}.${part({ sub: "acme-legacy", exp: 9e9 })}.`, true],
    [`${part({ alg: "HS256", typ: "JWT" })}.e30.e30.e30`, true],
    ["..", false],
  ])("%j is rejected", (text, looksLikeOne) => {
    expect([open().tokens.read(text), isAccessToken(text)]).toEqual([null, looksLikeOne])
  })
})
