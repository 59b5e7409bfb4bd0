/** Sends a new box everything that it needs to sell. Runs in the claim's transaction, so that all later changes follow. */
import type { Store } from "../../protocol/shapes/store.ts"
import { resendKitchenReports } from "../callbacks/index.ts"
import { sendWholeCatalog } from "../catalog/index.ts"
import type { HubContext } from "../composition/hub-context.ts"
import { openOrders } from "../orders/index.ts"
import { fence, type SystemWrite, type TenantWrite } from "../storage/index.ts"
import {
  type EnrolledStore,
  findAnyStore,
  renewBoxKey,
  sendConfig,
  sendTemplates,
  setBoxOfPoints,
} from "../tenants/index.ts"
import { RETURN_KIND, splitByBytes } from "./restore-records.ts"
import { recordsForBox } from "./store-records.ts"

interface InitialRecordsDeps {
  readonly context: Pick<HubContext, "store" | "downlink">
  readonly secretKey: Buffer
}

/**
 * The configuration comes after the store's records: a box sells as soon as it has one, and must then know its day, drawers and orders. It is
 * followed by orders that no box has accepted yet, which need the configuration, and by reports that no box has decided.
 */
export function sendInitialRecordsWith({ context, secretKey }: InitialRecordsDeps) {
  const { store, downlink } = context
  return async (scope: SystemWrite, storeId: string, epoch: string) => {
    await renewBoxKey(scope, storeId, secretKey)
    const place = await findAnyStore(scope, storeId)
    if (!place) return
    const tx = fence(scope, { accountId: place.accountId, vendorId: place.vendorId }, store.dialect)
    await sendWholeCatalog(tx, downlink, place)
    const known = await sendRecords(tx, { store: place, epoch, downlink })
    await sendTemplates(scope, place, downlink)
    await sendConfig(scope, storeId, { store, downlink, secretKey })
    for (const order of await openOrders(tx, storeId)) {
      if (known.has(order.id)) continue
      await downlink.append(scope, storeId, { kind: "order.created", body: { order } })
    }
    await resendKitchenReports(tx, storeId, downlink)
  }
}

/** Returns the ids of the orders that were sent. */
async function sendRecords(
  tx: TenantWrite,
  { store, epoch, downlink }: { store: Store; epoch: string } & Pick<HubContext, "downlink">,
): Promise<Set<string>> {
  const records = await recordsForBox(tx, store)
  const parts = splitByBytes(records)
  for (const [at, part] of parts.entries()) {
    const body = { epoch, last: at === parts.length - 1, records: part }
    await downlink.append(tx.system, store.id, { kind: RETURN_KIND, body })
  }
  const orders = records.filter(({ kind }) => kind === "order.changed")
  return new Set(orders.map(({ body }) => (body as { order: { id: string } }).order.id))
}

/** A promoted standby has the store's disk already, so it only needs its own emission points. */
export function settleSuccessorWith({ context, secretKey }: InitialRecordsDeps) {
  const { store, downlink } = context
  return async (scope: SystemWrite, place: EnrolledStore, epoch: string) => {
    await setBoxOfPoints(scope, place, epoch)
    await sendConfig(scope, place.storeId, { store, downlink, secretKey })
  }
}
