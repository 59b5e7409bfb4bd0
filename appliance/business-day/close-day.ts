/** Closes a business day: force-closes its open, unpaid orders and stores its final figures (docs/contract/cash.md#business-day, FORCE_CLOSED). */
import type { closeDay as endpoint } from "../../protocol/http/days.ts"
import { refuse } from "../../protocol/refusals.ts"
import { closeDay } from "../../protocol/rules/business-day/business-day.ts"
import { certifyDay } from "../../protocol/rules/business-day/day-certificate.ts"
import { dayCloseStep, figuresOfRows, lateArrivals } from "../../protocol/rules/business-day/day-close.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { requireConfig } from "../catalog/index.ts"
import { openOrdersOfDay, ordersOfDay, recordChange, rowsOfDay } from "../orders/store/index.ts"
import { refusePaymentInDoubt } from "../payments/index.ts"
import type { BoxHandler, BoxTx, NumberedOutbox, Outbox } from "../storage/index.ts"
import { saveDay } from "./store/index.ts"
import { findDayOrUnopened } from "./unopened-day.ts"

export const closeDayHandler =
  ({ outbox }: { outbox: NumberedOutbox }): BoxHandler<typeof endpoint> =>
  (tx, { params }) => {
    const { store } = requireConfig(tx)
    if (params.storeId.toLowerCase() !== store.id) return refuse("NOT_FOUND", "This box serves another store.")
    const day = findDayOrUnopened(tx, params.businessDayDate)
    if (!day) return refuse("CONFLICT", `The business day ${params.businessDayDate} was never opened in this store.`)
    const figures = () => figuresOfRows(rowsOfDay(tx, day.businessDayDate), store)
    if (day.status === "closed") {
      const late = lateArrivals(day.figures, figures())
      return { status: 200, data: { ...day, alreadyClosed: true, forceClosedOrders: [], late } }
    }
    const inDoubt = refusePaymentInDoubt(tx)
    if (inDoubt) return inDoubt
    const forceClosedOrders = closeOpenOrders(tx, day, outbox)
    const certificate = certifyDay(ordersOfDay(tx, day.businessDayDate))
    const closed = closeDay({ day, figures: figures(), watermark: outbox.watermark(tx), certificate, now: tx.now })
    saveDay(tx, closed)
    outbox.record(tx, { kind: "day.closed", body: { day: closed } })
    return { status: 200, data: { ...closed, alreadyClosed: false, forceClosedOrders, late: [] } }
  }

/** Returns the ids of the orders that were force-closed. */
function closeOpenOrders(tx: BoxTx, day: BusinessDay, outbox: Outbox): string[] {
  const forced: string[] = []
  for (const order of openOrdersOfDay(tx, day.businessDayDate)) {
    const change = dayCloseStep(order, tx.now)
    if (!change) continue
    recordChange(tx, outbox, { ...change, toKitchen: false })
    if (change.order.status === "FORCE_CLOSED") forced.push(order.id)
  }
  return forced
}
