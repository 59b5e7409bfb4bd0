/** Loads from the box's disk the facts that the cancellation rule needs. */
import { activeDate, dateByCutoff, isDateOver } from "../../protocol/rules/business-day/business-day.ts"
import type { CancellationQuestion, OrderDay } from "../../protocol/rules/cancellation/cancellation-checks.ts"
import type { CancellationLocale, CancellationPolicy } from "../../protocol/shapes/cancellation.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { closedDates, currentDay } from "../business-day/store/index.ts"
import { requireConfig } from "../catalog/index.ts"
import type { BoxTx } from "../storage/index.ts"

/** Reads the hub's clock; null while the hub cannot be reached. */
export type HubNow = () => string | null

const EMPTY_POLICY: CancellationPolicy = { rules: [], reasons: [], providerMethods: [] }

interface CancellationFacts {
  readonly question: CancellationQuestion
  readonly policy: CancellationPolicy
}

export function loadCancellationFacts(
  tx: BoxTx,
  order: OrderRecord,
  { hubNow, type, locale }: { hubNow: HubNow; type: string | undefined; locale: CancellationLocale | undefined },
): CancellationFacts {
  const { store, cancellation: policy = EMPTY_POLICY } = requireConfig(tx)
  return {
    policy,
    question: {
      order,
      day: orderDay(tx, order, hubNow),
      gateway: store.fiscal?.gateway === true,
      rules: policy.rules,
      type: type ?? null,
      locale: locale ?? "es",
      now: tx.now,
    },
  }
}

/** Uses the earlier of the box's and the hub's time, so that a box whose clock is ahead does not refuse an order as past. */
export function orderDay(tx: BoxTx, { businessDayDate }: OrderRecord, hubNow: HubNow): OrderDay {
  const { store } = requireConfig(tx)
  const hubTime = hubNow() ?? tx.now
  const now = hubTime < tx.now ? hubTime : tx.now
  return {
    closed: isDateOver(businessDayDate, { closedDates: closedDates(tx), today: dateByCutoff(now, store) }),
    active: activeDate({ openDay: currentDay(tx), store, now }),
  }
}
