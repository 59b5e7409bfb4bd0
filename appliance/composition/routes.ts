/** What the box's rooms are made of, put together once by main and handed to whoever needs a slice. */
import type { Routes } from "../../protocol/http/endpoint.ts"
import type { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import type { RecordAudit } from "../audit/index.ts"
import { closeDayHandler, closedDates, currentDay, listDaysHandler, openDayHandler } from "../business-day/index.ts"
import {
  approveCashHandler,
  closeCashDayHandler,
  closeCashHandler,
  closeShiftHandler,
  createLoggedDrawer,
  listDrawerHandler,
  openShiftHandler,
  openShiftOf,
  withdrawCashHandler,
} from "../cash/index.ts"
import {
  getMenuHandler,
  listDeclineReasonsHandler,
  listMethodsHandler,
  readMenuHandler,
  type SealKey,
  setAvailabilityHandler,
} from "../catalog/index.ts"
import { stationsWithScreens } from "../devices/index.ts"
import { createCreditRefund, createNumberSale, numberFiscalHandler, readRequestHandler } from "../fiscal/index.ts"
import { heartbeatHandler } from "../health/index.ts"
import { readingOnly, writing } from "../http/index.ts"
import {
  placeOrderHandler,
  printLocatorHandler,
  readKioskChargeHandler,
  readKioskHandler,
  readKioskMenuHandler,
  readKioskOrderHandler,
  requestKioskChargeHandler,
} from "../kiosk/index.ts"
import {
  actAtStationHandler,
  announceReadyHandler,
  clearVoidHandler,
  handOverOrderHandler,
  readBoardHandler,
  readCallbackHandler,
  readExpoHandler,
  readStationHandler,
  releaseOrderHandler,
  reportKitchenHandler,
} from "../kitchen/index.ts"
import type { createSetup } from "../maintenance/setup/index.ts"
import { readUpdateHandler, type Updates, updateNowHandler } from "../maintenance/updates/index.ts"
import {
  closeStoreDayHandler,
  listDeadLettersHandler,
  readStateHandler,
  type StateDeps,
  settleDeadLetterHandler,
} from "../manage/index.ts"
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
  recordRefundHandler,
  resolveConflictHandler,
  updateOrderHandler,
} from "../orders/index.ts"
import {
  holdTendersHandler,
  listPaymentsInDoubt,
  readChargeHandler,
  requestChargeHandler,
  returnTenderHandler,
  settleArrivedOrder,
  settleTendersHandler,
  unlessPaymentInDoubt,
} from "../payments/index.ts"
import {
  choosePageHandler,
  findPrintersHandler,
  listAlertsHandler,
  listPrintJobsHandler,
  moveJobHandler,
  openDrawerHandler,
  previewDayHandler,
  printDayCloseHandler,
  printDocumentHandler,
  readPictureHandler,
  resolveJobHandler,
} from "../printing/documents/index.ts"
import type { Printing } from "../printing/index.ts"
import { type HubLink, readTodayHandler } from "../register/index.ts"
import type { standbyRoutes } from "../standby/index.ts"
import type { BoxStore, BoxTx, NumberedOutbox } from "../storage/index.ts"
import type { ApplyOperation } from "../sync/index.ts"
import type { SharedHandlers } from "../sync-handlers/index.ts"
import { createAuditedEndpoints } from "./audited-endpoints.ts"
import { type StaffRouteDeps, staffRoutes } from "./staff-routes.ts"

