/** Puts together what the rule of cancellation asks of an order, from the box's own disk. */
import { activeDate, dateByCutoff, isOver } from "../../protocol/rules/business-day/business-day.ts"
import type { CancellationQuestion, OrderDay } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import type { CancellationLocale, CancellationPolicy } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"
import type { BusinessDays } from "./find-business-day.ts"

const NOTHING: CancellationPolicy = { rules: [], reasons: [], providerMethods: [] }

interface CancellationFacts {
  readonly question: CancellationQuestion
  readonly policy: CancellationPolicy
}

export function loadCancellationFacts(
  tx: BoxTx,
  order: OrderRecord,
  { days, type, locale }: { days: BusinessDays; type: string | undefined; locale: CancellationLocale | undefined },
): CancellationFacts {
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

/** Of two clocks the one that is behind says what is past: an order of the hub's is not refused because the box's clock is ahead. */
export function orderDay(tx: BoxTx, { businessDayDate }: OrderRecord, days: BusinessDays): OrderDay {
  const { store } = requireConfig(tx)
  const hubNow = days.hubNow() ?? tx.now
  const now = hubNow < tx.now ? hubNow : tx.now
  return {
    closed: isOver(businessDayDate, { closedDates: days.closedDates(tx), today: dateByCutoff(now, store) }),
    active: activeDate({ openDay: days.open(tx), store, now }),
  }
}
