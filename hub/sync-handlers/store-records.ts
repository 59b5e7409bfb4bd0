/** The records of a store that a new box needs to continue in the middle of the day, in the shape of the operations they came with. */
import { datesInUse } from "../../protocol/rules/business-day/business-day.ts"
import { kitchenOf } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import { latestPerId, type RestorableRecord, type RestoredRecord } from "../../protocol/sync/restorable-records.ts"
import { latestDaysOf } from "../business-day/index.ts"
import { closesOfDay, openShiftsOf, shiftsOfDay } from "../cash/index.ts"
import { fiscalRecordOf, fiscalRecordsOf } from "../fiscal/index.ts"
import { lostSalesOfStore, offerOrder, openOrders, ordersOfDay, returnedOrder } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { recordsSince } from "../sync/index.ts"
import { NOTHING_COMMON } from "./restore-records.ts"

/** A closed day never opens again, and the manager's list shows a week. */
const DAYS_MAX = 7
/** An approval or a display's report from before the day's opening may still be used in it. */
const BEFORE_OPENING_MS = 24 * 3_600_000

/** Small and rare, so they are sent again as they came. Days, shifts and closes have tables of their own. */
const AS_IT_CAME: ReadonlySet<string> = new Set(["cash.authorized", "drawer.opened", "kitchen.recorded"])

/** In a sequence that a box can apply: the day before its shifts, an approval before the close that uses it. */
export async function recordsForBox(tx: TenantWrite, store: Store): Promise<RestoredRecord[]> {
  const storeId = store.id
  const days = await latestDaysOf(tx, storeId, DAYS_MAX)
  const dates = datesInUse({ days, store, now: tx.now })
  const opened = Date.parse(days[0]?.openedAt ?? tx.now)
  const oldest = new Date(opened - BEFORE_OPENING_MS).toISOString()
  const kept = latestPerId(await recordsSince(tx.system, storeId, { since: NOTHING_COMMON, oldest }))
  const orders = await ordersFor(tx, storeId, dates)
  return [
    ...days.reverse().map((day) => ({ kind: day.status === "open" ? "day.opened" : "day.closed", body: { day } })),
    ...(await shiftsFor(tx, storeId, dates)).map((shift) => ({ kind: "shift.changed", body: { shift } })),
    ...kept.flatMap((one) => (!("id" in one) && AS_IT_CAME.has(one.kind) ? [one] : [])),
    ...(await lostSalesOfStore(tx, storeId, oldest)).map((lostSale) => ({
      kind: "lost-sale.recorded",
      body: { lostSale },
    })),
    ...(await ofDates(dates, (date) => closesOfDay(tx, storeId, date))).map((record) => ({
      kind: "cash.closed",
      body: { record },
    })),
    ...orders.map((body) => ({ kind: "order.changed", body })),
    ...(await documentsFor(tx, { kept, orders })),
  ]
}

async function ofDates<T>(dates: readonly string[], read: (date: string) => Promise<readonly T[]>): Promise<T[]> {
  const found: T[] = []
  for (const date of dates) found.push(...(await read(date)))
  return found
}

async function shiftsFor(tx: TenantWrite, storeId: string, dates: readonly string[]) {
  const open = await openShiftsOf(tx, storeId)
  const ofDays = await ofDates(dates, (date) => shiftsOfDay(tx, storeId, date))
  return [...new Map([...ofDays, ...open].map((shift) => [shift.shiftId, shift])).values()]
}

type Returned = NonNullable<Awaited<ReturnType<typeof returnedOrder>>>

/**
 * All orders of the days in use and all open ones, because the sums of the closes are counted from them. Orders that the hub finished before the
 * store had a box become the store's; open ones reach the box as new orders.
 */
async function ordersFor(tx: TenantWrite, storeId: string, dates: readonly string[]): Promise<Returned[]> {
  const open = await openOrders(tx, storeId)
  const ofDays = await ofDates(dates, (date) => ordersOfDay(tx, storeId, date))
  const orders = [...new Map([...open, ...ofDays].map((order) => [order.id, order])).values()]
  const found: Returned[] = []
  for (const order of orders.sort((a, b) => (a.id < b.id ? -1 : 1))) {
    // No box may have accepted this order yet. The new box receives it like any other order of the hub.
    if (order.status === "OPEN" && kitchenOf(order).dispatches.length === 0) continue
    const atStore = await returnedOrder(tx, order.id)
    const one = atStore === null && order.status !== "OPEN" ? await offerOrder(tx, order.id) : atStore
    if (one) found.push(one)
  }
  return found
}

/** The documents of those orders, whoever numbered them, and documents that were numbered before their order arrived. */
async function documentsFor(
  tx: TenantWrite,
  { kept, orders }: { kept: readonly RestorableRecord[]; orders: readonly Returned[] },
): Promise<RestoredRecord[]> {
  const found = new Map<string, RestoredRecord>()
  const add = (body: { record: { fiscalRequestId: string } }) =>
    found.set(body.record.fiscalRequestId, { kind: "fiscal.numbered", body })
  for (const { order } of orders) for (const body of await fiscalRecordsOf(tx, order.orderExternal)) add(body)
  for (const one of kept) {
    if (!("id" in one) || one.kind !== "fiscal.numbered" || found.has(one.id)) continue
    const body = await fiscalRecordOf(tx, one.id)
    if (body) add(body)
  }
  return [...found.values()]
}
