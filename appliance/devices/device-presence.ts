/** Who of the store's screens is there: what each said last, kept in memory and about once a minute on disk. */
import type { DeviceHeartbeat } from "../../protocol/mqtt/lan.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { Guard } from "../../runtime/http/answer-endpoint.ts"
import type { Part } from "../../runtime/lifecycle.ts"
import { type BoxStore, type BoxTx, quietly } from "../storage/index.ts"
import { type Device, findDevice, type LastSeenDevice, readSeen, saveSeen } from "./devices-store.ts"

/** A screen beats and asks more often than this; one that is silent for longer is taken for gone. */
const ONLINE_FOR_MS = 45_000
const KEEP_EVERY_MS = 60_000

export interface Present extends LastSeenDevice {
  readonly online: boolean
}

export interface Presence extends Part {
  /** A beat over the broker; its last will says that it is gone. */
  onBeat(deviceId: string, beat: DeviceHeartbeat): void
  /** A request of the device, which is a sign of life as well. */
  onRequest(deviceId: string, address: string | null): void
  read(tx: BoxTx, deviceId: string): Present | null
  forget(deviceId: string): void
}

interface Live {
  seen: LastSeenDevice
  heardAt: number
  gone: boolean
  kept: boolean
}

interface PresenceDeps {
  readonly store: BoxStore
  readonly clock: Clock
  /** Somebody came, left, or says something else of itself than before. */
  readonly onChange: () => void
  /** It is there, about once a minute: for the store's health. */
  readonly onAlive?: (tx: BoxTx, screen: Pick<Device, "deviceId" | "kind"> & Pick<LastSeenDevice, "version">) => void
}

const UNSEEN = { page: null, version: null, shown: null, address: null }

export function createPresence({ store, clock, onChange, onAlive }: PresenceDeps): Presence {
  const live = new Map<string, Live>()
  let timer: NodeJS.Timeout | null = null
  const isOnline = (one: Live | undefined) =>
    one !== undefined && !one.gone && Math.abs(clock.ms() - one.heardAt) < ONLINE_FOR_MS
  const hear = (deviceId: string, news: Partial<LastSeenDevice>, gone = false) => {
    const known = live.get(deviceId)
    const before = known?.seen ?? store.read((tx) => readSeen(tx, deviceId)) ?? UNSEEN
    const seen = { ...before, ...news, lastSeenAt: gone && known ? known.seen.lastSeenAt : clock.iso() }
    const says = ({ page, version, shown }: LastSeenDevice) => [page, version, shown].join()
    const changed = isOnline(known) === gone || known === undefined || says(known.seen) !== says(seen)
    live.set(deviceId, { seen, heardAt: clock.ms(), gone, kept: false })
    if (changed) onChange()
  }
  const tellAlive = (tx: BoxTx, deviceId: string, { version }: LastSeenDevice) => {
    const device = findDevice(tx, deviceId)
    if (device) onAlive?.(tx, { deviceId, kind: device.kind, version })
  }
  const keep = (alive = tellAlive) => {
    const fresh = [...live].filter(([, one]) => !one.kept)
    if (fresh.length === 0) return
    store.write((tx) => {
      for (const [deviceId, { seen }] of fresh) saveSeen(tx, deviceId, seen)
      for (const [deviceId, one] of fresh) if (isOnline(one)) alive(tx, deviceId, one.seen)
    })
    for (const [, one] of fresh) one.kept = true
  }
  return {
    name: "devices",
    onBeat(deviceId, { online, page, version, shown }) {
      const news = { ...(page !== undefined && { page }), ...(version !== undefined && { version }) }
      hear(deviceId, { ...news, ...(shown !== undefined && { shown }) }, !online)
    },
    onRequest(deviceId, address) {
      hear(deviceId, address === null ? {} : { address })
    },
    read(tx, deviceId) {
      const one = live.get(deviceId)
      const seen = one?.seen ?? readSeen(tx, deviceId)
      return seen ? { ...seen, online: isOnline(one) } : null
    },
    forget: (deviceId) => void live.delete(deviceId),
    start() {
      timer = setInterval(() => quietly(keep), KEEP_EVERY_MS)
    },
    stop() {
      if (timer) clearInterval(timer)
      keep(() => undefined)
    },
  }
}

/** A request of a screen says that it is there. */
export function withPresence(gate: Guard, presence: Presence): Guard {
  return (value, request, around) => {
    if (request.caller.device) presence.onRequest(request.caller.keyId, around.address)
    return gate(value, request, around)
  }
}
