/** Lists what is still open before the day is closed. Pure. */
import { fromText, sum } from "../../../../protocol/money.ts"
import type { QueuedPrintJob } from "../../../../protocol/shapes/queued-print-job.ts"
import type { CloseCheck } from "../../../../ui/close-day-dialog.tsx"
import { isFree, type Sale, totalOf } from "../sale.ts"
import type { Today } from "../today.ts"

export interface RegisterState {
  readonly today: Today
  /** Null until they are read. */
  readonly jobs: readonly Pick<QueuedPrintJob, "asks">[] | null
  /** This register's current sale. It is stored only here, so no other screen can list it. */
  readonly sale: Pick<Sale, "phase" | "lines" | "order">
}

/** Only a payment in doubt prevents the close; the other items say what the close will do. */
export function checklistOf({ today, jobs, sale }: RegisterState): readonly CloseCheck[] {
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
    item("prints", queued + asking),
    item("unsent", hub.unsent),
  ]
}

function item(about: CloseCheck["about"], count: number, more: Partial<CloseCheck> = {}): CloseCheck {
  return { about, count, amount: 0, names: [], ...more }
}
