/** Timeline entries for conflicts: what one side accepted and the order refused, and how each was resolved. */
import { conflictsOf } from "../../protocol/rules/orders/order-conflicts.ts"
import type { OrderConflict } from "../../protocol/shapes/conflict.ts"
import type { TimelineEntry } from "../../protocol/shapes/timeline.ts"
import { entry } from "./timeline-entry.ts"
import type { TimelineFacts } from "./timeline-facts.ts"

export function conflictEntries({ order, home }: TimelineFacts): TimelineEntry[] {
  return conflictsOf(order).flatMap((conflict, index) => {
    const { at, what, key, why, reason, method, resolved } = conflict
    const money = moneyOf(conflict, order.currencyCode)
    const facts = [
      ["method", method],
      ["reference", key],
      ...(reason ? Object.entries({ conflict: reason.code, ...reason.params }) : [["why", why] as const]),
    ] as const
    const found = entry({
      id: `conflict/${index}`,
      kind: `conflict.${what}`,
      at,
      clock: home,
      tone: "bad",
      ...money,
      facts,
    })
    return resolved ? [found, solution(conflict, { ...money, index, clock: home })] : [found]
  })
}

interface Shown {
  readonly index: number
  readonly clock: TimelineFacts["home"]
  readonly amount?: string
  readonly currencyCode?: string
}

function solution({ resolved, refund, method }: OrderConflict, { index, ...shown }: Shown): TimelineEntry {
  const { at = "", by, note } = resolved ?? {}
  const kind = refund ? "refund.given" : "conflict.resolved"
  return entry({
    id: `solution/${index}`,
    kind,
    at,
    by,
    ...shown,
    facts: [
      ["method", method],
      ["note", note],
    ],
  })
}

function moneyOf({ amount, currencyCode }: OrderConflict, currency: string) {
  return amount === undefined ? {} : { amount, currencyCode: currencyCode ?? currency }
}
