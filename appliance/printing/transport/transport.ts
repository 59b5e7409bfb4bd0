/** A wire to a printer, as whoever prints sees it. */

/** What comes back from the printer. `onClose` is called once, whoever ended the link. */
export interface LinkEvents {
  onData(bytes: Uint8Array): void
  onClose(reason: string): void
}

/** Printers have buffers of a few kilobytes, and some lose what comes faster than they print. */
export interface Pace {
  readonly chunkBytes: number
  /** Between two chunks of what is longer than a receipt: pictures. */
  readonly restMs: number
}

export interface Link {
  readonly pace: Pace
  /** Done when the bytes have left this process; a printer that is out of paper lets it wait, for as long as the caller will. */
  write(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

/** Opens the wire or throws; the message is for a person. */
export type OpenLink = (events: LinkEvents) => Promise<Link>
