/** Cuts off whoever announces an MQTT packet larger than any of ours, before its bytes are kept: a parser would wait for all of them. */
import type { Duplex } from "node:stream"

const DIGITS_MAX = 4
const DIGIT_BITS = 7
const DIGIT = 0x7f
const MORE = 0x80

/** The first packet is a login, of somebody nobody knows yet: its topic, name, password and last will. */
const LOGIN_BYTES_MAX = 16 * 1024

/** Follows the packets of one connection; false as soon as one announces more than `bytesMax`, or a length that is none. */
export function createPacketMeter(bytesMax: number): (chunk: Uint8Array) => boolean {
  let most = Math.min(bytesMax, LOGIN_BYTES_MAX)
  let left = 0
  let length = 0
  /** Of the length that is being read; -1 where a packet begins. */
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
        const taken = Math.min(left, chunk.length - at)
        left -= taken
        at += taken
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

/** Whatever is read from the stream passes the meter first. */
export function meterPackets(stream: Duplex, bytesMax: number): void {
  const isFine = createPacketMeter(bytesMax)
  const read = stream.read.bind(stream)
  stream.read = (size) => {
    const chunk = read(size)
    if (chunk === null || isFine(chunk)) return chunk
    stream.destroy()
    return null
  }
}
