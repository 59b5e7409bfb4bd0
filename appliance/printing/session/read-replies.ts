/** Sorts the bytes that an ESC/POS printer sends: answers to DLE EOT, automatic status, end of job. Each is known by its fixed bits. */

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
  /** The answer to DLE EOT: what the byte means depends on what was asked. */
  | { readonly kind: "status"; readonly byte: number }
  /** Automatic status: four bytes, or Star's own, with the number of marks that the printer has passed. */
  | { readonly kind: "automatic"; readonly flags: PrinterFlags; readonly marks?: number | null }
  /** `GS r`: everything sent before it has been worked off. */
  | { readonly kind: "end"; readonly byte: number }
  /** `GS ( H`: the same, with the number that the job carried. */
  | { readonly kind: "process"; readonly id: string }

const PROCESS_HEAD = 0x37
const PROCESS_BYTES = 7
const AUTOMATIC_BYTES = 4

/** Keeps what is not complete until the rest comes. */
export function createReplyReader(onReply: (reply: Reply) => void): (bytes: Uint8Array) => void {
  let held: number[] = []
  return (bytes) => {
    for (const byte of bytes) {
      held.push(byte)
      const reply = readHeld(held)
      if (reply === "more") continue
      held = []
      if (reply !== "nothing") onReply(reply)
    }
  }
}

function readHeld(held: readonly number[]): Reply | "more" | "nothing" {
  const first = held[0] as number
  if (first === PROCESS_HEAD) {
    if (held.length < PROCESS_BYTES) return "more"
    return { kind: "process", id: String.fromCharCode(...held.slice(2, 6)) }
  }
  if ((first & 0x93) === 0x10) {
    if (held.length < AUTOMATIC_BYTES) return "more"
    return { kind: "automatic", flags: automaticFlags(held) }
  }
  if ((first & 0x93) === 0x12) return { kind: "status", byte: first }
  if ((first & 0x90) === 0x00) return { kind: "end", byte: first }
  return "nothing"
}

function automaticFlags(held: readonly number[]): PrinterFlags {
  const [head = 0, errors = 0, paper = 0] = held
  return {
    offline: (head & 0x08) !== 0,
    coverOpen: (head & 0x20) !== 0,
    paperOut: (paper & 0x0c) !== 0,
    paperLow: (paper & 0x03) !== 0,
    error: (errors & 0x68) !== 0,
  }
}

/** The answers to DLE EOT 1, 2, 3 and 4 taken together. */
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
