/** Reads the automatic status (ASB) of a Star printer: its state, and how many marks (ETB) it has counted. */
import type { PrinterFlags, Reply } from "./read-replies.ts"

/** The greatest length that the first byte can give. */
const STATUS_BYTES_MAX = 31
const HEADERS = 2
const ETB_COUNTER_AT = 7

/** The reader keeps an incomplete status until its other bytes arrive. It skips bytes that do not begin a status (XON, XOFF). */
export function createStarReader(onReply: (reply: Reply) => void): (bytes: Uint8Array) => void {
  let pending: number[] = []
  return (bytes) => {
    for (const byte of bytes) {
      if (pending.length === 0 && !isHead(byte)) continue
      pending.push(byte)
      if (pending.length < HEADERS || pending.length < lengthOf(pending)) continue
      onReply({ kind: "automatic", flags: starFlags(pending), marks: marksOf(pending) })
      pending = []
    }
  }
}

/** Bit 0 is set, bits 4 and 7 are not. No other byte of a status has this pattern. */
function isHead(byte: number): boolean {
  return (byte & 0x91) === 0x01
}

/** The first byte holds the length in bits 1 to 3, 5 and 6. The top bit of the second byte adds two. */
function lengthOf([first = 0, second = 0]: readonly number[]): number {
  const length = ((first >> 1) & 0x07) | ((first >> 2) & 0x18)
  return Math.min(Math.max(HEADERS, length + ((second >> 6) & 0x02)), STATUS_BYTES_MAX)
}

function starFlags([, , printer = 0, errors = 0, jams = 0, paper = 0]: readonly number[]): PrinterFlags {
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (printer & 0x20) !== 0,
    paperOut: (paper & 0x08) !== 0,
    paperLow: (paper & 0x06) !== 0,
    // `errors`: cutter, motor, or an error that needs a technician. `jams`: paper jam, raised head, or a mark not found.
    error: (errors & 0x2c) !== 0 || (jams & 0x0e) !== 0,
  }
}

/** The count goes from 0 to 31 and starts over. Null from an old model that does not count. */
function marksOf(status: readonly number[]): number | null {
  const counter = status[ETB_COUNTER_AT]
  return counter === undefined ? null : ((counter >> 1) & 0x07) | ((counter >> 2) & 0x18)
}
