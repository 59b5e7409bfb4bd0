/** Records a heartbeat (docs/contract/health.md#heartbeat). The store may be any of the account; an unknown one is 400. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { recordHeartbeat as endpoint } from "../../protocol/http/health.ts"
import { invalid } from "../../protocol/refusals.ts"
import { isBoxComponentId } from "../../protocol/rules/health/heartbeat.ts"
import { intervalOf } from "../tenants/index.ts"
import type { Intake } from "./batch-heartbeats.ts"
import type { FindCachedStore } from "./cached-stores.ts"

export interface HeartbeatDeps {
  readonly placeOf: FindCachedStore
  readonly intake: Intake
}

export const heartbeatHandler =
  ({ placeOf, intake }: HeartbeatDeps): Handler<typeof endpoint> =>
  async ({ body, caller }) => {
    if (isBoxComponentId(body.componentId)) {
      return invalid({ path: "componentId", message: "is the name of a store's box" })
    }
    const store = await placeOf(caller, body.storeId.toLowerCase())
    if (!store) return invalid({ path: "storeId", message: "is not a store of this account" })
    const intervalSeconds = intervalOf(store)
    await intake({ beat: { ...body, storeId: store.id }, store, via: "hub", intervalSeconds })
    return { status: 204, data: null, headers: { "X-Heartbeat-Interval": String(intervalSeconds) } }
  }
