/** Marks an order in a hub's database as one whose money a provider is being asked back. */
import { lockOrder, updateOrder } from "../../hub/orders/orders-store.ts"
import { fence } from "../../hub/storage/index.ts"
import type { TestHub } from "./hub.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

export function markCancelling({ beside }: TestHub, orderId: string): Promise<void> {
  return beside(({ store }) =>
    store.system.write(async (scope) => {
      const tx = fence(scope, TENANT, store.dialect)
      const kept = await lockOrder(tx, orderId)
      if (!kept) throw new Error(`there is no order ${orderId}`)
      const cancellation = { reason: "Somebody left", type: null, note: null, group: "other", by: "apikey:k" } as const
      const cancelling = { id: orderId, at: tx.now, cancellation }
      await updateOrder(tx, { ...kept, order: { ...kept.order, cancelling } }, kept.home)
    }),
  )
}
