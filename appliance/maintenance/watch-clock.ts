/** Notices when the wall clock jumps, logs it and records it. The business day is opened and closed by people and moves with no clock. */

import type { ClockJump } from "../../protocol/shapes/box-maintenance.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Log } from "../../runtime/log.ts"
import { repeat } from "../../runtime/repeat.ts"
import type { RecordAudit } from "../audit/index.ts"
import type { BoxStore } from "../storage/index.ts"
import { newestOpAt } from "./prune-store.ts"

const LOOK_EVERY_MS = 5_000
/** A time service corrects in smaller steps. A step of this size is visible on documents. */
const JUMP_MS = 10_000
/** At a start: how far the clock may be behind the newest operation. */
const BEHIND_MS = 60_000

interface WatchingClock {
  readonly store: BoxStore
  readonly clock: Clock
  readonly log: Log
  readonly record: RecordAudit
  /** Milliseconds of a monotonic clock. */
  readonly ticks: () => number
  readonly onChange: () => void
}

interface ClockWatch {
  start(): void
  stop(): Promise<void>
  /** Checks whether the clock has jumped since the last check. */
  look(): ClockJump | null
  /** A jump that is not in the audit log yet, because the disk was full. */
  unrecorded(): ClockJump | null
}

export function createClockWatch(parts: WatchingClock): ClockWatch {
  const { clock, ticks } = parts
  let offset = clock.ms() - ticks()
  let unrecorded: ClockJump | null = null
  const tell = (byMs: number): ClockJump => {
    const jump = { at: clock.iso(), byMs }
    parts.log.error(jump, "the clock has jumped; the business day stays what it was")
    record(jump)
    parts.onChange()
    return jump
  }
  const record = (jump: ClockJump) => {
    unrecorded = jump
    try {
      const detail = { byMs: jump.byMs }
      parts.store.write((tx) => parts.record(tx, { action: "clock.jumped", caller: null, detail }))
      unrecorded = null
    } catch (error) {
      parts.log.error({ err: error }, "the jump of the clock could not be recorded")
    }
  }
  const look = () => {
    if (unrecorded) record(unrecorded)
    const next = clock.ms() - ticks()
    const byMs = Math.round(next - offset)
    // Slow drift is corrected by the time service and does not add up to a jump.
    offset = next
    return Math.abs(byMs) >= JUMP_MS ? tell(byMs) : null
  }
  const lookBack = () => {
    const at = parts.store.read(newestOpAt)
    const behindMs = at === null ? 0 : Date.parse(at) - clock.ms()
    if (behindMs > BEHIND_MS) tell(-behindMs)
  }
  const whenFailed = "the clock could not be checked for jumps; it is tried again"
  const looks = repeat({ name: "clock", everyMs: LOOK_EVERY_MS, log: parts.log, whenFailed }, look)
  return {
    start() {
      lookBack()
      looks.start()
    },
    stop: looks.stop,
    look,
    unrecorded: () => unrecorded,
  }
}