export interface BoxContext {
  readonly store: BoxStore
  readonly ids: Ids
  readonly log: Log
  readonly outbox: NumberedOutbox
  readonly printing: Printing
  readonly hubLink: (tx: BoxTx) => HubLink
  readonly sealKey: SealKey
  /** Whether the hub can hear this box now. */
  readonly isOnline: () => boolean
  /** The hub's clock; null while the hub cannot be reached. */
  readonly hubNow: () => string | null
  /** Whether the hub has answered since the start, and has the same history. */
  readonly agrees: () => boolean
  /** A component of the store has said something new of itself. */
  readonly onHealthNews: () => void
  /** What the store sells has changed, or what of it can be had. */
  readonly onMenu: () => void
  /** What registers show of orders has changed, without a change that the hub is told of. */
  readonly onOrders: (tx: BoxTx) => void
  /** What the kitchen's screens show has changed. */
  readonly onTickets: () => void
  /** Of the line to the hub and of this box, for the manager's page. */
  readonly manage: Pick<StateDeps, "line" | "isClaimed" | "version" | "startedAt" | "care"> & {
    /** What support is sent. */
    readonly bundle: (tx: BoxTx) => Record<string, unknown>
  }
  /** Takes in an op of the hub that was parked. */
  readonly takeIn: ApplyOperation
  /** Writes the store's trail. */
  readonly record: RecordAudit
  readonly updates: Updates
  readonly standby: ReturnType<typeof standbyRoutes>
  readonly setup: ReturnType<typeof createSetup>["routes"]
  /** What the routes about screens, people and the drill need. */
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
  const days = { open: currentDay, closedDates, hubNow }
  const drawing = { ids, outbox, isOnline, agrees }
  const numberSale = createNumberSale(drawing)
  const creditRefund = createCreditRefund(drawing)
  const drawer = createLoggedDrawer(printing.drawer, { ids, outbox })
  return {
    createOrder: createOrderHandler({
      ids,
      outbox,
      days,
      numberSale,
      settleArrivedOrder: (tx, order) =>
        settleArrivedOrder(tx, { ids, log, outbox, numberSale, creditRefund, days, record }, order),
    }),
    listOrders: listOrdersHandler,
    getOrder: getOrderHandler,
    readFiscalState: readFiscalStateHandler,
    updateOrder: updateOrderHandler({ outbox }),
    confirmPayment: unlessPaymentInDoubt(confirmPaymentHandler({ outbox, drawer, numberSale })),
    listDeclineReasons: listDeclineReasonsHandler,
    cancelOrder: cancelOrderHandler({ outbox, days, record: null }),
    checkCancellation: checkCancellationHandler({ days }),
    listCancellationReasons: listReasonsHandler,
    lockForRefund: lockForRefundHandler({ outbox, days }),
    recordLostSale: recordLostSaleHandler({ ids, outbox }),
    closeCash: closeCashHandler({ ids, outbox }),
    closeCashDay: closeCashDayHandler({ ids, outbox }),
    closeDay: closeDayHandler({ outbox, inDoubt: listPaymentsInDoubt }),
    printDayClose: printDayCloseHandler({ ids }),
    numberFiscal: numberFiscalHandler(drawing),
    readFiscalRequest: readRequestHandler,
    recordHeartbeat: heartbeatHandler({ onNews: onHealthNews }),
    getMenu: getMenuHandler,
    setAvailability: setAvailabilityHandler({ outbox, onMenu }),
  }
}

