/** Which room takes in which op of a store; sync asks for it inside the transaction of the batch. */
import Type, { type Static, type TSchema } from "typebox"
import { EventId } from "../../protocol/events/envelope.ts"
import { AuditEntry } from "../../protocol/http/staff.ts"
import type { Ids } from "../../protocol/runtime/ids.ts"
import type { Validator } from "../../protocol/runtime/validate.ts"
import { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import { ChargeAsked, PaymentUnplaced } from "../../protocol/shapes/charge.ts"
import { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { Component, HealthRound } from "../../protocol/shapes/heartbeat.ts"
import { ReceivedReport, ReportVerdict } from "../../protocol/shapes/kitchen.ts"
import { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { OrderEventType, OrderRecord } from "../../protocol/shapes/order.ts"
import { Instant, nullable, Uuid } from "../../protocol/shapes/scalars.ts"
import { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import { StockFact } from "../../protocol/shapes/stock.ts"
import { BoxParkedTold, type UpKind } from "../../protocol/sync/ops.ts"
import { applyChargeAsked, applyUnplaced, orderCancelled } from "../bridge/index.ts"
import { applyKitchenRecord, moveReports } from "../callbacks/index.ts"
import { applyAuthorized, applyCash, applyOpening, applyShift } from "../cash/index.ts"
import { applyStock } from "../catalog/index.ts"
import { applyDay } from "../day/index.ts"
import { applyNumbered, createLinkFiscal } from "../fiscal/index.ts"
import type { Place } from "../fleet/index.ts"
import { applyBeat, applyRound, createTakeIn, drillIn, noteDrill } from "../health/index.ts"
import { applyLostSale, applyOrderChanged } from "../orders/index.ts"
import { applyAudit } from "../staff/index.ts"
import { fence, type HubStore, type SystemWrite, type TenantWrite } from "../storage/index.ts"
import { ordersSentAfter, saveParkedInStore } from "../sync/index.ts"

/** Answers why the op can never apply, for it to be parked; null once it has. */
export type ApplyOp = (scope: SystemWrite, place: Place, op: { kind: string; body: unknown }) => Promise<string | null>

export interface ApplyParts {
  readonly store: Pick<HubStore, "dialect">
  readonly ids: Ids
  readonly validator: Validator
}

interface Room {
  readonly shape: TSchema
  readonly apply: (tx: TenantWrite, storeId: string, body: never) => Promise<string | null>
}

const Day = Type.Object({ day: BusinessDay })
const Recorded = Type.Object({ orderId: Uuid, report: ReceivedReport, verdict: nullable(ReportVerdict) })

function room<S extends TSchema>(
  shape: S,
  apply: (tx: TenantWrite, storeId: string, body: Static<S>) => Promise<string | null>,
): Room {
  return { shape, apply }
}

/** What a store says of an order. */
export const Changed = Type.Object({
  order: OrderRecord,
  events: Type.Array(Type.Object({ type: OrderEventType, at: Instant, id: Type.Optional(EventId) })),
  corrections: Type.Optional(Type.Array(KeyedCorrection)),
})

/** A document that a store numbered. */
export const Numbered = Type.Object({ record: FiscalRecord })

export function createApplyOp({ store, ids, validator }: ApplyParts): ApplyOp {
  const takeIn = createTakeIn({ dialect: store.dialect, ids })
  const linkFiscal = createLinkFiscal(ids)
  const day = room(Day, (tx, storeId, { day }) => applyDay(tx, storeId, { day, sentAfter: ordersSentAfter }))
  const rooms: Record<UpKind, Room> = {
    "order.changed": room(Changed, async (tx, storeId, body) => {
      const refused = await applyOrderChanged(tx, storeId, { body, ids, linkFiscal, moveReports })
      const cancelled = body.events.some(({ type }) => type === "order.cancelled")
      if (refused === null && cancelled) await orderCancelled(tx, { ids }, body.order)
      return refused
    }),
    "lost-sale.recorded": room(Type.Object({ lostSale: LostSale }), (tx, storeId, { lostSale }) =>
      applyLostSale(tx, storeId, lostSale),
    ),
    "cash.closed": room(Type.Object({ record: CashReconciliation }), (tx, storeId, { record }) =>
      applyCash(tx, storeId, record),
    ),
    "cash.authorized": room(Type.Object({ authorization: CashAuthorization }), (tx, storeId, { authorization }) =>
      applyAuthorized(tx, storeId, authorization),
    ),
    "shift.changed": room(Type.Object({ shift: Shift }), (tx, storeId, { shift }) => applyShift(tx, storeId, shift)),
    "drawer.opened": room(Type.Object({ opening: DrawerOpened }), (tx, storeId, { opening }) =>
      applyOpening(tx, storeId, opening),
    ),
    "day.opened": day,
    "day.closed": day,
    "kitchen.recorded": room(Recorded, (tx, _storeId, body) => applyKitchenRecord(tx, body)),
    "fiscal.numbered": room(Numbered, (tx, storeId, { record }) => applyNumbered(tx, storeId, record)),
    "charge.asked": room(Type.Object({ asked: ChargeAsked }), (tx, storeId, { asked }) =>
      applyChargeAsked(tx, storeId, { asked, parts: { ids } }),
    ),
    "payment.unplaced": room(PaymentUnplaced, (tx, storeId, unplaced) =>
      applyUnplaced(tx, storeId, { unplaced, parts: { ids } }),
    ),
    "stock.changed": room(Type.Object({ fact: StockFact }), (tx, storeId, { fact }) =>
      applyStock(tx, { storeId, fact }, ids),
    ),
    "audit.recorded": room(Type.Object({ entry: AuditEntry }), async (tx, storeId, { entry }) => {
      const drill = drillIn(entry)
      if (drill) await noteDrill(tx, storeId, drill)
      return applyAudit(tx, storeId, entry)
    }),
    "parked.told": room(BoxParkedTold, (tx, storeId, told) => saveParkedInStore(tx, storeId, told)),
    "component.beat": room(Type.Object({ beat: Component }), (tx, storeId, { beat }) =>
      applyBeat(tx, takeIn, { storeId, beat }),
    ),
    "health.reported": room(Type.Object({ round: HealthRound }), (tx, storeId, { round }) =>
      applyRound(tx, takeIn, { storeId, round }),
    ),
  }
  return async (scope, place, { kind, body }) => {
    const found = Object.hasOwn(rooms, kind) ? rooms[kind as UpKind] : undefined
    if (!found) return `UNKNOWN_KIND: ${kind}`
    const fault = validator.check(found.shape, body)[0]
    if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
    return found.apply(fence(scope, place, store.dialect), place.storeId, body as never)
  }
}
