/** Sorts the bytes that a Star printer sends: its automatic status (ASB), which says how it is and counts the marks (ETB) that it has passed. */
import type { PrinterFlags, Reply } from "./read-replies.ts"

/** The longest that the first byte can say. */
const STATUS_BYTES_MAX = 31
const HEADERS = 2
const ETB_COUNTER_AT = 7

/** Keeps what is not complete until the rest comes. What does not begin as a status (XON, XOFF) is passed over. */
export function createStarReader(onReply: (reply: Reply) => void): (bytes: Uint8Array) => void {
  let held: number[] = []
  return (bytes) => {
    for (const byte of bytes) {
      if (held.length === 0 && !isHead(byte)) continue
      held.push(byte)
      if (held.length < HEADERS || held.length < lengthOf(held)) continue
      onReply({ kind: "automatic", flags: flagsOf(held), marks: marksOf(held) })
      held = []
    }
  }
}

/** Bit 0 set, bits 4 and 7 not: no other byte of a status looks so. */
function isHead(byte: number): boolean {
  return (byte & 0x91) === 0x01
}

/** Bits 1 to 3, 5 and 6 of the first byte; the top bit of the second says that there are two more. */
function lengthOf([first = 0, second = 0]: readonly number[]): number {
  const said = ((first >> 1) & 0x07) | ((first >> 2) & 0x18)
  return Math.min(Math.max(HEADERS, said + ((second >> 6) & 0x02)), STATUS_BYTES_MAX)
}

function flagsOf([, , printer = 0, errors = 0, jams = 0, paper = 0]: readonly number[]): PrinterFlags {
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (printer & 0x20) !== 0,
    paperOut: (paper & 0x08) !== 0,
    paperLow: (paper & 0x06) !== 0,
    // A knife, a motor, or what only a technician mends; a jam, a head that is up, marks that are not found.
    error: (errors & 0x2c) !== 0 || (jams & 0x0e) !== 0,
  }
}

/** Counts from 0 to 31 and on from 0; null from an old model, which does not count. */
function marksOf(held: readonly number[]): number | null {
  const counter = held[ETB_COUNTER_AT]
  return counter === undefined ? null : ((counter >> 1) & 0x07) | ((counter >> 2) & 0x18)
}
