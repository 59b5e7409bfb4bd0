/** A talk with one printer: ask how it is, deliver a job, and wait for its own word that the job is on paper. */
import type { PrinterProfile } from "./profiles.ts"
import { flagsOf, NO_FLAGS, type PrinterFlags, type Reply } from "./read-replies.ts"
import { RECEIPT_BYTES, sendPaced } from "./send-paced.ts"
import { NO_STATUS } from "./spool-store.ts"
import type { OpenLink } from "./transport.ts"
import { openWire, type Wire } from "./wire.ts"

const PAPER_STATUS = Uint8Array.of(0x1d, 0x72, 0x01)
const DRAWER_STATUS = Uint8Array.of(0x1d, 0x72, 0x02)
const AUTOMATIC_STATUS = Uint8Array.of(0x1d, 0x61, 0xff)

/** One answer may get lost on a bad line; so many in a row do not. */
const SILENT_LOOKS_MAX = 3

export interface Patience {
  /** For the answer to one DLE EOT. */
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

export const PATIENCE: Patience = {
  answerMs: 1000,
  lookEveryMs: 1000,
  endMs: 30_000,
  heldMs: 15 * 60_000,
  stallMs: 20_000,
  failoverMs: 30_000,
}

/** How the wait for the end ended. `remark` tells what happened on the way. */
export type End =
  | { readonly kind: "confirmed"; readonly remark: string | null }
  /** `torn`: the printer may still hold a part of it. */
  | { readonly kind: "unsure"; readonly reason: string; readonly torn: boolean }

export interface Conversation {
  isAlive(): boolean
  /** Asks DLE EOT 1 to 4; null where the printer says nothing. */
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
  readonly patience: Patience
  onFlags(flags: PrinterFlags): void
  onLost(reason: string): void
}

export async function startConversation(deps: ConversationDeps): Promise<Conversation> {
  const wire = await openWire(deps.open, deps.onLost)
  wire.watch(deps.onFlags)
  if (deps.profile.status) await wire.write(AUTOMATIC_STATUS)
  return {
    isAlive: () => wire.lost() === null,
    ask: () => askFlags(wire, deps),
    deliver: (bytes, token) => deliver(wire, deps, { bytes, ...endSign(deps.profile, token) }),
    pulse: (bytes) => deliver(wire, deps, { bytes, ask: DRAWER_STATUS, is: (reply) => reply.kind === "end" }),
    send: (bytes) => sendPaced(wire, bytes, { patience: deps.patience, isHeld: () => false }),
    close: () => wire.close(),
  }
}

/** A job, the question after it, and the reply which proves that the printer came as far as the question. */
interface Delivery {
  readonly bytes: Uint8Array
  readonly ask: Uint8Array
  is(reply: Reply): boolean
}

function endSign(profile: PrinterProfile, token: string): Omit<Delivery, "bytes"> {
  if (profile.endOfJob === "paper-status") return { ask: PAPER_STATUS, is: (reply) => reply.kind === "end" }
  const digits = [...token].map((ch) => ch.charCodeAt(0))
  return {
    ask: Uint8Array.of(0x1d, 0x28, 0x48, 0x06, 0x00, 0x30, 0x30, ...digits),
    is: (reply) => reply.kind === "process" && reply.id === token,
  }
}

/** `round.isOver` ends it before its next question; null then. */
async function askFlags(wire: Wire, deps: ConversationDeps, round = { isOver: false }): Promise<PrinterFlags | null> {
  if (!deps.profile.status) return NO_FLAGS
  const answers: number[] = []
  for (const which of [1, 2, 3, 4]) {
    if (round.isOver) return null
    const answer = wire.next((reply) => reply.kind === "status", deps.patience.answerMs)
    wire.write(Uint8Array.of(0x10, 0x04, which)).catch(() => undefined)
    const reply = await answer
    if (reply?.kind !== "status") return null
    answers.push(reply.byte)
  }
  const flags = flagsOf(answers as [number, number, number, number])
  wire.report(flags)
  return flags
}

async function deliver(wire: Wire, deps: ConversationDeps, delivery: Delivery): Promise<End> {
  const story = { paperOut: false, coverFirst: false, isHeld: false }
  const unsure = (reason: string, torn = true): End => ({ kind: "unsure", reason, torn })
  const unwatch = wire.watch((flags) => {
    story.coverFirst ||= flags.coverOpen && !flags.paperOut && !story.paperOut
    story.paperOut ||= flags.paperOut
    story.isHeld = isHeld(flags)
  })
  try {
    await sendPaced(wire, delivery.bytes, { patience: deps.patience, isHeld: () => story.isHeld })
    if (!deps.profile.status) return unsure(NO_STATUS, false)
    const end = wire.next((reply) => delivery.is(reply), deps.patience.endMs + deps.patience.heldMs)
    await wire.write(delivery.ask)
    const isSilenceNormal = () => story.isHeld && delivery.bytes.length > RECEIPT_BYTES
    const doubt = await waitInLooks({ wire, deps, isSilenceNormal }, end)
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

/**
 * A printer without paper answers no `GS r`, but it does answer DLE EOT, and works on when it has paper again: so the wait is
 * long while it says that it is held up, and short while it says that it is ready. One that is full of a long paper does not even
 * read the question: what it last said of itself holds. Null when the end has come.
 */
async function waitInLooks(
  { wire, deps, isSilenceNormal }: { wire: Wire; deps: ConversationDeps; isSilenceNormal: () => boolean },
  end: Promise<Reply | null>,
): Promise<string | null> {
  const { patience } = deps
  let ready = 0
  let held = 0
  let silent = 0
  for (;;) {
    const reply = await Promise.race([end, pause(patience.lookEveryMs)])
    if (reply !== "paused") return reply === null ? "link_lost" : null
    const round = { isOver: false }
    const looking = askFlags(wire, deps, round)
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
    if (isHeld(flags)) held += patience.lookEveryMs
    else ready += patience.lookEveryMs
    if (ready >= patience.endMs) return "no_end"
    if (held >= patience.heldMs) return flags.coverOpen ? "cover_open" : "paper_out"
  }
}

function isHeld(flags: PrinterFlags): boolean {
  return flags.paperOut || flags.coverOpen || flags.offline
}

function pause(ms: number): Promise<"paused"> {
  return new Promise((resolve) => setTimeout(resolve, ms, "paused"))
}
