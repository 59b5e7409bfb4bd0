/** Loads the facts for the cancellation rule from the hub's tables. */

import { activeDate } from "../../protocol/rules/business-day/business-day.ts"
import type { CancellationQuestion, OrderDay } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import type { CancellationLocale } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { findDay, openDayOf } from "../business-day/index.ts"
import type { TenantRead } from "../storage/index.ts"
import { findStore, type ReadPolicy, type VendorPolicy } from "../tenants/index.ts"

interface CancellationFactsQuery {
  readonly type: string | null
  readonly locale: CancellationLocale
}

export interface CancellationFacts {
  readonly question: CancellationQuestion
  readonly policy: VendorPolicy
}

export async function loadCancellationFacts(
  scope: TenantRead,
  order: OrderRecord,
  { readPolicy, asked }: { readPolicy: ReadPolicy; asked: CancellationFactsQuery },
): Promise<CancellationFacts> {
  const place = await storeOf(scope, order)
  const policy = await readPolicy(scope, place.countryCode)
  const question: CancellationQuestion = {
    order,
    day: await orderDay(scope, order, place),
    gateway: place.fiscal?.gateway === true,
    rules: policy.rules,
    type: asked.type,
    locale: asked.locale,
    now: scope.now,
  }
  return { question, policy }
}

/** Without a box, or before it has opened its day, the cut-off time gives the active day. */
export async function orderDay(scope: TenantRead, order: OrderRecord, place?: Store): Promise<OrderDay> {
  const day = await findDay(scope, order.storeId, order.businessDayDate)
  const openDay = await openDayOf(scope, order.storeId)
  const active = activeDate({ openDay, store: place ?? (await storeOf(scope, order)), now: scope.now })
  return { closed: day?.status === "closed", active }
}

async function storeOf(scope: TenantRead, order: OrderRecord): Promise<Store> {
  const place = await findStore(scope, order.storeId)
  if (!place) throw new Error(`order ${order.id} has no store`)
  return place
}
