/** How long the box waits for a printer, and for the people beside it. */

export interface PrintTimeouts {
  /** For the answer to one question. */
  readonly answerMs: number
  /** Between two looks at a printer that works on a job. */
  readonly lookEveryMs: number
  /** For the end of a job from a printer that is ready and answers. */
  readonly endMs: number
  /** For people to bring paper or close the cover in the middle of a job. */
  readonly heldMs: number
  /** For a printer that takes no bytes, unless it says that it is held up. */
  readonly stallMs: number
  /** For people to help a printer that cannot print, before another takes its papers over. */
  readonly failoverMs: number
}

export const PRINT_TIMEOUTS: PrintTimeouts = {
  answerMs: 1000,
  lookEveryMs: 1000,
  endMs: 30_000,
  heldMs: 15 * 60_000,
  stallMs: 20_000,
  failoverMs: 30_000,
}
