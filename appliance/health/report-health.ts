/** Reports the store's health to the hub: in rounds, only while it is connected, only recent heartbeats, each component once. */
import { MISSED_INTERVALS, RETIRED_AFTER_MS } from "../../protocol/rules/health/outage.ts"
import type { BoxMaintenance } from "../../protocol/shapes/box-maintenance.ts"
import type { Component, HealthReport } from "../../protocol/shapes/heartbeat.ts"
import type { PrinterStatus } from "../../protocol/shapes/queued-print-job.ts"
import { minusMinutes, toMs } from "../../protocol/time.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import { readConfig } from "../catalog/index.ts"
import type { BoxStore, BoxTx, Outbox } from "../storage/index.ts"
import { forgetSilent, markReported, unreportedHeartbeats } from "./components-store.ts"

const TICK_MS = 5_000
/** Rounds per heartbeat interval while nothing changes, so that the hub notices a silence earlier. */
const ROUNDS_PER_INTERVAL = 5
/** A change is reported after this time, before the next round. */
const NEWS_WAIT_MS = 5_000
/** Heartbeats that do not fit are sent in the next round. */
const ROUND_BYTES_MAX = 64 * 1024
/** Longer details are not sent. */
const DETAILS_BYTES_MAX = 16 * 1024
const BROKEN = ["paper_out", "cover_open", "offline"]

interface RelayDeps {
  readonly store: BoxStore
  readonly outbox: Outbox
  readonly clock: Clock
  readonly log: Log
  readonly version: string
  readonly startedAt: string
  /** The state of the connection to the hub. */
  readonly line: () => {
    readonly link: "up" | "down"
    readonly epoch: string
    readonly made: number
    readonly acked: number
    readonly fenced: boolean
    readonly clockSkewMs: number | null
  }
  readonly printers: () => readonly PrinterStatus[]
  /** The state of the box itself. */
  readonly maintenance: { state(): BoxMaintenance; degraded(): string | null }
  /** Whether there were many wrong PINs at the store's screens. */
  readonly hasManyWrongPins: () => boolean
}

export interface Relay {
  /** A change that should be reported soon. */
  onNews(): void
  /** Makes a round if one is due; returns whether it did. */
  tick(): boolean
  start(): void
  stop(): Promise<void>
}

export function createRelay(deps: RelayDeps): Relay {
  const { clock, log, line } = deps
  let news = true
  let roundAt: number | null = null
  /** The operation of the last round. Until the hub has it, another one would only wait behind it. A new epoch renumbers. */
  let last = { epoch: "", op: 0 }
  let wasUp = false
  let reportedStatus: string | null = null
  const isDue = (everyMs: number) => {
    if (roundAt === null) return true
    // The absolute difference, because a clock that was set back must not stop the reports.
    const gone = Math.abs(clock.ms() - roundAt)
    return gone >= everyMs || (news && gone >= NEWS_WAIT_MS)
  }
  const tick = () => {
    const { link, acked, fenced, epoch } = line()
    if (link === "up" && !wasUp) news = true
    wasUp = link === "up"
    if (!wasUp || fenced || (epoch === last.epoch && acked < last.op)) return false
    const box = boxBeat(deps)
    if (statusKey(box) !== reportedStatus) news = true
    const more = deps.store.write((tx) => {
      const config = readConfig(tx)
      if (!config || !isDue((config.heartbeatIntervalSeconds * 1_000) / ROUNDS_PER_INTERVAL)) return null
      return recordRound(tx, deps, { box, intervalSeconds: config.heartbeatIntervalSeconds })
    })
    if (more === null) return false
    news = more
    reportedStatus = statusKey(box)
    roundAt = clock.ms()
    last = { epoch, op: line().made }
    return true
  }
  const whenFailed = "the store's health could not be reported to the hub; it is tried again"
  const { start, stop } = repeat({ name: "health", everyMs: TICK_MS, log, whenFailed }, tick)
  return {
    tick,
    onNews() {
      news = true
    },
    start,
    stop,
  }
}

/** Returns whether something is left for the next round. */
function recordRound(
  tx: BoxTx,
  { outbox, startedAt }: RelayDeps,
  { box, intervalSeconds }: { box: HealthReport["box"]; intervalSeconds: number },
): boolean {
  const fresh = minusMinutes(tx.now, (MISSED_INTERVALS * intervalSeconds) / 60)
  const { beats, more } = takeFitting(unreportedHeartbeats(tx, fresh))
  markReported(tx, beats)
  forgetSilent(tx, new Date(toMs(tx.now) - RETIRED_AFTER_MS).toISOString())
  const round: HealthReport = { at: tx.now, startedAt, box, beats }
  outbox.record(tx, { kind: "health.reported", body: { round } })
  return more
}

function takeFitting(rows: Iterable<{ readonly body: string }>): { beats: Component[]; more: boolean } {
  const beats: Component[] = []
  let bytes = 0
  for (const { body } of rows) {
    const { details, ...beat }: Component = JSON.parse(body)
    const fits = details !== undefined && Buffer.byteLength(JSON.stringify(details)) <= DETAILS_BYTES_MAX
    const relayed = fits ? { ...beat, details } : beat
    bytes += Buffer.byteLength(JSON.stringify(relayed))
    if (bytes > ROUND_BYTES_MAX && beats.length > 0) return { beats, more: true }
    beats.push(relayed)
  }
  return { beats, more: false }
}

/** The box as a component, with its printers as peripherals. The most urgent fault is named first. */
function boxBeat({
  printers: read,
  version: appVersion,
  maintenance,
  line,
  hasManyWrongPins,
}: RelayDeps): HealthReport["box"] {
  const printers = read()
  const printer = printers.map(({ printerId, state, queued }) => ({ printerId, state, queued }))
  const { disk, backups, clockJump } = maintenance.state()
  const details = { printer, disk, backups, clock: { skewMs: line().clockSkewMs, jump: clockJump } }
  const own = maintenance.degraded()
  const isDown = printers.some(({ state }) => BROKEN.includes(state))
  const down = own === "disk_full" || !isDown ? own : "printer_down"
  const degradedReason = down ?? (hasManyWrongPins() ? "wrong_pins" : null)
  if (degradedReason === null) return { status: "online", appVersion, details }
  return { status: "degraded", degradedReason, appVersion, details }
}

function statusKey({ status, degradedReason = "" }: HealthReport["box"]): string {
  return `${status}/${degradedReason}`
}
