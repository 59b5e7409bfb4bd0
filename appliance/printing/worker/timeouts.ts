/** How long the box waits for a printer, and for the people beside it. */

export interface PrintTimeouts {
  /** For the answer to one status query. */
  readonly answerMs: number
  /** Between two status queries while a job prints. */
  readonly queryEveryMs: number
  /** For the end of a job from a printer that is ready and answers. */
  readonly endMs: number
  /** For people to bring paper or close the cover while a job prints. */
  readonly waitingMs: number
  /** For a printer that takes no bytes, unless it waits for people. */
  readonly stallMs: number
  /** For people to help a printer that cannot print, before a backup takes its jobs over. */
  readonly failoverMs: number
}

export const PRINT_TIMEOUTS: PrintTimeouts = {
  answerMs: 1000,
  queryEveryMs: 1000,
  endMs: 30_000,
  waitingMs: 15 * 60_000,
  stallMs: 20_000,
  failoverMs: 30_000,
}
