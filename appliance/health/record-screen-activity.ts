/** Records a heartbeat for a screen that sends requests to the box, also while its own heartbeats get lost or come over MQTT only. */
import { acceptHeartbeat } from "../../protocol/rules/health/heartbeat.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { Heartbeat } from "../../protocol/shapes/heartbeat.ts"
import { toMs } from "../../protocol/time.ts"
import { readConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import { findComponent, saveComponent } from "./components-store.ts"

/** The pages that count. A manager's page is closed when nobody needs it, and a board sends nothing. */
const WATCHED: Partial<Record<DeviceKind, Heartbeat["componentType"]>> = {
  pos: "pos",
  kiosk: "kiosk",
  kds_station: "kds_station",
  expo: "kds_station",
}
const VERSION_CHARS_MAX = 40

export interface LivingScreen {
  readonly deviceId: string
  readonly kind: DeviceKind
  readonly version: string | null
}

/** A screen's own heartbeat has more details, so this one counts only if that is missing for an interval. */
export function recordScreenActivity(tx: BoxTx, { deviceId, kind, version }: LivingScreen): void {
  const [config, known, componentType] = [readConfig(tx), findComponent(tx, deviceId), WATCHED[kind]]
  if (!config || componentType === undefined) return
  const quietMs = known ? toMs(tx.now) - toMs(known.lastBeatAt) : Number.POSITIVE_INFINITY
  if (quietMs < config.heartbeatIntervalSeconds * 1_000) return
  const { accountId: _a, vendorId: _v, firstBeatAt: _f, lastBeatAt: _l, ...said } = known ?? NOBODY
  const fresh = { componentType, componentId: deviceId, storeId: config.store.id, status: "online" as const }
  const beat: Heartbeat = {
    ...fresh,
    ...said,
    sentAt: tx.now,
    ...(version !== null && version !== "" && { appVersion: version.slice(0, VERSION_CHARS_MAX) }),
  }
  saveComponent(tx, acceptHeartbeat({ beat, component: known, tenant: config.store, now: tx.now }).component)
}

const NOBODY = { accountId: "", vendorId: "", firstBeatAt: "", lastBeatAt: "" }
