/** Sends a job in chunks, at the pace that its link asks for. */
import type { PrintTimeouts } from "../worker/timeouts.ts"
import type { Link } from "./transport.ts"

/** A receipt fits into every printer's buffer. A longer job carries pictures. */
export const RECEIPT_BYTES = 8192

interface SendOptions {
  readonly timeouts: Pick<PrintTimeouts, "stallMs" | "waitingMs">
  /** Whether the printer has reported that it waits for people: no paper, cover open. */
  isWaiting(): boolean
}

/** Throws where the bytes do not leave, and closes the link then. */
export async function sendPaced(link: Link, bytes: Uint8Array, options: SendOptions): Promise<void> {
  const { chunkBytes, restMs } = link.pace
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    if (at > 0 && restMs > 0 && bytes.length > RECEIPT_BYTES) await rest(restMs)
    await sendChunk(link, bytes.subarray(at, at + chunkBytes), options)
  }
}

/** A printer that takes no bytes gets `waitingMs` while it waits for people, otherwise `stallMs`. */
async function sendChunk(link: Link, chunk: Uint8Array, { timeouts, isWaiting }: SendOptions): Promise<void> {
  const writing = link.write(chunk)
  writing.catch(() => undefined)
  for (let waitedMs = 0; ; waitedMs += timeouts.stallMs) {
    const timer = createTimer(timeouts.stallMs)
    const first = await Promise.race([writing.then(() => "sent" as const), timer.over]).finally(timer.cancel)
    if (first === "sent") return
    if (isWaiting() && waitedMs < timeouts.waitingMs) continue
    link.close().catch(() => undefined)
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
