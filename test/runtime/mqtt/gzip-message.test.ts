/** A compressed message is what it was; what is broken, or would become too large, is nothing. */
import { gzipSync } from "node:zlib"
import { describe, expect, it } from "vitest"
import { gzipMessage, unpackMessage } from "../../../runtime/mqtt/gzip-message.ts"

const TEXT = JSON.stringify({ name: "Núñez", lines: Array(500).fill("ñandú") })
const textOf = (bytes: Uint8Array | null) => bytes && new TextDecoder().decode(bytes)

describe("a compressed message", () => {
  it("is decompressed to the original, and smaller", () => {
    const packed = gzipMessage(TEXT)
    expect(packed.length).toBeLessThan(TEXT.length / 10)
    expect(textOf(unpackMessage(packed, 100_000))).toBe(TEXT)
  })

  it("that is not compressed stays as it is", () => {
    expect(textOf(unpackMessage(Buffer.from(TEXT), 10))).toBe(TEXT)
    expect(unpackMessage(new Uint8Array(), 10)).toHaveLength(0)
  })

  it.each([
    ["would become too large", gzipSync(Buffer.alloc(1_000_000))],
    ["breaks off", gzipMessage(TEXT).subarray(0, 40)],
    ["only begins like one", Buffer.from([0x1f, 0x8b, 1, 2, 3])],
  ])("that %s is null", (_what, bytes) => {
    expect(unpackMessage(bytes, 100_000)).toBeNull()
  })
})
