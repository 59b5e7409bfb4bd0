/** Orders that were archived: their figures are kept, so one that came again would count twice. */
import { addDays } from "../../protocol/time.ts"
import type { TenantRead } from "../storage/index.ts"

/** No younger order is ever archived, and none is asked for. */
const YOUNGEST_DAYS = 31
const DATE_CHARS = 10

/** The month of the archive that it is in; null for nearly all. */
export async function archivedIn(
  scope: TenantRead,
  order: { readonly id: string; readonly businessDayDate: string },
): Promise<string | null> {
  if (order.businessDayDate >= addDays(scope.now.slice(0, DATE_CHARS), -YOUNGEST_DAYS)) return null
  const query = scope.selectByKey("archived_order").select("month").where("order_id", "=", order.id)
  return (await query.executeTakeFirst())?.month ?? null
}
