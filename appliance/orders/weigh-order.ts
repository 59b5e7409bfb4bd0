/** Puts together what the rule of cancellation asks of an order, from the box's own disk. */
import { dateByCutoff } from "../../protocol/rules/business-day.ts"
import type { CancellationQuestion, OrderDay } from "../../protocol/rules/cancellation.ts"
import type { CancellationLocale, CancellationPolicy } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import type { Days } from "./find-business-day.ts"

const NOTHING: CancellationPolicy = { rules: [], reasons: [], providerMethods: [] }

export interface Weighed {
  readonly question: CancellationQuestion
  readonly policy: CancellationPolicy
}

export function weighOrder(
  tx: BoxTx,
  order: OrderRecord,
  { days, type, locale }: { days: Days; type: string | undefined; locale: CancellationLocale | undefined },
): Weighed {
  const { store, cancellation: policy = NOTHING } = requireConfig(tx)
  return {
    policy,
    question: {
      order,
      day: orderDay(tx, order, days),
      gateway: store.fiscal?.gateway === true,
      rules: policy.rules,
      type: type ?? null,
      locale: locale ?? "es",
      now: tx.now,
    },
  }
}

/** Before the store has opened its day, the active day is the one by the cut-off. */
export function orderDay(tx: BoxTx, { businessDayDate }: OrderRecord, days: Days): OrderDay {
  const { store } = requireConfig(tx)
  const closedUntil = days.closedUntil(tx)
  return {
    closed: closedUntil !== null && businessDayDate <= closedUntil,
    active: days.open(tx)?.businessDayDate ?? dateByCutoff(tx.now, store),
  }
}
