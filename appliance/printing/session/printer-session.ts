/** The session with one printer: keeps the connection open, asks for the printer's status, and delivers jobs until the printer confirms them. */
import type { PrinterStatus } from "../../../protocol/shapes/queued-print-job.ts"
import type { Clock } from "../../../runtime/clock.ts"
import type { PrinterSpec } from "../discovery/read-printer-spec.ts"
import { NO_STATUS } from "../queue/print-jobs-store.ts"
import { RECEIPT_BYTES, sendPaced } from "../transport/send-paced.ts"
import type { Link, OpenLink } from "../transport/transport.ts"
import type { PrintTimeouts } from "../worker/timeouts.ts"
import { NO_FLAGS, type PrinterFlags, type Reply } from "./read-replies.ts"
import {
  type Confirmation,
  type Delivery,
  queriesFor,
  type ReplyChannel,
  type StatusQueries,
} from "./status-queries.ts"

/** A bad line may lose one answer. A printer that leaves this many queries in a row unanswered is silent. */
const SILENT_QUERIES_MAX = 3
const LAST_REPLY_BYTES_MAX = 32

/** How a delivery ended. A `remark` says what happened on the way. */
type DeliveryResult =
  | { readonly kind: "confirmed"; readonly remark: string | null }
  /** `torn`: the printer may still hold a part of the job. */
  | { readonly kind: "unsure"; readonly reason: string; readonly torn: boolean }

/** The last bytes that a printer sent, for a support bundle. */
export interface PrinterReply {
  /** Hexadecimal, the newest last. */
  readonly bytes: string
  readonly at: string
}

interface SessionDeps {
  readonly clock: Clock
  readonly spec: PrinterSpec
  readonly open: OpenLink
  readonly timeouts: PrintTimeouts
  onState(state: PrinterStatus["state"]): void
}

export interface PrinterSession {
  /** Connects where needed and asks for the status; null when the printer does not answer. */
  queryStatus(): Promise<PrinterFlags | null>
  /** Sends a job and waits until the printer confirms it. */
  deliver(bytes: Uint8Array, delivery: Delivery): Promise<DeliveryResult>
  /** Sends bytes whose end nobody waits for; throws where they do not leave. */
  send(bytes: Uint8Array): Promise<void>
  close(): Promise<void>
  /** While this is false, no automatic status can arrive. */
  isOpen(): boolean
  state(): { readonly state: PrinterStatus["state"]; readonly at: string | null }
  lastReply(): PrinterReply | null
}

export function createPrinterSession(deps: SessionDeps): PrinterSession {
  const { clock, spec, timeouts } = deps
  let connection: Connection | null = null
  let lastReply: PrinterReply | null = null
  let known: ReturnType<PrinterSession["state"]> = { state: "unknown", at: null }
  const setState = (state: PrinterStatus["state"]) => {
    const isChanged = state !== known.state
    known = { state, at: clock.iso() }
    if (isChanged) deps.onState(state)
  }
  const events = {
    onData: (bytes: Uint8Array) => {
      lastReply = appendReply(lastReply, bytes, clock.iso())
    },
    onFlags: (flags: PrinterFlags) => setState(stateOf(flags, spec)),
    onLost: () => {
      // `close` has set the connection to null: closing it on purpose does not mean that the printer is away.
      if (!connection?.isLost()) return
      connection = null
      setState("offline")
    },
  }
  const close = async () => {
    const closing = connection
    connection = null
    await closing?.link.close()
  }
  const queryStatus = async () => {
    // A printer that was switched off and on leaves a connection that looks open: silence is tried again on a new one.
    for (const isFresh of connection === null ? [true] : [false, true]) {
      if (isFresh) await close()
      connection ??= await connect(deps, events).catch(() => null)
      const flags = connection === null ? null : await queryFlags(connection)
      if (connection !== null && flags !== null) {
        setState(stateOf(flags, spec))
        return flags
      }
    }
    await close()
    setState("offline")
    return null
  }
  return {
    queryStatus,
    deliver: async (bytes, delivery) =>
      connection === null ? unsure("link_lost") : deliver(connection, delivery, bytes),
    send: async (bytes) => {
      if (connection === null) throw new Error("the connection to the printer is lost")
      await sendPaced(connection.link, bytes, { timeouts, isWaiting: () => false })
    },
    close,
    isOpen: () => connection !== null,
    state: () => known,
    lastReply: () => lastReply,
  }
}

