/** Applies one operation of a store with the module that owns its kind. Sync calls it in the transaction of the batch. */

import type { UpKind } from "../../protocol/sync/ops.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Validator } from "../../runtime/validate.ts"
import { moveDismissedLostSale } from "../action-items/index.ts"
import { applyDay } from "../business-day/index.ts"
import { applyKitchenRecord, moveReports } from "../callbacks/index.ts"
import { applyAuthorized, applyCash, applyOpening, applyShift } from "../cash/index.ts"
import { applyStock } from "../catalog/index.ts"
import { applyNumbered, createLinkFiscal, queueVoid } from "../fiscal/index.ts"
import {
  applyHealthReport,
  applyHeartbeatOp,
  createRecordHeartbeats,
  noteOutageTest,
  outageTestIn,
} from "../health/index.ts"
import { applyLostSale, applyOrderChanged } from "../orders/index.ts"
import { applyChargeRequest, applyUnplaced, closeChargesOfOrder } from "../payments/index.ts"
import { fence, type HubStore, type SystemWrite, type TenantWrite } from "../storage/index.ts"
import { applyAudit } from "../store-audit/index.ts"
import { ordersSentAfter, saveStoreDeadLetters } from "../sync/index.ts"
import type { EnrolledStore } from "../tenants/index.ts"
import { OP_SHAPES, type OpBody } from "./op-shapes.ts"
import { verifyOwnership } from "./verify-ownership.ts"

/** Returns the reason if the operation can never be applied, so that it becomes a dead letter. Null when it was applied. */
export type ApplyOp = (
  scope: SystemWrite,
  store: EnrolledStore,
  op: { kind: string; body: unknown },
) => Promise<string | null>

export interface ApplyDeps {
  readonly store: Pick<HubStore, "dialect">
  readonly ids: Ids
  readonly validator: Validator
}

type Rooms = {
  readonly [Kind in UpKind]: (tx: TenantWrite, storeId: string, body: OpBody<Kind>) => Promise<string | null>
}

export function createApplyOp({ store, ids, validator }: ApplyDeps): ApplyOp {
  const takeIn = createRecordHeartbeats({ dialect: store.dialect, ids })
  const linkFiscal = createLinkFiscal(ids)
  const day = (tx: TenantWrite, _storeId: string, { day }: OpBody<"day.opened">) =>
    applyDay(tx, { day, sentAfter: ordersSentAfter })
  const rooms: Rooms = {
    "order.changed": async (tx, _storeId, body) => {
      const refused = await applyOrderChanged(tx, { body, ids, linkFiscal, moveReports })
      const cancelled = body.events.some(({ type }) => type === "order.cancelled")
      if (refused !== null || !cancelled) return refused
      await closeChargesOfOrder(tx, { ids }, body.order)
      await queueVoid(tx, ids, body.order)
      return null
    },
    "lost-sale.recorded": (tx, _storeId, { lostSale }) => applyLostSale(tx, lostSale, moveDismissedLostSale),
    "cash.closed": (tx, _storeId, { record }) => applyCash(tx, record),
    "cash.authorized": (tx, _storeId, { authorization }) => applyAuthorized(tx, authorization),
    "shift.changed": (tx, _storeId, { shift }) => applyShift(tx, shift),
    "drawer.opened": (tx, storeId, { opening }) => applyOpening(tx, storeId, opening),
    "day.opened": day,
    "day.closed": day,
    "kitchen.recorded": (tx, _storeId, body) => applyKitchenRecord(tx, body),
    "fiscal.numbered": (tx, _storeId, { record }) => applyNumbered(tx, record),
    "charge.asked": (tx, storeId, { asked }) => applyChargeRequest(tx, storeId, { asked, parts: { ids } }),
    "payment.unplaced": (tx, _storeId, unplaced) => applyUnplaced(tx, { unplaced, parts: { ids } }),
    "stock.changed": (tx, storeId, { fact }) => applyStock(tx, { storeId, fact }, ids),
    "audit.recorded": async (tx, storeId, { entry }) => {
      const drill = outageTestIn(entry)
      if (drill) await noteOutageTest(tx, storeId, drill)
      return applyAudit(tx, storeId, entry)
    },
    "parked.told": (tx, storeId, told) => saveStoreDeadLetters(tx, storeId, told),
    "component.beat": (tx, storeId, { beat }) => applyHeartbeatOp(tx, takeIn, { storeId, beat }),
    "health.reported": (tx, storeId, { round }) => applyHealthReport(tx, takeIn, { storeId, round }),
  }
  return async (scope, place, { kind, body }) => {
    if (!Object.hasOwn(rooms, kind)) return `UNKNOWN_KIND: ${kind}`
    const op = { kind: kind as UpKind, body }
    const fault = validator.check(OP_SHAPES[op.kind], body)[0]
    if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
    const tx = fence(scope, place, store.dialect)
    const foreign = await verifyOwnership(tx, place.storeId, [op])
    return foreign.get(op) ?? rooms[op.kind](tx, place.storeId, body as never)
  }
}
