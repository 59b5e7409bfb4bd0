/** The meter follows packets however they are sliced, and stops at the first that is too large. */
import { expect, it } from "vitest"
import { createPacketMeter } from "../../../runtime/mqtt/packet-meter.ts"

const MAX = 200
/** A packet of so many bytes after its length. */
const packet = (bytes: number) =>
  bytes < 128
    ? Buffer.from([0x30, bytes, ...Buffer.alloc(bytes, 0xff)])
    : Buffer.from([0x30, (bytes & 127) | 128, bytes >> 7, ...Buffer.alloc(bytes, 0xff)])

it.each([1, 2, 3, 7, 1000])("accepts packets up to the limit, in slices of %i bytes", (slice) => {
  const isFine = createPacketMeter(MAX)
  const all = Buffer.concat([0, 1, 127, 128, MAX, 0, MAX, 2].map(packet))
  for (let at = 0; at < all.length; at += slice) expect(isFine(all.subarray(at, at + slice))).toBe(true)
  expect(isFine(packet(MAX + 1))).toBe(false)
})

it.each([
  ["a quarter of a gigabyte", [0x10, 0xff, 0xff, 0xff, 0x7f]],
  ["a length that goes on", [0x10, 0x80, 0x80, 0x80, 0x80]],
])("closes at %s before any of it has arrived", (_what, bytes) => {
  expect(createPacketMeter(MAX)(Buffer.from(bytes))).toBe(false)
})
