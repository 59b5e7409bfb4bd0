/** Takes back what this store had and its disk has lost: each record by its room, none of it told to the hub as new. */
import Type, { type TSchema } from "typebox"
import { BusinessDay } from "../../../protocol/shapes/business-day.ts"
import { CashAuthorization } from "../../../protocol/shapes/cash-authorization.ts"
import { CashReconciliation } from "../../../protocol/shapes/cash-close.ts"
import { KeyedCorrection } from "../../../protocol/shapes/correction.ts"
import { FiscalRecord } from "../../../protocol/shapes/fiscal-record.ts"
import { ReceivedReport, ReportVerdict } from "../../../protocol/shapes/kitchen.ts"
import { LostSale } from "../../../protocol/shapes/lost-sale.ts"
import { OrderRecord } from "../../../protocol/shapes/order.ts"
import { Instant, nullable, Uuid } from "../../../protocol/shapes/scalars.ts"
import { DrawerOpened, Shift } from "../../../protocol/shapes/shift.ts"
import { StockFact } from "../../../protocol/shapes/stock.ts"
import type { UpKind } from "../../../protocol/sync/ops.ts"
import type { RestoredRecord } from "../../../protocol/sync/restorable-records.ts"
import type { Log } from "../../../runtime/log.ts"
import type { Validator } from "../../../runtime/validate.ts"
import type { RecordAudit } from "../../audit/index.ts"
import { restoreDay } from "../../business-day/index.ts"
import { restoreAuthorization, restoreClose, restoreOpening, restoreShift } from "../../cash/index.ts"
import { applyStock } from "../../catalog/index.ts"
import { recordRestoredNumbers, restoreRequest } from "../../fiscal/index.ts"
import { type RestoredReport, restoreReport, withTickets } from "../../kitchen/index.ts"
import { type RestoredOrder, restoreOrder } from "../../orders/index.ts"
import { restoreLostSale } from "../../orders/store/index.ts"
import { type BoxTx, type Outbox, writeInside } from "../../storage/index.ts"
import { changedHere } from "../../sync/index.ts"

export interface RestoreRecordsInput {
  readonly validator: Validator
  readonly outbox: Outbox
  readonly log: Log
  readonly record: RecordAudit
  readonly onMenu: () => void
  readonly onTickets: () => void
}

const ToldEvents = Type.Array(Type.Object({ id: Type.String(), type: Type.String(), at: Instant }))

const SHAPES: { readonly [Kind in UpKind]?: TSchema } = {
  "order.changed": Type.Object({
    order: OrderRecord,
    events: Type.Optional(ToldEvents),
    corrections: Type.Optional(Type.Array(KeyedCorrection)),
    aliases: Type.Optional(Type.Array(Uuid)),
  }),
  "fiscal.numbered": Type.Object({ record: FiscalRecord }),
  "lost-sale.recorded": Type.Object({ lostSale: LostSale }),
  "cash.closed": Type.Object({ record: CashReconciliation }),
  "cash.authorized": Type.Object({ authorization: CashAuthorization }),
  "shift.changed": Type.Object({ shift: Shift }),
  "drawer.opened": Type.Object({ opening: DrawerOpened }),
  "day.opened": Type.Object({ day: BusinessDay }),
  "day.closed": Type.Object({ day: BusinessDay }),
  "kitchen.recorded": Type.Object({ orderId: Uuid, report: ReceivedReport, verdict: nullable(ReportVerdict) }),
  "stock.changed": Type.Object({ fact: StockFact }),
}

