/** Lists what is still open before the day is closed, in the order in which it is settled. Pure. */
import type { StoreState } from "../../../protocol/shapes/store-state.ts"
import type { CloseCheck } from "../../../ui/close-day-dialog.tsx"
import type { Tab } from "./tabs.ts"

export interface Check extends CloseCheck {
  /** Where it is settled: a tab of this page, or the register's page. */
  readonly where: Tab | "register" | null
}

const NAMES_MAX = 6

/** Codes of orders with an unclear payment. */
export function paymentsInDoubtOf({
  ordersInDoubt,
  tendersInDoubt,
}: Pick<StoreState, "ordersInDoubt" | "tendersInDoubt">): string[] {
  return [...new Set([...tendersInDoubt.map(({ orderCode }) => orderCode), ...ordersInDoubt])]
}

/** With a payment in doubt the box does not close the day. */
export function isBlocked({ tendersInDoubt }: Pick<StoreState, "tendersInDoubt">): boolean {
  return tendersInDoubt.length > 0
}

/** An item with count 0 is fine. Only a payment in doubt prevents the close; the other items say what the close will do. */
export function checklistOf(state: StoreState): readonly Check[] {
  const { openShifts, openOrders, spool, line } = state
  const doubts = paymentsInDoubtOf(state)
  const cooking = state.kitchen.filter(({ expected }) => expected > 0)
  const unprinted = state.printers.filter(({ queued, unknownJobs }) => queued + unknownJobs > 0)
  return [
    {
      about: "shifts",
      count: openShifts.length,
      amount: 0,
      names: openShifts.map(({ operatorName }) => operatorName),
      where: "register",
    },
    { about: "doubts", count: doubts.length, amount: 0, names: doubts, where: "today" },
    {
      about: "orders",
      count: openOrders.count,
      amount: openOrders.amount,
      names: openOrders.first.slice(0, NAMES_MAX).map(({ orderCode }) => orderCode),
      where: "register",
    },
    {
      about: "kitchen",
      count: cooking.reduce((all, { expected }) => all + expected, 0),
      amount: 0,
      names: cooking.map(({ station }) => station),
      where: null,
    },
    {
      about: "prints",
      count: spool.waiting + spool.asking,
      amount: 0,
      names: unprinted.map(({ name }) => name),
      where: "spool",
    },
    { about: "parked", count: line.parked, amount: 0, names: [], where: "today" },
    { about: "unsent", count: line.unsent, amount: 0, names: [], where: null },
  ]
}
