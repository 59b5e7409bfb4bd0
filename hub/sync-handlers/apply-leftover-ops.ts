/** Decides what to do with operations of a replaced box. They must not undo what its successor did, and no payment may be lost unnoticed. */
import { movesOf } from "../../protocol/rules/cash/cash-moves.ts"
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ids } from "../../runtime/ids.ts"
import { findDay, openDayOf } from "../business-day/index.ts"
import { findByExternalId, findOrder } from "../orders/index.ts"
import { fence, type HubStore, type TenantRead } from "../storage/index.ts"
import type { ChangedSince, LeftoverOps } from "../sync/index.ts"
import { returnRecords } from "./restore-records.ts"

/** No real epoch has this name, so forwarded records do not end a box's wait for its own records. */
const FORWARDED = "handed-over"

type Judged = Awaited<ReturnType<LeftoverOps["decide"]>>

export function createLeftoverOps({ store, ids }: { store: Pick<HubStore, "dialect">; ids: Ids }): LeftoverOps {
  return {
    async decide(scope, place, { kind, body }, changedSince) {
      const tx = fence(scope, place, store.dialect)
      if (kind === "order.changed") return judgeOrder(tx, (body as { order: OrderRecord }).order, changedSince)
      if (kind === "day.opened" || kind === "day.closed") return judgeDay(tx, (body as { day: BusinessDay }).day)
      // The successor reports its own dead letters.
      return kind === "parked.told" ? "known" : "apply"
    },
    forward: (scope, place, kept) =>
      returnRecords(fence(scope, place, store.dialect), ids, { storeId: place.storeId, epoch: FORWARDED, kept }),
  }
}

async function judgeOrder(tx: TenantRead, sent: OrderRecord, changedSince: ChangedSince): Promise<Judged> {
  const known = await findOrder(tx, sent.id)
  if (known === null) {
    const twin = await findByExternalId(tx, sent.orderExternal)
    if (twin === null) return "apply"
    return isSameMoney(twin.order, sent) || isOnlyOpened(sent, twin.order) ? "known" : { park: SOLD_TWICE }
  }
  if (!(await changedSince(sent.id))) return leave(sent.sequence > known.order.sequence)
  return isSameMoney(known.order, sent) ? "known" : { park: CHANGED_TWICE }
}

const SOLD_TWICE =
  "SOLD_BY_BOTH_BOXES: the box that took over has this sale too, with other payments; see what the drawer holds."
const CHANGED_TWICE =
  "CHANGED_BY_BOTH_BOXES: the box that took over has changed this order too, and its word stands; see whether it was paid twice."

function leave(isNews: boolean): Judged {
  return isNews ? "apply" : "known"
}

function isSameMoney(one: OrderRecord, other: OrderRecord): boolean {
  return one.status === other.status && moneyIn(one) === moneyIn(other)
}

/** The shift is left out, because each box records its own. */
function moneyIn(order: OrderRecord): string {
  return JSON.stringify(movesOf(order).map(({ shiftId: _any, ...move }) => move))
}

/** A copy without payments, or with the same prepaid amount as the successor's, adds nothing to it. */
function isOnlyOpened(sent: OrderRecord, twin: OrderRecord): boolean {
  if (sent.status !== "OPEN" || movesOf(sent).length > 0) return false
  return sent.settlement?.origin !== "intake" || prepaidOf(sent) === prepaidOf(twin)
}

function prepaidOf({ settlement, paymentMethods }: OrderRecord): string | null {
  return settlement?.origin === "intake" ? JSON.stringify(paymentMethods) : null
}

/** Once another box has taken over the store, that box opens and closes its days. */
async function judgeDay(tx: TenantRead, sent: BusinessDay): Promise<Judged> {
  const known = await findDay(tx, sent.storeId, sent.businessDayDate)
  if (known?.status === "closed") return isSameDay(known, sent) ? "known" : { park: DAY_CLOSED }
  if (known !== null) return sent.status === "open" ? "known" : { park: DAY_OPEN }
  const open = await openDayOf(tx, sent.storeId)
  return open === null ? "apply" : { park: DAY_OPEN }
}

const DAY_CLOSED = "DAY_CLOSED_ALREADY: the box that took over has closed this day; its figures stand."
const DAY_OPEN =
  "DAY_STILL_OPEN: the box that took over has a day open and will close it; the report that this box printed is not the last word."

function isSameDay(known: BusinessDay, sent: BusinessDay): boolean {
  return sent.status === "open" || JSON.stringify(known.figures) === JSON.stringify(sent.figures)
}
