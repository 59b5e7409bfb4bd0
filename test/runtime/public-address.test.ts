/** Which addresses are public, and that a name is judged by what it resolves to when it is connected to. */
import { expect, it } from "vitest"
import { createPublicLookup, isPublicAddress } from "../../runtime/public-address.ts"

it.each(["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "2a00:1450:4001::1"])(
  "%s is public",
  (address) => expect(isPublicAddress(address)).toBe(true),
)

it.each([
  "127.0.0.1",
  "::1",
  "::ffff:8.8.8.8",
  "64:ff9b::808:808",
  "2002:808:808::1",
  "2001:db8::1",
  "fe80::1",
  "x",
  "",
])("%s is not public", (address) => expect(isPublicAddress(address)).toBe(false))

it("a name that resolves to a private address gets no answer, in any form", async () => {
  for (const options of [{}, { all: true }, { family: 4 }]) {
    const error = await new Promise((resolve) => createPublicLookup()("localhost", options, resolve))
    expect(error).toMatchObject({ name: "PrivateAddress" })
  }
})
