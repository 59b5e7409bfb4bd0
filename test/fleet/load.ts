/** What the stores of a fleet have to say: sales at a rate, rounds of health on time, evenly spread. */

import type { HealthReport } from "../../protocol/shapes/heartbeat.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { anOrder, TENANT } from "../kit/orders.ts"
import type { FleetStore } from "./fleet-store.ts"

/** As a box does it. */
const ROUNDS_PER_INTERVAL = 5
const DEVICES = 4
const PACE_MS = 50

export interface Load {
  /** Orders that were made. */
  made(): number
  stop(): void
}

export interface Loaded {
  readonly stores: readonly FleetStore[]
  readonly rate: number
  /** Seconds between a component's heartbeats. */
  readonly interval: number
  readonly ids: Pick<Ids, "uuid" | "hex12">
}

export function startLoad({ stores, rate, interval, ids }: Loaded): Load {
  const from = performance.now()
  const template = anOrder({ prepaid: { CASH: "6.5000" } })
  const startedAt = new Date().toISOString()
  const roundEveryMs = (interval * 1_000) / ROUNDS_PER_INTERVAL
  let made = 0
  let rounds = 0
  const pace = setInterval(() => {
    const gone = performance.now() - from
    for (; made < (gone / 1_000) * rate; made += 1) {
      const store = stores[made % stores.length]
      if (store) sell(store, { template, n: made, ids })
    }
    for (; rounds < (gone / roundEveryMs) * stores.length; rounds += 1) {
      const store = stores[rounds % stores.length]
      if (store?.isUp()) tellHealth(store, { round: Math.floor(rounds / stores.length), startedAt, interval })
    }
  }, PACE_MS)
  return { made: () => made, stop: () => clearInterval(pace) }
}

function sell(store: FleetStore, { template, n, ids }: { template: OrderRecord; n: number; ids: Loaded["ids"] }): void {
  const at = new Date().toISOString()
  const id = ids.uuid()
  const named = { id, orderExternal: `fleet-${n}`, orderCode: `F-${n}`, storeId: store.storeId }
  const order: OrderRecord = {
    ...template,
    ...named,
    store: { ...template.store, id: store.storeId },
    createdAt: at,
    updatedAt: at,
    businessDayDate: at.slice(0, 10),
  }
  const events = [{ type: "order.completed", at, id: `evt_${ids.hex12()}` }]
  store.record({ kind: "order.changed", body: JSON.stringify({ order, events }), counts: true })
}

/** The box's own beat in each round, each device's once an interval. */
function tellHealth(
  store: FleetStore,
  { round: n, startedAt, interval }: { round: number; startedAt: string; interval: number },
): void {
  const at = new Date().toISOString()
  const device = n % ROUNDS_PER_INTERVAL
  const beat = {
    ...TENANT,
    ...{ componentType: "kiosk" as const, componentId: `${store.storeId}-${device}`, storeId: store.storeId },
    ...{
      status: "online" as const,
      sentAt: at,
      firstBeatAt: startedAt,
      lastBeatAt: at,
      intervalSeconds: interval,
    },
  }
  const box = { status: "online" as const, appVersion: "fleet", details: {} }
  const round: HealthReport = { at, startedAt, box, beats: device < DEVICES ? [beat] : [] }
  store.record({ kind: "health.reported", body: JSON.stringify({ round }), counts: false })
}
