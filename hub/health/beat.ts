/** Takes a heartbeat (document 2, *Component health heartbeat*): the store may be any of the account, a strange one is 400. */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { beat as endpoint } from "../../protocol/http/health.ts"
import { invalid } from "../../protocol/refusals.ts"
import { acceptBeat } from "../../protocol/rules/heartbeat.ts"
import type { HubStore } from "../storage/index.ts"
import { findStoreOfAccount, HEARTBEAT_INTERVAL_SECONDS } from "../tenants/index.ts"
import { findComponent, saveComponent } from "./components-store.ts"

export const beatHandler =
  ({ store }: { store: HubStore }): Handler<typeof endpoint> =>
  ({ body, caller }) =>
    store.write(caller, async (tx) => {
      const place = await findStoreOfAccount(tx, body.storeId.toLowerCase())
      if (!place) return invalid({ path: "storeId", message: "is not a store of this account" })
      const known = await findComponent(tx, body.componentId)
      const beating = { beat: { ...body, storeId: place.id }, component: known, tenant: tx.tenant, now: tx.now }
      const { component, stale } = acceptBeat(beating)
      if (!stale) await saveComponent(tx, component)
      return { status: 204, data: null, headers: { "X-Heartbeat-Interval": String(HEARTBEAT_INTERVAL_SECONDS) } }
    })
