/** In which words a printer is asked how it is, and by which reply a job is known to be on paper: ESC/POS or Star. */
import type { PrinterProfile } from "../encoding/printer-profiles.ts"
import { createReplyReader, flagsOf, type PrinterFlags, type Reply } from "./read-replies.ts"
import { createStarReader } from "./read-star-replies.ts"
import type { Wire } from "./wire.ts"

/** A question that is answered when everything before it is done, and how the answer looks. */
export interface Sign {
  readonly ask: Uint8Array
  is(reply: Reply): boolean
}

export interface StatusQuery {
  /** Whoever set it wants no further question. */
  isOver: boolean
}

export interface Questions {
  readonly reader: (onReply: (reply: Reply) => void) => (bytes: Uint8Array) => void
  /** Asks the printer to tell by itself when something changes. */
  readonly hello: Uint8Array
  /** How it is right now, answered also by a printer that can print nothing; null where no answer comes. */
  look(wire: Wire, answerMs: number, round: StatusQuery): Promise<PrinterFlags | null>
  /** How the end of a job will be known; null where this printer cannot prove it. */
  signs(wire: Wire, job: Subject): Signs | null
}

/** What is sent: a paper with four characters that mark it, or a pulse for the drawer. */
export type Subject = { readonly token: string } | "drawer"

export interface Signs {
  /** Goes before a job whose end could be mistaken for the end of what was sent before it. */
  readonly fence: Sign | null
  readonly end: Sign
}

const PAPER_STATUS = Uint8Array.of(0x1d, 0x72, 0x01)
const DRAWER_STATUS = Uint8Array.of(0x1d, 0x72, 0x02)
const AUTOMATIC_STATUS = Uint8Array.of(0x1d, 0x61, 0xff)

const ESC_POS: Questions = {
  reader: createReplyReader,
  hello: AUTOMATIC_STATUS,
  look: lookByFour,
  signs: (_, job) => ({
    fence: null,
    end: { ask: job === "drawer" ? DRAWER_STATUS : PAPER_STATUS, is: (reply) => reply.kind === "end" },
  }),
}

/** A printer that gives back a number which the paper carries. */
const NUMBERED: Questions = {
  ...ESC_POS,
  signs: (wire, job) => (job === "drawer" ? ESC_POS.signs(wire, job) : { fence: null, end: numbered(job.token) }),
}

function numbered(token: string): Sign {
  const digits = [...token].map((ch) => ch.charCodeAt(0))
  return {
    ask: Uint8Array.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...digits),
    is: (reply) => reply.kind === "process" && reply.id === token,
  }
}

/** ESC RS a 1; on a network it is on anyhow. */
const STAR_AUTOMATIC = Uint8Array.of(0x1b, 0x1e, 0x61, 0x01)
/** ESC ACK SOH. */
const STAR_LOOK = Uint8Array.of(0x1b, 0x06, 0x01)
/** ETB. */
const STAR_MARK = 0x17
/** ESC RS E 0. */
const STAR_COUNT_ANEW = [0x1b, 0x1e, 0x45, 0x00]

const STAR: Questions = { reader: createStarReader, hello: STAR_AUTOMATIC, look: lookAtStar, signs: starSigns }

/** A printer that says nothing has questions too, and nobody asks them. */
export function questionsFor({ language, endOfJob }: PrinterProfile): Questions {
  if (language === "star-prnt" || language === "star-line") return STAR
  return endOfJob === "process-id" ? NUMBERED : ESC_POS
}

/** DLE EOT 1 to 4, one after the other. */
async function lookByFour(wire: Wire, answerMs: number, round: StatusQuery): Promise<PrinterFlags | null> {
  const answers: number[] = []
  for (const which of [1, 2, 3, 4]) {
    if (round.isOver) return null
    const answer = wire.next((reply) => reply.kind === "status", answerMs)
    wire.write(Uint8Array.of(0x10, 0x04, which)).catch(() => undefined)
    const reply = await answer
    if (reply?.kind !== "status") return null
    answers.push(reply.byte)
  }
  return flagsOf(answers as [number, number, number, number])
}

/** One question, and the whole status comes. */
async function lookAtStar(wire: Wire, answerMs: number, round: StatusQuery): Promise<PrinterFlags | null> {
  if (round.isOver) return null
  const answer = wire.next((reply) => reply.kind === "automatic", answerMs)
  wire.write(STAR_LOOK).catch(() => undefined)
  const reply = await answer
  return reply?.kind === "automatic" ? reply.flags : null
}

/**
 * The printer counts marks, and counts one when everything before it is on paper. What an earlier job left in its buffer ends with
 * one mark more: so the count begins anew before each job, at a number that neither what it says now nor that mark can be.
 */
function starSigns(wire: Wire): Signs | null {
  const now = wire.marks()
  if (now === null) return null
  const begin = [1, 2, 3].find((marks) => marks !== now && marks !== now + 1) ?? 1
  const marks = Array.from({ length: begin }, () => STAR_MARK)
  return {
    fence: { ask: Uint8Array.of(...STAR_COUNT_ANEW, ...marks), is: hasPassed(begin) },
    end: { ask: Uint8Array.of(STAR_MARK), is: hasPassed(begin + 1) },
  }
}

function hasPassed(marks: number): (reply: Reply) => boolean {
  return (reply) => reply.kind === "automatic" && reply.marks === marks
}