/** An open link whose replies are sorted and given to whoever waits for one. */
interface Connection extends ReplyChannel {
  readonly link: Link
  readonly deps: SessionDeps
  readonly queries: StatusQueries
  isLost(): boolean
  /** The last mark count that the printer reported; null where it reported none. */
  marks(): number | null
  /** Calls `onFlags` with every status until the returned function is called. */
  watch(onFlags: (flags: PrinterFlags) => void): () => void
  /** Gives a status that was put together from several answers to the watchers. */
  report(flags: PrinterFlags): void
}

interface ConnectionEvents {
  onData(bytes: Uint8Array): void
  onFlags(flags: PrinterFlags): void
  onLost(): void
}

async function connect(deps: SessionDeps, events: ConnectionEvents): Promise<Connection> {
  const queries = queriesFor(deps.spec.profile)
  const waiting = new Set<(reply: Reply | null) => void>()
  const watchers = new Set([events.onFlags])
  let isLost = false
  let marks: number | null = null
  const report = (flags: PrinterFlags) => {
    for (const onFlags of [...watchers]) onFlags(flags)
  }
  const readBytes = queries.reader((reply) => {
    if (reply.kind === "automatic") {
      marks = reply.marks ?? null
      report(reply.flags)
    }
    for (const waiter of [...waiting]) waiter(reply)
  })
  const link = await deps.open({
    onData: (bytes) => {
      events.onData(bytes)
      readBytes(bytes)
    },
    onClose: () => {
      isLost = true
      for (const waiter of [...waiting]) waiter(null)
      events.onLost()
    },
  })
  const nextReply: ReplyChannel["nextReply"] = (isAnswer, ms) =>
    new Promise((resolve) => {
      const waiter = (reply: Reply | null) => {
        if (reply !== null && !isAnswer(reply)) return
        clearTimeout(timer)
        waiting.delete(waiter)
        resolve(reply)
      }
      const timer = setTimeout(waiter, ms, null)
      waiting.add(waiter)
      if (isLost) waiter(null)
    })
  const watch: Connection["watch"] = (onFlags) => {
    watchers.add(onFlags)
    return () => watchers.delete(onFlags)
  }
  if (deps.spec.profile.status) await link.write(queries.enableAutomaticStatus)
  const write = (bytes: Uint8Array) => link.write(bytes)
  return { link, deps, queries, write, nextReply, watch, report, isLost: () => isLost, marks: () => marks }
}

/** Null where the printer does not answer, or where `signal` stops the query before its last question. */
async function queryFlags(connection: Connection, signal?: AbortSignal): Promise<PrinterFlags | null> {
  const { spec, timeouts } = connection.deps
  if (!spec.profile.status) return NO_FLAGS
  const flags = await connection.queries.query(connection, timeouts.answerMs, signal)
  if (flags !== null) connection.report(flags)
  return flags
}

async function deliver(connection: Connection, delivery: Delivery, bytes: Uint8Array): Promise<DeliveryResult> {
  const { timeouts, spec } = connection.deps
  const seen = { paperOut: false, coverOpenedFirst: false, isWaiting: false }
  const unwatch = connection.watch((flags) => {
    seen.coverOpenedFirst ||= flags.coverOpen && !flags.paperOut && !seen.paperOut
    seen.paperOut ||= flags.paperOut
    seen.isWaiting = isWaitingForPeople(flags)
  })
  // A printer whose buffer is full of a long job does not read a query either.
  const isSilenceNormal = () => seen.isWaiting && bytes.length > RECEIPT_BYTES
  try {
    const confirmations = spec.profile.status ? connection.queries.confirmations(connection.marks(), delivery) : null
    const notBegun = confirmations?.begin ? await confirm(connection, confirmations.begin, () => false) : null
    if (notBegun !== null) return unsure(notBegun, false)
    await sendPaced(connection.link, bytes, { timeouts, isWaiting: () => seen.isWaiting })
    if (confirmations === null) return unsure(NO_STATUS, false)
    const notEnded = await confirm(connection, confirmations.end, isSilenceNormal)
    if (notEnded !== null) return unsure(notEnded)
    // The row under the head when the cover opened may be missing: only a person can see that.
    if (seen.coverOpenedFirst) return unsure("cover_opened", false)
    return { kind: "confirmed", remark: seen.paperOut ? "paper_changed" : null }
  } catch {
    return unsure("link_lost")
  } finally {
    unwatch()
  }
}