export function boxRoutes(context: BoxContext, shared: SharedHandlers): Routes<typeof BOX_ENDPOINTS> {
  const { store, ids, outbox, printing, hubLink, sealKey, isOnline } = context
  const drawer = createLoggedDrawer(printing.drawer, { ids, outbox })
  const { record } = context
  const trail = createAuditedEndpoints(record)
  const pass = { ids, outbox, record, onTickets: context.onTickets, screens: stationsWithScreens }
  return {
    createOrder: writing(store, shared.createOrder),
    listOrders: readingOnly(store, shared.listOrders),
    getOrder: readingOnly(store, shared.getOrder),
    readFiscalState: readingOnly(store, shared.readFiscalState),
    updateOrder: writing(store, shared.updateOrder),
    confirmPayment: writing(store, shared.confirmPayment),
    listDeclineReasons: readingOnly(store, shared.listDeclineReasons),
    cancelOrder: writing(
      store,
      cancelOrderHandler({ outbox, days: { open: currentDay, closedDates, hubNow: context.hubNow }, record }),
    ),
    checkCancellation: readingOnly(store, shared.checkCancellation),
    listCancellationReasons: readingOnly(store, shared.listCancellationReasons),
    recordLostSale: writing(store, shared.recordLostSale),
    closeCash: writing(store, trail.closeCash(shared.closeCash)),
    closeDay: writing(store, trail.closeDay(shared.closeDay)),
    printDayClose: readingOnly(store, shared.printDayClose),
    numberFiscal: writing(store, shared.numberFiscal),
    readFiscalRequest: readingOnly(store, shared.readFiscalRequest),
    recordHeartbeat: writing(store, shared.recordHeartbeat),
    getMenu: readingOnly(store, shared.getMenu),
    setAvailability: writing(store, shared.setAvailability),
    reportKitchen: writing(store, reportKitchenHandler({ ids, outbox })),
    readCallback: readingOnly(store, readCallbackHandler),
    listMethods: readingOnly(store, listMethodsHandler({ sealKey })),
    readToday: readingOnly(store, readTodayHandler({ hubLink, printers: printing.status, hubNow: context.hubNow })),
    readMenu: readingOnly(store, readMenuHandler),
    openDay: writing(store, trail.openDay(openDayHandler({ outbox, hubNow: context.hubNow }))),
    openShift: writing(store, trail.openShift(openShiftHandler({ outbox }))),
    withdrawCash: writing(store, trail.withdrawCash(withdrawCashHandler({ drawer, outbox }))),
    approveCash: writing(store, trail.approveCash(approveCashHandler({ outbox }))),
    closeShift: writing(store, trail.closeShift(closeShiftHandler({ ids, outbox, inDoubt: listPaymentsInDoubt }))),
    listDrawer: readingOnly(store, listDrawerHandler({ printing })),
    openDrawer: writing(store, trail.openDrawer(openDrawerHandler({ printing: { ...printing, drawer } }))),
    requestCharge: writing(store, requestChargeHandler({ outbox, isOnline })),
    readCharge: readingOnly(store, readChargeHandler({ isOnline })),
    holdTenders: writing(store, holdTendersHandler({ onChange: context.onOrders })),
    returnTender: writing(store, returnTenderHandler({ record, onChange: context.onOrders })),
    recordRefund: writing(store, recordRefundHandler({ outbox, drawer, record, openShiftOf })),
    settleTenders: writing(
      store,
      trail.settleTenders(settleTendersHandler({ confirm: shared.confirmPayment, onChange: context.onOrders })),
    ),
    readKiosk: readingOnly(store, readKioskHandler({ isOnline })),
    readKioskMenu: readingOnly(store, readKioskMenuHandler),
    placeKioskOrder: writing(store, placeOrderHandler({ createOrder: shared.createOrder })),
    readKioskOrder: readingOnly(store, readKioskOrderHandler),
    requestKioskCharge: writing(store, requestKioskChargeHandler(requestChargeHandler({ outbox, isOnline }))),
    readKioskCharge: readingOnly(store, readKioskChargeHandler(readChargeHandler({ isOnline }))),
    printLocator: writing(store, printLocatorHandler({ printing })),
    previewDay: readingOnly(store, previewDayHandler({ ids, printing })),
    printDocument: writing(store, printDocumentHandler({ ids, printing, record })),
    choosePage: writing(store, trail.choosePage(choosePageHandler({ printing }))),
    listPrintJobs: readingOnly(store, listPrintJobsHandler({ printing })),
    listAlerts: readingOnly(store, listAlertsHandler({ printing })),
    resolveJob: writing(store, trail.resolveJob(resolveJobHandler({ printing }))),
    moveJob: writing(store, trail.moveJob(moveJobHandler({ printing }))),
    findPrinters: findPrintersHandler({ printing }),
    readBundle: readingOnly(store, (tx) => ({ status: 200, data: context.manage.bundle(tx) })),
    readState: readingOnly(store, readStateHandler({ ...context.manage, printing, agrees: context.agrees })),
    listDays: readingOnly(store, listDaysHandler),
    closeStoreDay: writing(store, trail.closeStoreDay(closeStoreDayHandler(shared.closeDay))),
    listDeadLetters: readingOnly(store, listDeadLettersHandler),
    settleDeadLetter: writing(
      store,
      trail.settleDeadLetter(settleDeadLetterHandler({ takeIn: context.takeIn, outbox })),
    ),
    ...context.standby,
    ...context.setup,
    readUpdate: readingOnly(store, readUpdateHandler(context)),
    updateNow: writing(store, updateNowHandler(context)),
    resolveConflict: writing(store, resolveConflictHandler({ outbox, record })),
    readPicture: readingOnly(store, readPictureHandler({ printing })),
    readStation: readingOnly(store, readStationHandler),
    actAtStation: writing(store, actAtStationHandler(pass)),
    readExpo: readingOnly(store, readExpoHandler(pass)),
    announceReady: writing(store, announceReadyHandler(pass)),
    handOverOrder: writing(store, handOverOrderHandler(pass)),
    releaseOrder: writing(store, releaseOrderHandler(pass)),
    clearVoid: writing(store, clearVoidHandler(pass)),
    readBoard: readingOnly(store, readBoardHandler),
    ...staffRoutes(context.people, { store, ids, record, isClaimed: context.manage.isClaimed }),
  }
}
