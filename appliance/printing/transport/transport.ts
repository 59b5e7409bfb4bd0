/** What every connection to a printer offers, over TCP, a serial line or a device file. */

/** `onClose` is called once, whichever side closed the link. */
export interface LinkEvents {
  onData(bytes: Uint8Array): void
  onClose(reason: string): void
}

/** Printers buffer a few kilobytes, and some lose what arrives faster than they print. */
interface Pace {
  readonly chunkBytes: number
  /** Between two chunks of a job that is longer than a receipt. */
  readonly restMs: number
}

export interface Link {
  readonly pace: Pace
  /** Resolves when the bytes have left this process. A printer without paper may delay that without end; the caller sets the limit. */
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Opens the link or throws. A screen shows the message. */
export type OpenLink = (events: LinkEvents) => Promise<Link>
