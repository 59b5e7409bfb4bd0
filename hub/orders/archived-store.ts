/** Archived orders. Their sums are kept, so an order that arrived again would count twice. */
import { addDays } from "../../protocol/time.ts"
import type { TenantRead } from "../storage/index.ts"

/** The archive holds no younger orders, so it is not queried for them. */
const YOUNGEST_DAYS = 31
const DATE_CHARS = 10

/** Returns the archive month that holds the order. Null for nearly all orders. */
export async function archivedIn(
  scope: TenantRead,
  order: { readonly id: string; readonly businessDayDate: string },
): Promise<string | null> {
  if (order.businessDayDate >= addDays(scope.now.slice(0, DATE_CHARS), -YOUNGEST_DAYS)) return null
  const query = scope.selectByKey("archived_order").select("month").where("order_id", "=", order.id)
  return (await query.executeTakeFirst())?.month ?? null
}
