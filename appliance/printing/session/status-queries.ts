/** The status commands of ESC/POS and of Star: how a printer is asked for its status, and which reply confirms that a job is on paper. */
import { fillTemplate } from "../encoding/fill-template.ts"
import type { PrinterProfile } from "../encoding/printer-profiles.ts"
import { createReplyReader, flagsOf, type PrinterFlags, type Reply } from "./read-replies.ts"
import { createStarReader } from "./read-star-replies.ts"

/** A connection on which a question is sent and its answer awaited. */
export interface ReplyChannel {
  write(bytes: Uint8Array): Promise<void>
  /** The first reply that `isAnswer` accepts; null after `ms`, or at once when the connection is lost. */
  nextReply(isAnswer: (reply: Reply) => boolean, ms: number): Promise<Reply | null>
}

/** A question that the printer answers when everything before it is on paper. */
export interface Confirmation {
  readonly ask: Uint8Array
  isAnswer(reply: Reply): boolean
}

export interface Confirmations {
  /** Asked before the job, where the end of an earlier job could be taken for the end of this one. */
  readonly begin: Confirmation | null
  readonly end: Confirmation
}

/** What is sent: a document, marked by four characters, or a pulse for the drawer. */
export type Delivery = { readonly token: string } | "drawer"

export interface StatusQueries {
  readonly reader: (onReply: (reply: Reply) => void) => (bytes: Uint8Array) => void
  /** The command that makes the printer report each change of its status. */
  readonly enableAutomaticStatus: Uint8Array
  /** The status now, which a printer reports also when it cannot print; null where no answer comes or `signal` is aborted. */
  query(channel: ReplyChannel, answerMs: number, signal?: AbortSignal): Promise<PrinterFlags | null>
  /** `marks`: the last mark count of a Star printer. Null where the printer cannot confirm a job. */
  confirmations(marks: number | null, delivery: Delivery): Confirmations | null
}

const PAPER_STATUS = Uint8Array.of(0x1d, 0x72, 0x01)
const DRAWER_STATUS = Uint8Array.of(0x1d, 0x72, 0x02)
const AUTOMATIC_STATUS = Uint8Array.of(0x1d, 0x61, 0xff)

const ESC_POS: StatusQueries = {
  reader: createReplyReader,
  enableAutomaticStatus: AUTOMATIC_STATUS,
  query: queryEscPos,
  confirmations: (_, delivery) => ({
    begin: null,
    end: {
      ask: delivery === "drawer" ? DRAWER_STATUS : PAPER_STATUS,
      isAnswer: (reply) => reply.kind === "end",
    },
  }),
}

/** A printer that answers `GS ( H` with the number that the document carries. */
const ESC_POS_WITH_PROCESS_ID: StatusQueries = {
  ...ESC_POS,
  confirmations: (marks, delivery) =>
    delivery === "drawer"
      ? ESC_POS.confirmations(marks, delivery)
      : { begin: null, end: processIdConfirmation(delivery.token) },
}

function processIdConfirmation(token: string): Confirmation {
  const digits = [...token].map((ch) => ch.charCodeAt(0))
  return {
    ask: Uint8Array.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...digits),
    isAnswer: (reply) => reply.kind === "process" && reply.id === token,
  }
}

/** ESC RS a 1. Network printers have it on from the factory. */
const STAR_AUTOMATIC_STATUS = Uint8Array.of(0x1b, 0x1e, 0x61, 0x01)
/** ESC ACK SOH. */
const STAR_STATUS = Uint8Array.of(0x1b, 0x06, 0x01)
/** ETB. */
const STAR_MARK = 0x17
/** ESC RS E 0. */
const STAR_RESET_MARKS = [0x1b, 0x1e, 0x45, 0x00]

const STAR: StatusQueries = {
  reader: createStarReader,
  enableAutomaticStatus: STAR_AUTOMATIC_STATUS,
  query: queryStar,
  confirmations: starConfirmations,
}

/** A profile without status gets queries too; the session does not use them. */
export function queriesFor({ language, endOfJob, commands: { mode } }: PrinterProfile): StatusQueries {
  if (language === "star-prnt" || language === "star-line") return STAR
  if (endOfJob === "process-id") return ESC_POS_WITH_PROCESS_ID
  // In its other mode the printer does not know these queries.
  return mode === undefined
    ? ESC_POS
    : { ...ESC_POS, enableAutomaticStatus: Uint8Array.of(...fillTemplate(mode), ...AUTOMATIC_STATUS) }
}

/** Sends DLE EOT 1 to 4, one after the other. */
async function queryEscPos(
  channel: ReplyChannel,
  answerMs: number,
  signal?: AbortSignal,
): Promise<PrinterFlags | null> {
  const answers: number[] = []
  for (const which of [1, 2, 3, 4]) {
    if (signal?.aborted) return null
    const answer = channel.nextReply((reply) => reply.kind === "status", answerMs)
    channel.write(Uint8Array.of(0x10, 0x04, which)).catch(() => undefined)
    const reply = await answer
    if (reply?.kind !== "status") return null
    answers.push(reply.byte)
  }
  return flagsOf(answers as [number, number, number, number])
}

/** Star answers one question with its whole status. */
async function queryStar(channel: ReplyChannel, answerMs: number, signal?: AbortSignal): Promise<PrinterFlags | null> {
  if (signal?.aborted) return null
  const answer = channel.nextReply((reply) => reply.kind === "automatic", answerMs)
  channel.write(STAR_STATUS).catch(() => undefined)
  const reply = await answer
  return reply?.kind === "automatic" ? reply.flags : null
}

/**
 * A Star printer counts a mark (ETB) when everything before it is on paper. An earlier job that is still in its buffer ends with
 * a mark too. So each job resets the count to a number that is neither the present count nor one more.
 */
function starConfirmations(now: number | null): Confirmations | null {
  if (now === null) return null
  const begin = [1, 2, 3].find((count) => count !== now && count !== now + 1) ?? 1
  const marks = Array.from({ length: begin }, () => STAR_MARK)
  return {
    begin: { ask: Uint8Array.of(...STAR_RESET_MARKS, ...marks), isAnswer: hasCounted(begin) },
    end: { ask: Uint8Array.of(STAR_MARK), isAnswer: hasCounted(begin + 1) },
  }
}

function hasCounted(marks: number): (reply: Reply) => boolean {
  return (reply) => reply.kind === "automatic" && reply.marks === marks
}
