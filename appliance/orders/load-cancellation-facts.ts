/** Loads from the box's disk the facts that the cancellation rule needs. */
import { activeDate, dateByCutoff, isDateOver } from "../../protocol/rules/business-day/business-day.ts"
import type { CancellationQuestion, OrderDay } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import type { CancellationLocale, CancellationPolicy } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import type { BusinessDays } from "./find-business-day.ts"

const EMPTY_POLICY: CancellationPolicy = { rules: [], reasons: [], providerMethods: [] }

interface CancellationFacts {
  readonly question: CancellationQuestion
  readonly policy: CancellationPolicy
}

export function loadCancellationFacts(
  tx: BoxTx,
  order: OrderRecord,
  { days, type, locale }: { days: BusinessDays; type: string | undefined; locale: CancellationLocale | undefined },
): CancellationFacts {
  const { store, cancellation: policy = EMPTY_POLICY } = requireConfig(tx)
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

/** Uses the earlier of the box's and the hub's time, so that a box whose clock is ahead does not refuse an order as past. */
export function orderDay(tx: BoxTx, { businessDayDate }: OrderRecord, days: BusinessDays): OrderDay {
  const { store } = requireConfig(tx)
  const hubNow = days.hubNow() ?? tx.now
  const now = hubNow < tx.now ? hubNow : tx.now
  return {
    closed: isDateOver(businessDayDate, { closedDates: days.closedDates(tx), today: dateByCutoff(now, store) }),
    active: activeDate({ openDay: days.open(tx), store, now }),
  }
}
