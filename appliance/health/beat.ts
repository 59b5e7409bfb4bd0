/** Takes a heartbeat on the LAN and relays it to the hub (document 2, *Component health heartbeat*). */
import type { beat as endpoint } from "../../protocol/http/health.ts"
import { invalid } from "../../protocol/refusals.ts"
import { acceptBeat } from "../../protocol/rules/heartbeat.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler, Outbox } from "../storage/index.ts"
import { findComponent, saveComponent } from "./components-store.ts"

export const beatHandler =
  ({ outbox }: { outbox: Outbox }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const { store, heartbeatIntervalSeconds } = requireConfig(tx)
    if (body.storeId.toLowerCase() !== store.id) {
      return invalid({ path: "storeId", message: "is not the store of this box" })
    }
    const known = findComponent(tx, body.componentId)
    const { component, stale } = acceptBeat({ beat: body, component: known, tenant: caller, now: tx.now })
    if (!stale) {
      saveComponent(tx, component)
      outbox.record(tx, { kind: "component.beat", body: { beat: component } })
    }
    return { status: 204, data: null, headers: { "X-Heartbeat-Interval": String(heartbeatIntervalSeconds) } }
  }
