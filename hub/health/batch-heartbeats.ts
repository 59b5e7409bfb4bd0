/** Applies the heartbeats of one turn of the event loop together, in one transaction with mostly one statement each. */
import { HOUR_CHARS } from "../../protocol/rules/health/component-states.ts"
import { markAfter } from "../../protocol/rules/health/heartbeat.ts"
import { MISSED_INTERVALS } from "../../protocol/rules/health/outage.ts"
import { toMs, toUtc } from "../../protocol/time.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { fence, type HubStore, type SystemWrite } from "../storage/index.ts"
import { type ApplyHeartbeatInput, applyHeartbeat } from "./apply-heartbeat.ts"
import { touchComponent } from "./components-store.ts"

/** Heartbeats per transaction, which must stay far below the time limit of one. */
const GROUP_MAX = 256

/** Applies one heartbeat in the caller's transaction. */
export type RecordHeartbeats = (scope: SystemWrite, beating: ApplyHeartbeatInput) => Promise<void>

export function createRecordHeartbeats({ dialect, ids }: { dialect: Dialect; ids: Ids }): RecordHeartbeats {
  return async (scope, beating) => {
    const { store } = beating
    if (!beating.restarted && (await touchComponent(scope, touchOf(beating)))) return
    await applyHeartbeat(fence(scope, { accountId: store.accountId, vendorId: store.vendorId }, dialect), ids, beating)
  }
}

interface Waiting {
  readonly beating: Omit<ApplyHeartbeatInput, "at">
  readonly resolve: () => void
  readonly reject: (error: unknown) => void
}

export type Intake = (beating: Omit<ApplyHeartbeatInput, "at">) => Promise<void>

/** Resolves when the heartbeat is committed. */
export function createIntake({ store, takeIn }: { store: HubStore; takeIn: RecordHeartbeats }): Intake {
  const waiting: Waiting[] = []
  const write = async (group: readonly Waiting[]) => {
    try {
      await store.system.write(async (scope) => {
        for (const { beating } of group) await takeIn(scope, { ...beating, at: scope.now })
      })
      for (const { resolve } of group) resolve()
    } catch (error) {
      for (const { reject } of group) reject(error)
    }
  }
  const flush = () => {
    // In one order everywhere, because two groups that have locked each other's components would wait for each other.
    const group = waiting.splice(0, GROUP_MAX).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    if (waiting.length > 0) setImmediate(flush)
    void write(group)
  }
  return (beating) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush)
      waiting.push({ beating, resolve, reject })
    })
}

function keyOf({ beating: { store, beat } }: Waiting): string {
  return `${store.accountId}/${beat.componentId}`
}

function touchOf({ beat, store, via, at, intervalSeconds }: ApplyHeartbeatInput) {
  const { sentAt } = beat
  const quiet = MISSED_INTERVALS * intervalSeconds * 1_000
  return {
    accountId: store.accountId,
    componentId: beat.componentId,
    storeId: store.id,
    componentType: beat.componentType,
    via,
    status: beat.status,
    at,
    hour: at.slice(0, HOUR_CHARS),
    freshFrom: new Date(toMs(at) - quiet).toISOString(),
    sentAt: sentAt === undefined ? "" : toUtc(sentAt),
    mark: sentAt === undefined ? "" : toUtc(markAfter(null, sentAt, at) ?? at),
    toldSeconds: intervalSeconds,
    record: JSON.stringify(beat),
  }
}
