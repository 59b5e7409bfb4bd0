/** How the store stands, in one answer: from figures that are kept as sales happen, so that a long day costs no more than a short one. */
import type { readState as endpoint } from "../../protocol/http/store-state.ts"
import { fromText } from "../../protocol/money.ts"
import { figuresOfRows } from "../../protocol/rules/business-day/day-close.ts"
import { hoursOf } from "../../protocol/rules/business-day/day-hours.ts"
import type { BoxMaintenance } from "../../protocol/shapes/box-maintenance.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { DaySales, StoreState, SyncState } from "../../protocol/shapes/store-state.ts"
import { unopenedDay } from "../business-day/index.ts"
import { currentDay, latestDay } from "../business-day/store/index.ts"
import { openShifts } from "../cash/shifts/index.ts"
import { requireConfig, storeSummary } from "../catalog/index.ts"
import { readNumbers } from "../fiscal/index.ts"
import { countOpenTickets } from "../kitchen/index.ts"
import { listMoneyToReturn } from "../orders/index.ts"
import { countConflicts, countOpenOrders, listConflicts, mapOpenOrders, rowsOfDay } from "../orders/store/index.ts"
import { listOrdersInDoubt, listPaymentsInDoubt } from "../payments/index.ts"
import { findPrinter, type Printing, pageOf } from "../printing/index.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { readHubDeadLetters, type SyncStatus } from "../sync/index.ts"

/** Of the open orders so many are named; the register has them all. Of conflicts, the oldest. */
const NAMED_MAX = 20

export interface StateDeps {
  readonly printing: Pick<Printing, "list" | "printers" | "status">
  readonly line: () => SyncStatus
  readonly isClaimed: () => boolean
  readonly agrees: () => boolean
  readonly version: string
  readonly startedAt: string
  readonly care: () => BoxMaintenance
}

export const readStateHandler =
  (deps: StateDeps): BoxHandler<typeof endpoint> =>
  (tx) => ({ status: 200, data: stateOf(tx, deps) })

function stateOf(tx: BoxTx, deps: StateDeps): StoreState {
  const { store } = requireConfig(tx)
  const { version, startedAt, printing } = deps
  const day = currentDay(tx) ?? unopenedDay(tx) ?? latestDay(tx)
  return {
    now: tx.now,
    version,
    startedAt,
    store: storeSummary(store),
    day,
    sales: day ? salesOf(tx, day, store) : [],
    openOrders: { ...countOpenOrders(tx, store.currency), first: mapOpenOrders(tx, orderSummary, NAMED_MAX) },
    ordersInDoubt: listOrdersInDoubt(tx),
    tendersInDoubt: listPaymentsInDoubt(tx),
    moneyToReturn: listMoneyToReturn(tx),
    kitchen: countOpenTickets(tx),
    openShifts: openShifts(tx).map(({ shiftId, operatorName, terminalUid, openedAt }) => ({
      shiftId,
      operatorName,
      terminalUid,
      openedAt,
    })),
    line: lineOf(deps),
    parkedAtHub: readHubDeadLetters(tx),
    conflicts: { count: countConflicts(tx), first: listConflicts(tx, NAMED_MAX) },
    fiscal: readNumbers(tx, deps.agrees),
    printers: printersOf(tx, printing),
    spool: printQueueOf(printing),
    care: deps.care(),
  }
}

function salesOf(tx: BoxTx, { businessDayDate }: BusinessDay, store: Store): DaySales[] {
  const rows = rowsOfDay(tx, businessDayDate)
  return figuresOfRows(rows, store).map(
    ({ currencyCode, transactions, gross, averageTicket, methods, cancellations, refunds }) => ({
      currencyCode,
      transactions,
      amount: gross,
      averageTicket,
      methods,
      hours: hoursOf(
        rows.filter((row) => row.currencyCode === currencyCode),
        store.timeZone,
      ),
      cancellations,
      ...(refunds && { refunds }),
    }),
  )
}

function orderSummary({ id, orderCode, channel, currencyCode, createdAt, settlement }: OrderRecord) {
  const total = fromText(settlement?.total ?? "0")
  return { id, orderCode, channel, total, currencyCode, paid: settlement?.status === "settled", createdAt }
}

function lineOf({ line, isClaimed }: StateDeps): SyncState {
  const { link, fenced, stuck, made, acked, ackedOnDisk, unsent, oldestUnsentAt, lastAckAt, parked, clockSkewMs } =
    line()
  const known = { link, fenced, stuck, made, unsent, oldestUnsentAt, lastAckAt, parked, clockSkewMs }
  return { claimed: isClaimed(), ...known, onHub: acked, acked: ackedOnDisk }
}

function printersOf(tx: BoxTx, { printers, status }: StateDeps["printing"]): StoreState["printers"] {
  return status().map((one) => {
    const spec = findPrinter(printers, one.printerId)
    if (!spec) throw new Error(`the printer ${one.printerId} has a status and no place`)
    const { name, profile, width, backups } = spec
    const pages = Object.keys(profile.pageCommands)
    return { ...one, name, model: profile.name, width, backups: [...backups], pages, page: pageOf(tx, spec) }
  })
}

function printQueueOf({ list, status }: StateDeps["printing"]): StoreState["spool"] {
  return {
    waiting: status().reduce((all, { queued }) => all + queued, 0),
    asking: list().filter(({ asks }) => asks).length,
  }
}
