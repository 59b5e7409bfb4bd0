/** The body of each kind of operation that a store sends, checked before anything of it is applied. */
import Type, { type Static, type TSchema } from "typebox"
import { EventId } from "../../protocol/events/envelope.ts"
import { AuditEntry } from "../../protocol/http/staff.ts"
import { BusinessDay } from "../../protocol/shapes/business-day.ts"
import { CashAuthorization } from "../../protocol/shapes/cash-authorization.ts"
import { CashReconciliation } from "../../protocol/shapes/cash-close.ts"
import { ChargeRequested, PaymentUnplaced } from "../../protocol/shapes/charge.ts"
import { KeyedCorrection } from "../../protocol/shapes/correction.ts"
import { FiscalRecord } from "../../protocol/shapes/fiscal-record.ts"
import { Component, HealthReport } from "../../protocol/shapes/heartbeat.ts"
import { ReceivedReport, ReportVerdict } from "../../protocol/shapes/kitchen.ts"
import { LostSale } from "../../protocol/shapes/lost-sale.ts"
import { OrderEventType, OrderRecord } from "../../protocol/shapes/order.ts"
import { Instant, nullable, Uuid } from "../../protocol/shapes/scalars.ts"
import { DrawerOpened, Shift } from "../../protocol/shapes/shift.ts"
import { StockFact } from "../../protocol/shapes/stock.ts"
import { BoxDeadLettersReported, type UpKind } from "../../protocol/sync/ops.ts"

const Day = Type.Object({ day: BusinessDay })

export const OP_SHAPES = {
  "order.changed": Type.Object({
    order: OrderRecord,
    events: Type.Array(Type.Object({ type: OrderEventType, at: Instant, id: Type.Optional(EventId) })),
    corrections: Type.Optional(Type.Array(KeyedCorrection)),
  }),
  "lost-sale.recorded": Type.Object({ lostSale: LostSale }),
  "cash.closed": Type.Object({ record: CashReconciliation }),
  "cash.authorized": Type.Object({ authorization: CashAuthorization }),
  "shift.changed": Type.Object({ shift: Shift }),
  "drawer.opened": Type.Object({ opening: DrawerOpened }),
  "day.opened": Day,
  "day.closed": Day,
  "kitchen.recorded": Type.Object({ orderId: Uuid, report: ReceivedReport, verdict: nullable(ReportVerdict) }),
  "fiscal.numbered": Type.Object({ record: FiscalRecord }),
  "charge.asked": Type.Object({ asked: ChargeRequested }),
  "payment.unplaced": PaymentUnplaced,
  "stock.changed": Type.Object({ fact: StockFact }),
  "audit.recorded": Type.Object({ entry: AuditEntry }),
  "parked.told": BoxDeadLettersReported,
  "component.beat": Type.Object({ beat: Component }),
  "health.reported": Type.Object({ round: HealthReport }),
} as const satisfies Record<UpKind, TSchema>

export type OpBody<Kind extends UpKind> = Static<(typeof OP_SHAPES)[Kind]>
