/** Applies a store's operation about its business day, in the transaction of the batch, and recomputes its certificate from the hub's copy. */
import { certifyDay, isSameCertificate } from "../../protocol/rules/business-day/day-certificate.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { ordersAtStore } from "../orders/index.ts"
import type { TenantRead, TenantWrite } from "../storage/index.ts"
import { saveCheck } from "./day-checks-store.ts"
import { saveDay } from "./days-store.ts"

/** The orders that were sent to the store after an operation of the hub's log. The store is their home, but its close could not include them. */
type SentAfter = (scope: TenantRead, storeId: string, after: number) => Promise<ReadonlySet<string>>

export async function applyDay(
  tx: TenantWrite,
  { day, sentAfter }: { readonly day: BusinessDay; readonly sentAfter: SentAfter },
): Promise<null> {
  await saveDay(tx, day)
  await checkDay(tx, day, sentAfter)
  return null
}

/** Operations are applied in order, so at this one the hub's copy equals what the store had when it closed. */
async function checkDay(tx: TenantWrite, day: BusinessDay, sentAfter: SentAfter): Promise<void> {
  const { certificate, watermark, storeId, businessDayDate } = day
  if (!certificate || !watermark) return
  const unseen = await sentAfter(tx, storeId, watermark.down)
  const orders = await ordersAtStore(tx, storeId, businessDayDate)
  const found = certifyDay(orders.filter(({ id }) => !unseen.has(id)))
  await saveCheck(tx, day, { found, agrees: isSameCertificate(found, certificate) })
}
