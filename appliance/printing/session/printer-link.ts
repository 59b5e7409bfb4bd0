/** The link to one printer, held open so that it can tell how it is; hung up and made anew when it falls silent. */

import type { PrinterStatus } from "../../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import type { OpenLink } from "../transport/transport.ts"
import type { PrintTimeouts } from "../worker/timeouts.ts"
import { type Conversation, startConversation } from "./conversation.ts"
import type { PrinterFlags } from "./read-replies.ts"

type State = PrinterStatus["state"]

/** So much of what a printer has said last is kept for support. */
const HEARD_BYTES = 32

/** The last bytes that a printer sent, as they came. */
export interface PrinterReply {
  /** Hexadecimal, the newest last. */
  readonly bytes: string
  readonly at: string
}

export interface PrinterLinkDeps {
  readonly clock: Clock
  readonly spec: PrinterSpec
  readonly open: OpenLink
  readonly patience: PrintTimeouts
  onState(state: State): void
}

export interface PrinterLink {
  /** The printer, and how it says it is right now; null when it does not answer. */
  reach(): Promise<{ readonly talk: Conversation; readonly flags: PrinterFlags } | null>
  hangUp(): Promise<void>
  /** Nobody waits for what the printer says while this is false. */
  isOpen(): boolean
  state(): { readonly state: State; readonly at: string | null }
  /** Null while it has said nothing. */
  heard(): PrinterReply | null
}

export function createPrinterLink(deps: PrinterLinkDeps): PrinterLink {
  let talk: Conversation | null = null
  const ear = listenIn(deps)
  let known: { state: State; at: string | null } = { state: "unknown", at: null }
  const learn = (state: State) => {
    const isNews = state !== known.state
    known = { state, at: deps.clock.iso() }
    if (isNews) deps.onState(state)
  }
  const hangUp = async () => {
    const last = talk
    talk = null
    await last?.close()
  }
  const connect = async (): Promise<Conversation> => {
    const fresh = await startConversation({
      ...deps,
      open: ear.open,
      profile: deps.spec.profile,
      onFlags: (flags) => learn(stateOf(flags, deps.spec)),
      onLost: () => {
        // Who hangs up here knows why, and has not learnt that the printer is away.
        if (talk !== fresh) return
        talk = null
        learn("offline")
      },
    })
    return fresh
  }
  const reach = async () => {
    // A printer that was switched off and on leaves a link that looks open: silence on an old link is tried once on a new one.
    for (const isFresh of talk === null ? [true] : [false, true]) {
      if (isFresh) await hangUp()
      talk ??= await connect().catch(() => null)
      const flags = (await talk?.ask()) ?? null
      if (talk !== null && flags !== null) {
        learn(stateOf(flags, deps.spec))
        return { talk, flags }
      }
    }
    await hangUp()
    learn("offline")
    return null
  }
  return { reach, hangUp, isOpen: () => talk !== null, state: () => known, heard: ear.heard }
}

/** The same wire, with what comes over it remembered. */
function listenIn({
  open,
  clock,
}: Pick<PrinterLinkDeps, "open" | "clock">): Pick<PrinterLink, "heard"> & { open: OpenLink } {
  let last = Buffer.alloc(0)
  let heard: PrinterReply | null = null
  const hear = (bytes: Uint8Array) => {
    last = Buffer.concat([last, bytes]).subarray(-HEARD_BYTES)
    heard = { bytes: last.toString("hex"), at: clock.iso() }
  }
  return {
    heard: () => heard,
    open: (events) =>
      open({
        ...events,
        onData: (bytes) => {
          hear(bytes)
          events.onData(bytes)
        },
      }),
  }
}

/** What keeps a printer from printing, the one thing first that a person can do something about. */
export function obstacleOf(flags: PrinterFlags): "cover_open" | "paper_out" | "offline" | null {
  if (flags.coverOpen) return "cover_open"
  if (flags.paperOut) return "paper_out"
  return flags.offline || flags.error ? "offline" : null
}

/** A printer that cannot tell how it is has an unknown state, also while it prints well. */
function stateOf(flags: PrinterFlags, spec: PrinterSpec): State {
  return spec.profile.status ? (obstacleOf(flags) ?? "ready") : "unknown"
}
