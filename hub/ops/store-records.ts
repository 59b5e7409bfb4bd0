/** What the hub has of a store that a new box must have to go on in the middle of its day: records in the shape of the ops they came with. */
import { kitchenOf } from "../../protocol/rules/kitchen-stages.ts"
import { type Kept, lastOfEach, type ReturnedRecord } from "../../protocol/sync/returned.ts"
import { closesOfDay, openShiftsOf, shiftsOfDay } from "../cash/index.ts"
import { latestDaysOf } from "../day/index.ts"
import { fiscalRecordOf, fiscalRecordsOf } from "../fiscal/index.ts"
import { openOrders, ordersOfDay, returnedOrder } from "../orders/index.ts"
import type { TenantWrite } from "../storage/index.ts"
import { keptSince } from "../sync/index.ts"

/** A closed date never opens again, and the manager's list shows a week. */
const DAYS_MAX = 7
/** What was told before the day's opening may still be used in it: an approval, a report of a display. */
const BEFORE_OPENING_MS = 24 * 3_600_000

/** Whatever a box of this store told. */
const NOTHING_COMMON = { epoch: "", last: 0, carried: 0 }

/** Small and rare: told again as it came. Days, shifts and closes are in tables of their own. */
const AS_IT_CAME: ReadonlySet<string> = new Set([
  "cash.authorized",
  "drawer.opened",
  "kitchen.recorded",
  "lost-sale.recorded",
])

/** In the order in which a box can take them: the day before its shifts, an approval before the close that uses it. */
export async function recordsForBox(tx: TenantWrite, storeId: string): Promise<ReturnedRecord[]> {
  const days = await latestDaysOf(tx, storeId, DAYS_MAX)
  const today = days[0]?.businessDayDate ?? null
  const opened = Date.parse(days[0]?.openedAt ?? tx.now)
  const oldest = new Date(opened - BEFORE_OPENING_MS).toISOString()
  const kept = lastOfEach(await keptSince(tx.system, storeId, { since: NOTHING_COMMON, oldest }))
  const orders = await ordersFor(tx, storeId, today)
  return [
    ...days.reverse().map((day) => ({ kind: day.status === "open" ? "day.opened" : "day.closed", body: { day } })),
    ...(await shiftsFor(tx, storeId, today)).map((shift) => ({ kind: "shift.changed", body: { shift } })),
    ...kept.flatMap((one) => (!("id" in one) && AS_IT_CAME.has(one.kind) ? [one] : [])),
    ...(today === null ? [] : await closesOfDay(tx, storeId, today)).map((record) => ({
      kind: "cash.closed",
      body: { record },
    })),
    ...orders.map((body) => ({ kind: "order.changed", body })),
    ...(await documentsFor(tx, { kept, orders })),
  ]
}

async function shiftsFor(tx: TenantWrite, storeId: string, today: string | null) {
  const open = await openShiftsOf(tx, storeId)
  const ofToday = today === null ? [] : await shiftsOfDay(tx, storeId, today)
  return [...new Map([...ofToday, ...open].map((shift) => [shift.shiftId, shift])).values()]
}

type Returned = NonNullable<Awaited<ReturnType<typeof returnedOrder>>>

/** Of the store's own all that are open, and all of its day: the figures of the close and the drawers are counted from them. */
async function ordersFor(tx: TenantWrite, storeId: string, today: string | null): Promise<Returned[]> {
  const open = await openOrders(tx, storeId)
  const ofToday = today === null ? [] : await ordersOfDay(tx, storeId, today)
  const found: Returned[] = []
  for (const { id, status } of new Map([...open, ...ofToday].map((order) => [order.id, order])).values()) {
    const one = await returnedOrder(tx, id)
    // One that was offered to a box which may never have taken it in: the new box takes it in as any order of the hub's.
    const waits = one !== null && status === "OPEN" && kitchenOf(one.order).dispatches.length === 0
    if (one && !waits) found.push(one)
  }
  return found
}

/** The documents of those orders, whoever numbered them, and those of sales that were numbered before their order came. */
async function documentsFor(
  tx: TenantWrite,
  { kept, orders }: { kept: readonly Kept[]; orders: readonly Returned[] },
): Promise<ReturnedRecord[]> {
  const found = new Map<string, ReturnedRecord>()
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
