/** Gives an order in a hub's database an invoice with a fiscal status. */
import { lockOrder, updateOrder } from "../../hub/orders/orders-store.ts"
import { fence } from "../../hub/storage/index.ts"
import type { TestHub } from "./hub.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

export function putInvoice({ beside }: TestHub, orderId: string, status: string): Promise<void> {
  return beside(({ store }) =>
    store.system.write(async (scope) => {
      const tx = fence(scope, TENANT, store.dialect)
      const kept = await lockOrder(tx, orderId)
      if (!kept) throw new Error(`there is no order ${orderId}`)
      await updateOrder(tx, { ...kept, order: { ...kept.order, fiscal: { status } } }, kept.home)
    }),
  )
}
