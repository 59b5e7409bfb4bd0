/** Lists what is still open before the day is closed. Pure. */
import { fromText, type Scaled, sum } from "../../../../protocol/money.ts"
import type { QueuedPrintJob } from "../../../../protocol/shapes/queued-print-job.ts"
import { isFree, type Sale, totalOf } from "../sale.ts"
import type { Today } from "../today.ts"

export interface Item {
  readonly about: "doubts" | "orders" | "sale" | "kitchen" | "shifts" | "jobs" | "unsent"
  readonly fine: boolean
  readonly count: number
  readonly amount: Scaled
  /** Order codes, stations, cashiers. */
  readonly names: readonly string[]
}

export interface RegisterState {
  readonly today: Today
  /** Null until they are read. */
  readonly jobs: readonly Pick<QueuedPrintJob, "asks">[] | null
  /** This register's current sale. It is stored only here, so no other screen can list it. */
  readonly sale: Pick<Sale, "phase" | "lines" | "order">
}

/** Only a payment in doubt prevents the close; the other items say what the close will do. */
export function checklistOf({ today, jobs, sale }: RegisterState): readonly Item[] {
  const { openOrders, openShifts, printers, hub, tendersInDoubt, kitchen } = today
  const inHand = sale.order === null && !isFree(sale)
  const unpaid = openOrders.filter(({ paid }) => !paid)
  const cooking = kitchen.filter(({ expected }) => expected > 0)
  const inKitchen = cooking.reduce((all, { expected }) => all + expected, 0)
  const queued = printers.reduce((all, printer) => all + printer.queued, 0)
  const unknown = printers.reduce((all, { unknownJobs }) => all + unknownJobs, 0)
  const asking = Math.max(unknown, jobs?.filter(({ asks }) => asks).length ?? 0)
  const orders = unpaid.map(({ orderCode }) => orderCode)
  return [
    item("doubts", tendersInDoubt.length, { names: tendersInDoubt.map(({ orderCode }) => orderCode) }),
    item("orders", unpaid.length, { amount: sum(unpaid.map(({ total }) => fromText(total))), names: orders }),
    item("sale", inHand ? 1 : 0, { amount: inHand ? totalOf(sale) : 0 }),
    item("kitchen", inKitchen, { names: cooking.map(({ station }) => station) }),
    item("shifts", openShifts.length, { names: openShifts.map(({ operatorName }) => operatorName) }),
    item("jobs", queued + asking, {}),
    item("unsent", hub.unsent, {}),
  ]
}

/** Whether closing now leaves something unfinished. Changes that are not sent yet are sent after the close as well. */
export function isUnfinished(items: readonly Item[]): boolean {
  return items.some(({ about, fine }) => !fine && about !== "unsent")
}

function item(about: Item["about"], count: number, more: Partial<Pick<Item, "amount" | "names">>): Item {
  return { about, fine: count === 0, count, amount: 0, names: [], ...more }
}
