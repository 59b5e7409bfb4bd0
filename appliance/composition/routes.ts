/** The route table of the box: each endpoint with its handler, read-only or in a write transaction. */
import type { Routes } from "../../protocol/http/endpoint.ts"
import type { BOX_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { listDaysHandler, openDayHandler } from "../business-day/index.ts"
import {
  approveCashHandler,
  closeShiftHandler,
  createLoggedDrawer,
  listDrawerHandler,
  openShiftHandler,
  withdrawCashHandler,
} from "../cash/index.ts"
import { listMethodsHandler, readMenuHandler } from "../catalog/index.ts"
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
import { readUpdateHandler, updateNowHandler } from "../maintenance/updates/index.ts"
import {
  closeStoreDayHandler,
  listDeadLettersHandler,
  readStateHandler,
  settleDeadLetterHandler,
} from "../manage/index.ts"
import {
  cancelOrderHandler,
  readRefundableHandler,
  recordRefundHandler,
  refundSaleHandler,
  resolveConflictHandler,
} from "../orders/index.ts"
import {
  holdTendersHandler,
  readChargeHandler,
  requestChargeHandler,
  returnTenderHandler,
  settleTendersHandler,
} from "../payments/index.ts"
import {
  choosePageHandler,
  findPrintersHandler,
  listAlertsHandler,
  listPrintJobsHandler,
  moveJobHandler,
  openDrawerHandler,
  previewDayHandler,
  printDocumentHandler,
  readPictureHandler,
  resolveJobHandler,
} from "../printing/documents/index.ts"
import { readTodayHandler } from "../register/index.ts"
import type { SharedHandlers } from "../sync-handlers/index.ts"
import { createAuditedEndpoints } from "./audited-endpoints.ts"
import type { BoxContext } from "./shared-handlers.ts"
import { staffRoutes } from "./staff-routes.ts"

export function boxRoutes(context: BoxContext, shared: SharedHandlers): Routes<typeof BOX_ENDPOINTS> {
  const { store, ids, record, people, manage } = context
  return {
    ...contractRoutes(context, shared),
    ...counterRoutes(context, shared),
    ...kioskRoutes(context, shared),
    ...kitchenRoutes(context),
    ...printingRoutes(context),
    ...managerRoutes(context, shared),
    ...context.standby,
    ...context.setup,
    ...staffRoutes(people, { store, ids, record, isClaimed: manage.isClaimed }),
  }
}

/** The endpoints that the hub has too. */
function contractRoutes({ store, ids, outbox, record, hubNow, sealKey }: BoxContext, shared: SharedHandlers) {
  const audited = createAuditedEndpoints(record)
  return {
    createOrder: writing(store, shared.createOrder),
    listOrders: readingOnly(store, shared.listOrders),
    getOrder: readingOnly(store, shared.getOrder),
    readFiscalState: readingOnly(store, shared.readFiscalState),
    updateOrder: writing(store, shared.updateOrder),
    confirmPayment: writing(store, shared.confirmPayment),
    listDeclineReasons: readingOnly(store, shared.listDeclineReasons),
    cancelOrder: writing(store, cancelOrderHandler({ outbox, hubNow, record })),
    checkCancellation: readingOnly(store, shared.checkCancellation),
    listCancellationReasons: readingOnly(store, shared.listCancellationReasons),
    recordLostSale: writing(store, shared.recordLostSale),
    closeCash: writing(store, audited.closeCash(shared.closeCash)),
    closeDay: writing(store, audited.closeDay(shared.closeDay)),
    printDayClose: readingOnly(store, shared.printDayClose),
    numberFiscal: writing(store, shared.numberFiscal),
    readFiscalRequest: readingOnly(store, shared.readFiscalRequest),
    recordHeartbeat: writing(store, shared.recordHeartbeat),
    getMenu: readingOnly(store, shared.getMenu),
    setAvailability: writing(store, shared.setAvailability),
    reportKitchen: writing(store, reportKitchenHandler({ ids, outbox })),
    readCallback: readingOnly(store, readCallbackHandler),
    listMethods: readingOnly(store, listMethodsHandler({ sealKey })),
  }
}

function counterRoutes(context: BoxContext, shared: SharedHandlers) {
  const { store, ids, outbox, printing, record, hubLink, hubNow, isOnline, onOrders } = context
  const drawer = createLoggedDrawer(printing.drawer, { ids, outbox })
  const audited = createAuditedEndpoints(record)
  const settle = settleTendersHandler({ confirm: shared.confirmPayment, onChange: onOrders })
  return {
    readToday: readingOnly(store, readTodayHandler({ hubLink, printers: printing.status, hubNow })),
    readMenu: readingOnly(store, readMenuHandler),
    openDay: writing(store, audited.openDay(openDayHandler({ outbox, hubNow }))),
    openShift: writing(store, audited.openShift(openShiftHandler({ outbox }))),
    withdrawCash: writing(store, audited.withdrawCash(withdrawCashHandler({ drawer, outbox }))),
    approveCash: writing(store, audited.approveCash(approveCashHandler({ outbox }))),
    closeShift: writing(store, audited.closeShift(closeShiftHandler({ ids, outbox }))),
    listDrawer: readingOnly(store, listDrawerHandler({ printing })),
    openDrawer: writing(store, audited.openDrawer(openDrawerHandler({ printing: { ...printing, drawer } }))),
    requestCharge: writing(store, requestChargeHandler({ outbox, isOnline })),
    readCharge: readingOnly(store, readChargeHandler({ isOnline })),
    holdTenders: writing(store, holdTendersHandler({ onChange: onOrders })),
    returnTender: writing(store, returnTenderHandler({ record, onChange: onOrders })),
    readRefundable: readingOnly(store, readRefundableHandler),
    refundSale: writing(store, refundSaleHandler({ ...context, drawer, printing, record })),
    recordRefund: writing(store, recordRefundHandler({ outbox, drawer, record })),
    settleTenders: writing(store, audited.settleTenders(settle)),
    resolveConflict: writing(store, resolveConflictHandler({ outbox, record })),
  }
}

function kioskRoutes({ store, outbox, printing, isOnline }: BoxContext, { createOrder }: SharedHandlers) {
  return {
    readKiosk: readingOnly(store, readKioskHandler({ isOnline })),
    readKioskMenu: readingOnly(store, readKioskMenuHandler),
    placeKioskOrder: writing(store, placeOrderHandler({ createOrder })),
    readKioskOrder: readingOnly(store, readKioskOrderHandler),
    requestKioskCharge: writing(store, requestKioskChargeHandler(requestChargeHandler({ outbox, isOnline }))),
    readKioskCharge: readingOnly(store, readKioskChargeHandler(readChargeHandler({ isOnline }))),
    printLocator: writing(store, printLocatorHandler({ printing })),
  }
}

function kitchenRoutes({ store, ids, outbox, record, onTickets }: BoxContext) {
  const deps = { ids, outbox, record, onTickets }
  return {
    readStation: readingOnly(store, readStationHandler),
    actAtStation: writing(store, actAtStationHandler(deps)),
    readExpo: readingOnly(store, readExpoHandler),
    announceReady: writing(store, announceReadyHandler(deps)),
    handOverOrder: writing(store, handOverOrderHandler(deps)),
    releaseOrder: writing(store, releaseOrderHandler(deps)),
    clearVoid: writing(store, clearVoidHandler(deps)),
    readBoard: readingOnly(store, readBoardHandler),
  }
}

function printingRoutes({ store, ids, printing, record }: BoxContext) {
  const audited = createAuditedEndpoints(record)
  return {
    previewDay: readingOnly(store, previewDayHandler({ ids, printing })),
    printDocument: writing(store, printDocumentHandler({ ids, printing, record })),
    choosePage: writing(store, audited.choosePage(choosePageHandler({ printing }))),
    listPrintJobs: readingOnly(store, listPrintJobsHandler({ printing })),
    listAlerts: readingOnly(store, listAlertsHandler({ printing })),
    resolveJob: writing(store, audited.resolveJob(resolveJobHandler({ printing }))),
    moveJob: writing(store, audited.moveJob(moveJobHandler({ printing }))),
    findPrinters: findPrintersHandler({ printing }),
    readPicture: readingOnly(store, readPictureHandler({ printing })),
  }
}

function managerRoutes(context: BoxContext, { closeDay }: SharedHandlers) {
  const { store, outbox, printing, record, manage, agrees, takeIn } = context
  const audited = createAuditedEndpoints(record)
  return {
    readBundle: readingOnly<typeof BOX_ENDPOINTS.readBundle>(store, (tx) => ({ status: 200, data: manage.bundle(tx) })),
    readState: readingOnly(store, readStateHandler({ ...manage, printing, agrees })),
    listDays: readingOnly(store, listDaysHandler),
    closeStoreDay: writing(store, audited.closeStoreDay(closeStoreDayHandler(closeDay))),
    listDeadLetters: readingOnly(store, listDeadLettersHandler),
    settleDeadLetter: writing(store, audited.settleDeadLetter(settleDeadLetterHandler({ takeIn, outbox }))),
    readUpdate: readingOnly(store, readUpdateHandler(context)),
    updateNow: writing(store, updateNowHandler(context)),
  }
}
