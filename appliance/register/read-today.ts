/** Reads all that the cashier's page shows of the day. It never contains the expected cash, because the count is blind. */

import type { readToday as endpoint } from "../../protocol/http/register.ts"
import { guestName } from "../../protocol/rules/cancellation/money-to-return.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { PrinterStatus } from "../../protocol/shapes/queued-print-job.ts"
import { textOf } from "../../protocol/unknown-values.ts"
import { readDayDates } from "../business-day/index.ts"
import { currentDay } from "../business-day/store/index.ts"
import { drawerCurrencies, floatHandoverTo } from "../cash/index.ts"
import { openShiftOf, openShifts } from "../cash/shifts/index.ts"
import { menuMark, requireConfig, storeSummary } from "../catalog/index.ts"
import { countOpenTickets } from "../kitchen/index.ts"
import { listMoneyToReturn } from "../orders/index.ts"
import { mapOpenOrders, recentOrders } from "../orders/store/index.ts"
import { listOrdersInDoubt, listPaymentsInDoubt, tendersTakenBeside } from "../payments/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"

export interface HubLink {
  readonly claimed: boolean
  readonly link: "up" | "down"
  /** Another box has taken over the store, so this one sells nothing any more. */
  readonly replaced: boolean
  readonly unsent: number
  readonly lastAckAt: string | null
}

interface TodayDeps {
  readonly hubLink: (tx: BoxTx) => HubLink
  readonly printers: () => PrinterStatus[]
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: () => string | null
}

export const readTodayHandler =
  ({ hubLink, printers, hubNow }: TodayDeps): BoxHandler<typeof endpoint> =>
  (tx, { caller }) => {
    const openOrders = mapOpenOrders(tx, summaryOf)
    const tenders = tendersTakenBeside(tx, openOrders)
    const shift = openShiftOf(tx, caller.keyId)
    const data = {
      now: tx.now,
      store: storeSummary(requireConfig(tx).store),
      day: currentDay(tx),
      dates: readDayDates(tx, hubNow()),
      shift,
      drawerCurrencies: shift ? drawerCurrencies(tx, shift) : [],
      handover: shift ? null : floatHandoverTo(tx, caller.keyId),
      openShifts: openShifts(tx),
      openOrders: openOrders.map((order) => ({ ...order, taken: tenders.get(order.id) ?? [] })),
      recentOrders: recentOrders(tx).map(summaryOf),
      ordersInDoubt: listOrdersInDoubt(tx),
      tendersInDoubt: listPaymentsInDoubt(tx),
      moneyToReturn: listMoneyToReturn(tx),
      menuMark: menuMark(tx),
      hub: hubLink(tx),
      printers: printers(),
      kitchen: countOpenTickets(tx),
    }
    return { status: 200, data }
  }

function summaryOf(order: OrderRecord) {
  const { id, orderCode, channel, status, currencyCode, createdAt, settlement, metadata } = order
  const { kiosk } = (metadata.additionalInfo ?? {}) as { readonly kiosk?: Readonly<Record<string, unknown>> }
  return {
    id,
    orderCode,
    channel,
    status,
    total: settlement?.total ?? "0",
    currencyCode,
    paid: settlement?.status === "settled",
    createdAt,
    externalId: order.orderExternal,
    locator: textOf(kiosk?.buzzer_name) ?? textOf(metadata.locator),
    buyer: guestName(order),
    atKitchen: kitchenOf(order).dispatches.length > 0,
  }
}
