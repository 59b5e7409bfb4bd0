/** What is still open before a day can be closed with a clear conscience. Pure. */
import { fromText, type Scaled, sum } from "../../../protocol/money.ts"
import type { SpoolJob } from "../../../protocol/shapes/spool-job.ts"
import type { Today } from "./today.ts"

export interface Item {
  readonly about: "doubts" | "orders" | "shifts" | "jobs" | "unsent"
  readonly fine: boolean
  readonly count: number
  readonly amount: Scaled
  /** Numbers of orders, names of cashiers. */
  readonly names: readonly string[]
}

/** Only a payment in doubt forbids the close; each other open item says what the close will do to it. `jobs`: those on the spool, once they are read. */
export function checklistOf(
  { openOrders, openShifts, printers, hub, tendersInDoubt }: Today,
  jobs: readonly Pick<SpoolJob, "asks">[] | null,
): readonly Item[] {
  const unpaid = openOrders.filter(({ paid }) => !paid)
  const unknown = printers.reduce((all, { unknownJobs }) => all + unknownJobs, 0)
  const asking = Math.max(unknown, jobs?.filter(({ asks }) => asks).length ?? 0)
  const orders = unpaid.map(({ orderCode }) => orderCode)
  return [
    item("doubts", tendersInDoubt.length, { names: tendersInDoubt.map(({ orderCode }) => orderCode) }),
    item("orders", unpaid.length, { amount: sum(unpaid.map(({ total }) => fromText(total))), names: orders }),
    item("shifts", openShifts.length, { names: openShifts.map(({ operatorName }) => operatorName) }),
    item("jobs", asking, {}),
    item("unsent", hub.unsent, {}),
  ]
}

function item(about: Item["about"], count: number, more: Partial<Pick<Item, "amount" | "names">>): Item {
  return { about, fine: count === 0, count, amount: 0, names: [], ...more }
}
