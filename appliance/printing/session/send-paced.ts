/** Sends a paper in chunks at the wire's pace; a printer that takes nothing is waited for while it says why, and not long otherwise. */

import type { Pace } from "../transport/transport.ts"
import type { PrintTimeouts } from "../worker/timeouts.ts"

/** A receipt fits into every printer's buffer; what is longer carries pictures. */
export const RECEIPT_BYTES = 8192

export interface PacedWire {
  readonly pace: Pace
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export interface SendOptions {
  readonly patience: Pick<PrintTimeouts, "stallMs" | "heldMs">
  /** Whether the printer has said that it waits for people. */
  isHeld(): boolean
}

/** Throws where the bytes do not leave; the wire is closed then. */
export async function sendPaced(wire: PacedWire, bytes: Uint8Array, options: SendOptions): Promise<void> {
  const { chunkBytes, restMs } = wire.pace
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (at > 0 && restMs > 0 && bytes.length > RECEIPT_BYTES) await rest(restMs)
    await taken(wire, bytes.subarray(at, at + chunkBytes), options)
  }
}

async function taken(wire: PacedWire, chunk: Uint8Array, { patience, isHeld }: SendOptions): Promise<void> {
  const writing = wire.write(chunk)
  writing.catch(() => undefined)
  for (let waited = 0; ; waited += patience.stallMs) {
    const timer = createTimer(patience.stallMs)
    const first = await Promise.race([writing.then(() => "taken" as const), timer.over]).finally(timer.cancel)
    if (first === "taken") return
    if (isHeld() && waited < patience.heldMs) continue
    wire.close().catch(() => undefined)
    throw new Error("the printer takes no data")
  }
}

function createTimer(ms: number) {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<"stalled">((resolve) => {
    timer = setTimeout(resolve, ms, "stalled")
  })
  return { over, cancel: () => clearTimeout(timer) }
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