/** Answers how many could be taken back; of the others the log and the trail say why not. */
export function restoreRecords(tx: BoxTx, records: readonly RestoredRecord[], parts: RestoreRecordsInput): number {
  const kept = { ...parts, quiet: withTickets({ record: () => undefined, hex12: parts.outbox.hex12 }, parts.onTickets) }
  const numbered: FiscalRecord[] = []
  let taken = 0
  const refused: { readonly kind: string; readonly reason: string }[] = []
  for (const record of records) {
    const reason = tryOne(tx, record, kept)
    if (reason === null) {
      taken += 1
      const { kind, body } = record as Lost
      if (kind === "fiscal.numbered") numbered.push(body.record)
    } else refused.push({ kind: record.kind, reason })
  }
  recordRestoredNumbers(tx, numbered, parts.outbox)
  for (const one of refused) parts.log.error(one, "a record that the disk had lost was not taken back")
  // A box that begins had nothing to lose.
  if (records.length > 0)
    parts.log.warn({ records: records.length, taken }, "records that the disk had lost were taken back")
  return taken
}

interface Taking extends RestoreRecordsInput {
  /** Makes the kitchen's tickets of an order, and tells nobody. */
  readonly quiet: Outbox
}

function tryOne(tx: BoxTx, record: RestoredRecord, parts: Taking): string | null {
  const shape = Object.hasOwn(SHAPES, record.kind) ? SHAPES[record.kind as UpKind] : undefined
  if (!shape) return null
  const fault = parts.validator.check(shape, record.body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  try {
    return writeInside(tx, () => takeOne(tx, record as Lost, parts))
  } catch (error) {
    const code = (error as { code?: unknown }).code
    if (typeof code === "string" && code.startsWith("SQLITE_") && !code.startsWith("SQLITE_CONSTRAINT")) throw error
    return (error as Error).message
  }
}

type Lost =
  | { kind: "order.changed"; body: RestoredOrder }
  | { kind: "fiscal.numbered"; body: { record: FiscalRecord } }
  | { kind: "lost-sale.recorded"; body: { lostSale: LostSale } }
  | { kind: "cash.closed"; body: { record: CashReconciliation } }
  | { kind: "cash.authorized"; body: { authorization: CashAuthorization } }
  | { kind: "shift.changed"; body: { shift: Shift } }
  | { kind: "drawer.opened"; body: { opening: DrawerOpened } }
  | { kind: "day.opened" | "day.closed"; body: { day: BusinessDay } }
  | { kind: "kitchen.recorded"; body: RestoredReport }
  | { kind: "stock.changed"; body: { fact: StockFact } }

/** Null, or why this one stays lost: what was done here since is the later word. */
function takeOne(tx: BoxTx, { kind, body }: Lost, parts: Taking): string | null {
  switch (kind) {
    case "order.changed":
      return takeOrder(tx, body, parts)
    case "fiscal.numbered":
      restoreRequest(tx, body.record)
      return null
    case "lost-sale.recorded":
      restoreLostSale(tx, body.lostSale)
      return null
    case "cash.closed":
      restoreClose(tx, body.record)
      return null
    case "cash.authorized":
      restoreAuthorization(tx, body.authorization)
      return null
    case "shift.changed":
      return restoreShift(tx, body.shift) ? null : "ANOTHER_SHIFT_IS_OPEN"
    case "drawer.opened":
      restoreOpening(tx, body.opening)
      return null
    case "day.opened":
    case "day.closed":
      return restoreDay(tx, body.day) ? null : "ANOTHER_DAY_IS_OPEN"
    case "kitchen.recorded":
      restoreReport(tx, body)
      return null
    case "stock.changed":
      return applyStock(tx, body, parts)
  }
}

function takeOrder(tx: BoxTx, body: RestoredOrder, { outbox, quiet, record, log }: Taking): null {
  const here = changedHere(tx, body.order.id)
  if (restoreOrder(tx, body, { outbox, changedHere: here })) {
    log.warn({ orderId: body.order.orderExternal }, "an order was changed here and in what the hub has of it")
    record(tx, { action: "order.changed-twice", caller: null, subject: body.order.orderExternal })
  }
  quiet.record(tx, { kind: "order.changed", body: { order: body.order, events: [] } })
  return null
}
