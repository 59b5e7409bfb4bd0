/** Sorts the bytes that an ESC/POS printer sends by their fixed bits: answers to DLE EOT, automatic status, end of job. */

export interface PrinterFlags {
  readonly offline: boolean
  readonly coverOpen: boolean
  readonly paperOut: boolean
  readonly paperLow: boolean
  readonly error: boolean
}

export const NO_FLAGS: PrinterFlags = {
  offline: false,
  coverOpen: false,
  paperOut: false,
  paperLow: false,
  error: false,
}

export type Reply =
  /** The answer to DLE EOT. What the byte means depends on the question. */
  | { readonly kind: "status"; readonly byte: number }
  /** A status that the printer reports by itself. `marks`: how many marks a Star printer has counted. */
  | { readonly kind: "automatic"; readonly flags: PrinterFlags; readonly marks?: number | null }
  /** The answer to `GS r`: everything before it is printed. */
  | { readonly kind: "end"; readonly byte: number }
  /** The answer to `GS ( H`: everything before it is printed. `id` is the number that the job carried. */
  | { readonly kind: "process"; readonly id: string }

const PROCESS_HEAD = 0x37
const PROCESS_BYTES = 7
const AUTOMATIC_BYTES = 4

/** The reader keeps an incomplete reply until its other bytes arrive. */
export function createReplyReader(onReply: (reply: Reply) => void): (bytes: Uint8Array) => void {
  let pending: number[] = []
  return (bytes) => {
    for (const byte of bytes) {
      pending.push(byte)
      const reply = readReply(pending)
      if (reply === "incomplete") continue
      pending = []
      if (reply !== "unknown") onReply(reply)
    }
  }
}

function readReply(pending: readonly number[]): Reply | "incomplete" | "unknown" {
  const first = pending[0] as number
  if (first === PROCESS_HEAD) {
    if (pending.length < PROCESS_BYTES) return "incomplete"
    return { kind: "process", id: String.fromCharCode(...pending.slice(2, 6)) }
  }
  if ((first & 0x93) === 0x10) {
    if (pending.length < AUTOMATIC_BYTES) return "incomplete"
    return { kind: "automatic", flags: automaticFlags(pending) }
  }
  if ((first & 0x93) === 0x12) return { kind: "status", byte: first }
  if ((first & 0x90) === 0x00) return { kind: "end", byte: first }
  return "unknown"
}

function automaticFlags([head = 0, errors = 0, paper = 0]: readonly number[]): PrinterFlags {
  return {
    offline: (head & 0x08) !== 0,
    coverOpen: (head & 0x20) !== 0,
    paperOut: (paper & 0x0c) !== 0,
    paperLow: (paper & 0x03) !== 0,
    error: (errors & 0x68) !== 0,
  }
}

/** Combines the answers to DLE EOT 1, 2, 3 and 4. */
export function flagsOf(answers: readonly [number, number, number, number]): PrinterFlags {
  const [printer, cause, , paper] = answers
  return {
    offline: (printer & 0x08) !== 0,
    coverOpen: (cause & 0x04) !== 0,
    paperOut: (paper & 0x60) !== 0 || (cause & 0x20) !== 0,
    paperLow: (paper & 0x0c) !== 0,
    error: (cause & 0x40) !== 0,
  }
}
