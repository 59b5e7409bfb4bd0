/** The handlers of the endpoints that hub and box share. The LAN and the commands of the hub run the same ones. */
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { RecordAudit } from "../audit/index.ts"
import { closeDayHandler } from "../business-day/index.ts"
import { closeCashDayHandler, closeCashHandler, createLoggedDrawer } from "../cash/index.ts"
import { getMenuHandler, listDeclineReasonsHandler, type SealKey, setAvailabilityHandler } from "../catalog/index.ts"
import { numberFiscalHandler, readRequestHandler } from "../fiscal/index.ts"
import { heartbeatHandler } from "../health/index.ts"
import type { createSetup } from "../maintenance/setup/index.ts"
import type { Updates } from "../maintenance/updates/index.ts"
import type { StateDeps } from "../manage/index.ts"
import {
  cancelOrderHandler,
  checkCancellationHandler,
  confirmPaymentHandler,
  createOrderHandler,
  getOrderHandler,
  listOrdersHandler,
  listReasonsHandler,
  lockForRefundHandler,
  readFiscalStateHandler,
  recordLostSaleHandler,
  updateOrderHandler,
} from "../orders/index.ts"
import { unlessPaymentInDoubt } from "../payments/index.ts"
import { printDayCloseHandler } from "../printing/documents/index.ts"
import type { Printing } from "../printing/index.ts"
import type { HubLink } from "../register/index.ts"
import type { standbyRoutes } from "../standby/index.ts"
import type { BoxStore, BoxTx, NumberedOutbox } from "../storage/index.ts"
import type { ApplyOperation } from "../sync/index.ts"
import type { SharedHandlers } from "../sync-handlers/index.ts"
import type { StaffRouteDeps } from "./staff-routes.ts"

export interface BoxContext {
  readonly store: BoxStore
  readonly ids: Ids
  readonly log: Log
  readonly outbox: NumberedOutbox
  readonly printing: Printing
  readonly hubLink: (tx: BoxTx) => HubLink
  readonly sealKey: SealKey
  /** Whether this box is connected to the hub now. */
  readonly isOnline: () => boolean
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: () => string | null
  /** Whether the hub has answered since the start, and has the same history. */
  readonly agrees: () => boolean
  /** A component of the store has reported a change. */
  readonly onHealthNews: () => void
  /** The menu or the availability of products has changed. */
  readonly onMenu: () => void
  /** What registers show of orders has changed, but nothing that the hub is sent. */
  readonly onOrders: (tx: BoxTx) => void
  /** What the kitchen's screens show has changed. */
  readonly onTickets: () => void
  /** The state of this box and of its connection to the hub, for the manager's page. */
  readonly manage: Pick<StateDeps, "line" | "isClaimed" | "version" | "startedAt" | "care"> & {
    /** The support bundle. */
    readonly bundle: (tx: BoxTx) => Record<string, unknown>
  }
  /** Applies a dead letter of the hub. */
  readonly takeIn: ApplyOperation
  /** Writes to the store's audit log. */
  readonly record: RecordAudit
  readonly updates: Updates
  readonly standby: ReturnType<typeof standbyRoutes>
  readonly setup: ReturnType<typeof createSetup>["routes"]
  /** The deps of the routes about screens, staff and outage tests. */
  readonly people: StaffRouteDeps
}

/** The handlers of the shared contract: the LAN and the hub's commands run the same ones. */
export function sharedHandlers({
  ids,
  log,
  outbox,
  record,
  printing,
  onHealthNews,
  isOnline,
  hubNow,
  agrees,
  onMenu,
}: BoxContext): SharedHandlers {
  const drawing = { ids, outbox, isOnline, agrees }
  const drawer = createLoggedDrawer(printing.drawer, { ids, outbox })
  return {
    createOrder: createOrderHandler({ ...drawing, log, record }),
    listOrders: listOrdersHandler,
    getOrder: getOrderHandler,
    readFiscalState: readFiscalStateHandler,
    updateOrder: updateOrderHandler({ outbox }),
    confirmPayment: unlessPaymentInDoubt(confirmPaymentHandler({ ...drawing, drawer })),
    listDeclineReasons: listDeclineReasonsHandler,
    cancelOrder: cancelOrderHandler({ outbox, hubNow, record: null }),
    checkCancellation: checkCancellationHandler({ hubNow }),
    listCancellationReasons: listReasonsHandler,
    lockForRefund: lockForRefundHandler({ outbox, hubNow }),
    recordLostSale: recordLostSaleHandler({ ids, outbox }),
    closeCash: closeCashHandler({ ids, outbox }),
    closeCashDay: closeCashDayHandler({ ids, outbox }),
    closeDay: closeDayHandler({ outbox }),
    printDayClose: printDayCloseHandler({ ids }),
    numberFiscal: numberFiscalHandler(drawing),
    readFiscalRequest: readRequestHandler,
    recordHeartbeat: heartbeatHandler({ onNews: onHealthNews }),
    getMenu: getMenuHandler,
    setAvailability: setAvailabilityHandler({ outbox, onMenu }),
  }
}