function unsure(reason: string, torn = true): DeliveryResult {
  return { kind: "unsure", reason, torn }
}

/** Returns null when the printer has confirmed, otherwise the reason why not. */
async function confirm(
  connection: Connection,
  confirmation: Confirmation,
  isSilenceNormal: () => boolean,
): Promise<string | null> {
  const { timeouts } = connection.deps
  const answer = connection.nextReply((reply) => confirmation.isAnswer(reply), timeouts.endMs + timeouts.waitingMs)
  await connection.write(confirmation.ask)
  return waitForAnswer(connection, isSilenceNormal, answer)
}

/**
 * Asks for the status while it waits. A printer without paper does not reach the question for the end, but it answers a status
 * query. So the wait is long while the printer waits for people, and short while it says that it is ready. While silence is
 * normal, its last status counts.
 */
async function waitForAnswer(
  connection: Connection,
  isSilenceNormal: () => boolean,
  answer: Promise<Reply | null>,
): Promise<string | null> {
  const { timeouts } = connection.deps
  let readyMs = 0
  let waitingMs = 0
  let silentQueries = 0
  for (;;) {
    const reply = await Promise.race([answer, pause(timeouts.queryEveryMs)])
    if (reply !== "paused") return reply === null ? "link_lost" : null
    const stopQuery = new AbortController()
    const query = queryFlags(connection, stopQuery.signal)
    const flags = await Promise.race([answer.then((last) => last ?? "lost"), query])
    stopQuery.abort()
    if (flags === "lost" || connection.isLost()) return "link_lost"
    if (flags !== null && "kind" in flags) {
      // A question that is still on its way would stand in the middle of the next picture.
      await query
      return null
    }
    silentQueries = flags === null ? silentQueries + 1 : 0
    if (flags === null) {
      if (isSilenceNormal()) waitingMs += timeouts.queryEveryMs + timeouts.answerMs
      else if (silentQueries >= SILENT_QUERIES_MAX) return "silent"
      if (waitingMs >= timeouts.waitingMs) return "paper_out"
      continue
    }
    if (isWaitingForPeople(flags)) waitingMs += timeouts.queryEveryMs
    else readyMs += timeouts.queryEveryMs
    if (readyMs >= timeouts.endMs) return "no_end"
    if (waitingMs >= timeouts.waitingMs) return flags.coverOpen ? "cover_open" : "paper_out"
  }
}

/** What keeps a printer from printing; first what a person can do something about. */
export function obstacleOf(flags: PrinterFlags): "cover_open" | "paper_out" | "offline" | null {
  if (flags.coverOpen) return "cover_open"
  if (flags.paperOut) return "paper_out"
  return flags.offline || flags.error ? "offline" : null
}

/** A printer that cannot report its status stays "unknown", also while it prints well. */
function stateOf(flags: PrinterFlags, { profile }: PrinterSpec): PrinterStatus["state"] {
  return profile.status ? (obstacleOf(flags) ?? "ready") : "unknown"
}

function isWaitingForPeople(flags: PrinterFlags): boolean {
  return flags.paperOut || flags.coverOpen || flags.offline
}

function appendReply(last: PrinterReply | null, bytes: Uint8Array, at: string): PrinterReply {
  const all = Buffer.concat([Buffer.from(last?.bytes ?? "", "hex"), bytes])
  return { bytes: all.subarray(-LAST_REPLY_BYTES_MAX).toString("hex"), at }
}

function pause(ms: number): Promise<"paused"> {
  return new Promise((resolve) => setTimeout(resolve, ms, "paused"))
}
