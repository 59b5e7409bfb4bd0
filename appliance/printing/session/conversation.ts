/** A talk with one printer: ask how it is, deliver a job, and wait for its own word that the job is on paper. */

import type { PrinterProfile } from "../encoding/printer-profiles.ts"
import { NO_STATUS } from "../queue/print-jobs-store.ts"
import type { OpenLink } from "../transport/transport.ts"
import type { PrintTimeouts } from "../worker/timeouts.ts"
import { NO_FLAGS, type PrinterFlags, type Reply } from "./read-replies.ts"
import { RECEIPT_BYTES, sendPaced } from "./send-paced.ts"
import { type Questions, questionsFor, type Sign, type StatusQuery, type Subject } from "./status-queries.ts"
import { openWire, type Wire } from "./wire.ts"

/** One answer may get lost on a bad line; so many in a row do not. */
const SILENT_LOOKS_MAX = 3

/** How the wait for the end ended. `remark` tells what happened on the way. */
export type End =
  | { readonly kind: "confirmed"; readonly remark: string | null }
  /** `torn`: the printer may still hold a part of it. */
  | { readonly kind: "unsure"; readonly reason: string; readonly torn: boolean }

export interface Conversation {
  isAlive(): boolean
  /** How the printer says that it is; null where it says nothing. */
  ask(): Promise<PrinterFlags | null>
  /** Sends a paper and waits until the printer has worked it off; `token` are four characters that mark the job. */
  deliver(bytes: Uint8Array, token: string): Promise<End>
  /** The same for a drawer pulse. */
  pulse(bytes: Uint8Array): Promise<End>
  /** Sends bytes that have no end to wait for; throws where they do not leave. */
  send(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
}

export interface ConversationDeps {
  readonly open: OpenLink
  readonly profile: PrinterProfile
  readonly patience: PrintTimeouts
  onFlags(flags: PrinterFlags): void
  onLost(reason: string): void
}

export async function startConversation(deps: ConversationDeps): Promise<Conversation> {
  const questions = questionsFor(deps.profile)
  const wire = await openWire({ open: deps.open, reader: questions.reader, onLost: deps.onLost })
  const talk: Talk = { ...deps, wire, questions }
  wire.watch(deps.onFlags)
  if (deps.profile.status) await wire.write(questions.hello)
  return {
    isAlive: () => wire.lost() === null,
    ask: () => askFlags(talk),
    deliver: (bytes, token) => deliver(talk, { token }, bytes),
    pulse: (bytes) => deliver(talk, "drawer", bytes),
    send: (bytes) => sendPaced(wire, bytes, { patience: deps.patience, isHeld: () => false }),
    close: () => wire.close(),
  }
}

interface Talk extends ConversationDeps {
  readonly wire: Wire
  readonly questions: Questions
}

/** `round.isOver` ends it before its next question; null then. */
async function askFlags(talk: Talk, round: StatusQuery = { isOver: false }): Promise<PrinterFlags | null> {
  if (!talk.profile.status) return NO_FLAGS
  const flags = await talk.questions.look(talk.wire, talk.patience.answerMs, round)
  if (flags !== null) talk.wire.report(flags)
  return flags
}

async function deliver(talk: Talk, job: Subject, bytes: Uint8Array): Promise<End> {
  const { wire, patience, profile, questions } = talk
  const story = { paperOut: false, coverFirst: false, isHeld: false }
  const unsure = (reason: string, torn = true): End => ({ kind: "unsure", reason, torn })
  const unwatch = wire.watch((flags) => {
    story.coverFirst ||= flags.coverOpen && !flags.paperOut && !story.paperOut
    story.paperOut ||= flags.paperOut
    story.isHeld = isOnHold(flags)
  })
  const isSilenceNormal = () => story.isHeld && bytes.length > RECEIPT_BYTES
  try {
    const signs = profile.status ? questions.signs(wire, job) : null
    const before = signs?.fence ? await waitFor(talk, signs.fence, () => false) : null
    if (before !== null) return unsure(before, false)
    await sendPaced(wire, bytes, { patience, isHeld: () => story.isHeld })
    if (signs === null) return unsure(NO_STATUS, false)
    const doubt = await waitFor(talk, signs.end, isSilenceNormal)
    if (doubt !== null) return unsure(doubt)
    // A row that was under the head when the cover went up may be missing: only a person can see that.
    if (story.coverFirst) return unsure("cover_opened", false)
    return { kind: "confirmed", remark: story.paperOut ? "paper_changed" : null }
  } catch {
    return unsure("link_lost")
  } finally {
    unwatch()
  }
}

/** Null when the answer has come. */
async function waitFor(talk: Talk, sign: Sign, isSilenceNormal: () => boolean): Promise<string | null> {
  const { wire, patience } = talk
  const end = wire.next((reply) => sign.is(reply), patience.endMs + patience.heldMs)
  await wire.write(sign.ask)
  return waitInLooks(talk, isSilenceNormal, end)
}

/**
 * A printer without paper does not come as far as the question, but it answers a look, and works on when it has paper again: so
 * the wait is long while it says that it is held up, and short while it says that it is ready. One that is full of a long paper
 * does not even read the look: what it last said of itself holds. Null when the end has come.
 */
async function waitInLooks(
  talk: Talk,
  isSilenceNormal: () => boolean,
  end: Promise<Reply | null>,
): Promise<string | null> {
  const { patience, wire } = talk
  let ready = 0
  let held = 0
  let silent = 0
  for (;;) {
    const reply = await Promise.race([end, pause(patience.lookEveryMs)])
    if (reply !== "paused") return reply === null ? "link_lost" : null
    const round = { isOver: false }
    const looking = askFlags(talk, round)
    const flags = await Promise.race([end.then((last) => last ?? "lost"), looking])
    round.isOver = true
    if (flags === "lost" || wire.lost() !== null) return "link_lost"
    if (flags !== null && "kind" in flags) {
      // A question that is still on its way would stand in the middle of the next picture.
      await looking
      return null
    }
    silent = flags === null ? silent + 1 : 0
    if (flags === null) {
      if (isSilenceNormal()) held += patience.lookEveryMs + patience.answerMs
      else if (silent >= SILENT_LOOKS_MAX) return "silent"
      if (held >= patience.heldMs) return "paper_out"
      continue
    }
    if (isOnHold(flags)) held += patience.lookEveryMs
    else ready += patience.lookEveryMs
    if (ready >= patience.endMs) return "no_end"
    if (held >= patience.heldMs) return flags.coverOpen ? "cover_open" : "paper_out"
  }
}

function isOnHold(flags: PrinterFlags): boolean {
  return flags.paperOut || flags.coverOpen || flags.offline
}

function pause(ms: number): Promise<"paused"> {
  return new Promise((resolve) => setTimeout(resolve, ms, "paused"))
}
