/** Closes a connection that announces too large an MQTT packet, before the parser buffers it. */
import type { Duplex } from "node:stream"

const DIGITS_MAX = 4
const DIGIT_BITS = 7
const DIGIT = 0x7f
const MORE = 0x80

/** The first packet is the login of an unauthenticated client: name, password, last will. */
const LOGIN_BYTES_MAX = 16 * 1024

/** Follows the packets of one connection. The function returns false for a packet larger than `bytesMax` or with an invalid length. */
export function createPacketMeter(bytesMax: number): (chunk: Uint8Array) => boolean {
  let most = Math.min(bytesMax, LOGIN_BYTES_MAX)
  let left = 0
  let length = 0
  /** Digits of the length read so far; -1 at the beginning of a packet. */
  let digits = -1
  const readLength = (byte: number): boolean => {
    length += (byte & DIGIT) << (DIGIT_BITS * digits)
    digits += 1
    if (length > most || (byte & MORE && digits >= DIGITS_MAX)) return false
    if (byte & MORE) return true
    left = length
    digits = -1
    most = bytesMax
    return true
  }
  return (chunk) => {
    for (let at = 0; at < chunk.length; ) {
      if (left > 0) {
        const skipped = Math.min(left, chunk.length - at)
        left -= skipped
        at += skipped
        continue
      }
      const byte = chunk[at] ?? 0
      at += 1
      if (digits < 0) [digits, length] = [0, 0]
      else if (!readLength(byte)) return false
    }
    return true
  }
}

/** Wraps the stream's `read` with a meter, and destroys the stream if it objects. */
export function meterPackets(stream: Duplex, bytesMax: number): void {
  const isWithinLimit = createPacketMeter(bytesMax)
  const read = stream.read.bind(stream)
  stream.read = (size) => {
    const chunk = read(size)
    if (chunk === null || isWithinLimit(chunk)) return chunk
    stream.destroy()
    return null
  }
}
