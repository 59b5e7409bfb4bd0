/** Knows which screens of the store are online. What each last reported is in memory, and saved about once a minute. */
import type { DeviceHeartbeat } from "../../protocol/mqtt/lan.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import { type BoxStore, type BoxTx, quietly } from "../storage/index.ts"
import { type Device, findDevice, type LastSeenDevice, readSeen, saveSeen } from "./devices-store.ts"

/** A screen that is on sends heartbeats and requests more often than this. */
const ONLINE_FOR_MS = 45_000
const SAVE_EVERY_MS = 60_000

interface Present extends LastSeenDevice {
  readonly online: boolean
}

export interface Presence extends Part {
  /** A heartbeat over the broker. When the connection breaks, the screen's last will arrives, with `online` false. */
  onHeartbeat(deviceId: string, heartbeat: DeviceHeartbeat): void
  /** A request of the device shows that it is on, too. */
  onRequest(deviceId: string, address: string | null): void
  read(tx: BoxTx, deviceId: string): Present | null
  forget(deviceId: string): void
}

interface LiveScreen {
  seen: LastSeenDevice
  receivedAtMs: number
  isGone: boolean
  isSaved: boolean
}

interface PresenceDeps {
  readonly store: BoxStore
  readonly clock: Clock
  /** A screen came online, went offline, or reports something new. */
  readonly onChange: () => void
  /** Called about once a minute for each screen that is online, for the store's health. */
  readonly onAlive?: (tx: BoxTx, screen: Pick<Device, "deviceId" | "kind"> & Pick<LastSeenDevice, "version">) => void
}

const UNSEEN = { page: null, version: null, shown: null, address: null }

export function createPresence({ store, clock, onChange, onAlive }: PresenceDeps): Presence {
  const live = new Map<string, LiveScreen>()
  let timer: NodeJS.Timeout | null = null
  const isOnline = (screen: LiveScreen | undefined) =>
    screen !== undefined && !screen.isGone && Math.abs(clock.ms() - screen.receivedAtMs) < ONLINE_FOR_MS
  const receive = (deviceId: string, report: Partial<LastSeenDevice>, isGone = false) => {
    const known = live.get(deviceId)
    const before = known?.seen ?? store.read((tx) => readSeen(tx, deviceId)) ?? UNSEEN
    const seen = { ...before, ...report, lastSeenAt: isGone && known ? known.seen.lastSeenAt : clock.iso() }
    const reported = ({ page, version, shown }: LastSeenDevice) => [page, version, shown].join()
    const changed = isOnline(known) === isGone || known === undefined || reported(known.seen) !== reported(seen)
    live.set(deviceId, { seen, receivedAtMs: clock.ms(), isGone, isSaved: false })
    if (changed) onChange()
  }
  const reportAlive = (tx: BoxTx, deviceId: string, { version }: LastSeenDevice) => {
    const device = findDevice(tx, deviceId)
    if (device) onAlive?.(tx, { deviceId, kind: device.kind, version })
  }
  const save = (alive = reportAlive) => {
    const unsaved = [...live].filter(([, screen]) => !screen.isSaved)
    if (unsaved.length === 0) return
    store.write((tx) => {
      for (const [deviceId, { seen }] of unsaved) saveSeen(tx, deviceId, seen)
      for (const [deviceId, screen] of unsaved) if (isOnline(screen)) alive(tx, deviceId, screen.seen)
    })
    for (const [, screen] of unsaved) screen.isSaved = true
  }
  return {
    name: "devices",
    onHeartbeat(deviceId, { online, page, version, shown }) {
      const report = { ...(page !== undefined && { page }), ...(version !== undefined && { version }) }
      receive(deviceId, { ...report, ...(shown !== undefined && { shown }) }, !online)
    },
    onRequest(deviceId, address) {
      receive(deviceId, address === null ? {} : { address })
    },
    read(tx, deviceId) {
      const screen = live.get(deviceId)
      const seen = screen?.seen ?? readSeen(tx, deviceId)
      return seen ? { ...seen, online: isOnline(screen) } : null
    },
    forget: (deviceId) => void live.delete(deviceId),
    start() {
      timer = setInterval(() => quietly(save), SAVE_EVERY_MS)
    },
    stop() {
      if (timer) clearInterval(timer)
      save(() => undefined)
    },
  }
}

/** Records each request of a screen as a sign that it is on. */
export function withPresence(next: Guard, presence: Presence): Guard {
  return (value, request, context) => {
    if (request.caller.device) presence.onRequest(request.caller.keyId, context.address)
    return next(value, request, context)
  }
}
