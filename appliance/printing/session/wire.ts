/** An open link with the printer's replies sorted and handed to whoever waits for them. */

import type { OpenLink, Pace } from "../transport/transport.ts"
import type { PrinterFlags, Reply } from "./read-replies.ts"

export interface Wire {
  /** Why the link is gone, null while it stands. */
  lost(): string | null
  write(bytes: Uint8Array): Promise<void>
  /** How the wire wants a long paper: so many bytes at once, so much rest between. */
  readonly pace: Pace
  /** The first reply that `pick` takes; null after `ms`, or at once when the link goes. */
  next(pick: (reply: Reply) => boolean, ms: number): Promise<Reply | null>
  /** Sees every status, asked for or not, until the returned function is called. */
  watch(onFlags: (flags: PrinterFlags) => void): () => void
  /** How many marks the printer has last said to have passed; null while it has not, or where it does not count. */
  marks(): number | null
  /** For a status that was put together from answers. */
  report(flags: PrinterFlags): void
  close(): Promise<void>
}

export interface WireDeps {
  readonly open: OpenLink
  /** Sorts what comes back. */
  readonly reader: (onReply: (reply: Reply) => void) => (bytes: Uint8Array) => void
  onLost(reason: string): void
}

export async function openWire({ open, reader, onLost }: WireDeps): Promise<Wire> {
  const waiting = new Set<(reply: Reply | null) => void>()
  const watchers = new Set<(flags: PrinterFlags) => void>()
  let lost: string | null = null
  let marks: number | null = null
  const report = (flags: PrinterFlags) => {
    for (const watcher of [...watchers]) watcher(flags)
  }
  const hear = (reply: Reply) => {
    if (reply.kind === "automatic") {
      marks = reply.marks ?? null
      report(reply.flags)
    }
    for (const waiter of [...waiting]) waiter(reply)
  }
  const link = await open({
    onData: reader(hear),
    onClose: (reason) => {
      lost = reason
      for (const waiter of [...waiting]) waiter(null)
      onLost(reason)
    },
  })
  return {
    lost: () => lost,
    write: (bytes) => link.write(bytes),
    pace: link.pace,
    next: (pick, ms) =>
      new Promise((resolve) => {
        const waiter = (reply: Reply | null) => {
          if (reply !== null && !pick(reply)) return
          clearTimeout(timer)
          waiting.delete(waiter)
          resolve(reply)
        }
        const timer = setTimeout(waiter, ms, null)
        waiting.add(waiter)
        if (lost !== null) waiter(null)
      }),
    watch: (onFlags) => {
      watchers.add(onFlags)
      return () => watchers.delete(onFlags)
    },
    marks: () => marks,
    report,
    close: () => link.close(),
  }
}
