/** Records a heartbeat on the LAN (docs/contract/health.md#heartbeat). The next report sends it to the hub. */
import type { recordHeartbeat as endpoint } from "../../protocol/http/health.ts"
import { invalid } from "../../protocol/refusals.ts"
import { acceptHeartbeat, isBoxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findComponent, saveComponent } from "./components-store.ts"

/** `onNews`: a component is new, or its state has changed. */
export const heartbeatHandler =
  ({ onNews }: { onNews: () => void }): BoxHandler<typeof endpoint> =>
  (tx, { body, caller }) => {
    const { store, heartbeatIntervalSeconds } = requireConfig(tx)
    if (isBoxComponentId(body.componentId)) {
      return invalid({ path: "componentId", message: "is the name of a store's box" })
    }
    if (body.storeId.toLowerCase() !== store.id) {
      return invalid({ path: "storeId", message: "is not the store of this box" })
    }
    const known = findComponent(tx, body.componentId)
    const beat = { ...body, storeId: store.id }
    const { component, stale } = acceptHeartbeat({ beat, component: known, tenant: caller, now: tx.now })
    if (!stale) {
      saveComponent(tx, component)
      const same = known?.status === component.status && known.degradedReason === component.degradedReason
      if (!same) tx.afterCommit(onNews)
    }
    return { status: 204, data: null, headers: { "X-Heartbeat-Interval": String(heartbeatIntervalSeconds) } }
  }
