/** All endpoints, grouped by the machine that serves them. A machine's routes do not compile while a handler is missing. */
import { readUpdate, updateNow } from "./box-update.ts"
import { readCallback, reportAggregator, reportFiscal, reportKitchen } from "./callbacks.ts"
import { cancelOrder, checkCancellation, listCancellationReasons, lockForRefund } from "./cancel.ts"
import { closeCash, closeCashDay, listCash } from "./cash.ts"
import { approveCash } from "./cash-approval.ts"
import { closeDay, printDayClose } from "./days.ts"
import { listDeclineReasons } from "./decline-reasons.ts"
import { changeDevice, listDevices, makeCode, readSelf, revokeDevice } from "./devices.ts"
import type { EndpointTable } from "./endpoint.ts"
import { acceptPromotion, openClaim, pairDevice, pollClaim, sendLeftover } from "./enrolment.ts"
import { followEvents, listEvents, redeliverEvent } from "./events.ts"
import { numberFiscal, readFiscalRequest } from "./fiscal.ts"
import { recordHeartbeat } from "./health.ts"
import {
  placeKioskOrder,
  printLocator,
  readKiosk,
  readKioskCharge,
  readKioskMenu,
  readKioskOrder,
  requestKioskCharge,
} from "./kiosk.ts"
import {
  actAtStation,
  announceReady,
  clearVoid,
  handOverOrder,
  readBoard,
  readExpo,
  readStation,
  releaseOrder,
} from "./kitchen.ts"
import { legacyCancel, legacyCreate, legacyGet } from "./legacy.ts"
import { login, olderLogin } from "./login.ts"
import { listLostSales, recordLostSale } from "./lost-sales.ts"
import { getMenu, publishMenu, reportMenuSync, setAvailability } from "./menu.ts"
import { recordRefund } from "./money-to-return.ts"
import { listOrders, readFiscalState } from "./order-reads.ts"
import { confirmPayment, createOrder, getOrder, updateOrder } from "./orders.ts"
import { endOutageTest, listOutageTests, startOutageTest } from "./outage-test.ts"
import {
  addAttempt,
  cancelAttempt,
  createCharge,
  getCharge,
  receiveProviderReport,
  refundAttempt,
} from "./payment-links.ts"
import { listMethods, listMethodsByCountry } from "./payment-methods.ts"
import { holdTenders, returnTender, settleTenders } from "./payments-in-doubt.ts"
import {
  choosePage,
  findPrinters,
  listAlerts,
  listPrintJobs,
  moveJob,
  previewDay,
  printDocument,
  resolveJob,
} from "./print-jobs.ts"
import { readRefundable, refundSale } from "./refunds.ts"
import {
  closeShift,
  listDrawer,
  openDay,
  openDrawer,
  openShift,
  readMenu,
  readToday,
  withdrawCash,
} from "./register.ts"
import { readCharge, requestCharge } from "./register-charge.ts"
import { certifySetup, checkSetup, printSetup, readSetup, recheckSetup } from "./setup.ts"
import { changeOwnPin, changeStaff, createStaff, listAudit, listStaff, readSignedIn, signIn, signOut } from "./staff.ts"
import { followLog, joinStandby, openBase, queryPeer, readBase, stepDown } from "./standby.ts"
import {
  closeStoreDay,
  listDays,
  listDeadLetters,
  readBundle,
  readPicture,
  readState,
  resolveConflict,
  settleDeadLetter,
} from "./store-state.ts"
import { queryUpdate } from "./updates.ts"

/** The part of the public contract that hub and box both serve, under the same paths. */
const SHARED_ENDPOINTS = {
  createOrder,
  listOrders,
  getOrder,
  readFiscalState,
  updateOrder,
  confirmPayment,
  listDeclineReasons,
  recordLostSale,
  cancelOrder,
  checkCancellation,
  listCancellationReasons,
  closeCash,
  closeDay,
  printDayClose,
  recordHeartbeat,
  numberFiscal,
  readFiscalRequest,
  getMenu,
  setAvailability,
} as const satisfies EndpointTable

/** Endpoints that the hub may call on a box over MQTT. */
export const HUB_LINK_ENDPOINTS = { ...SHARED_ENDPOINTS, lockForRefund, closeCashDay } as const satisfies EndpointTable

export const HUB_ENDPOINTS = {
  ...SHARED_ENDPOINTS,
  listEvents,
  followEvents,
  redeliverEvent,
  listMethods,
  listMethodsByCountry,
  closeCashDay,
  listCash,
  openClaim,
  pollClaim,
  sendLeftover,
  acceptPromotion,
  queryUpdate,
  listLostSales,
  login,
  olderLogin,
  legacyCreate,
  legacyGet,
  legacyCancel,
  reportAggregator,
  reportKitchen,
  reportFiscal,
  readCallback,
  publishMenu,
  reportMenuSync,
  createCharge,
  getCharge,
  addAttempt,
  cancelAttempt,
  refundAttempt,
  receiveProviderReport,
} as const satisfies EndpointTable

export const BOX_ENDPOINTS = {
  ...SHARED_ENDPOINTS,
  reportKitchen,
  readCallback,
  listMethods,
  pairDevice,
  readToday,
  readMenu,
  openDay,
  openShift,
  withdrawCash,
  approveCash,
  closeShift,
  listDrawer,
  openDrawer,
  requestCharge,
  readCharge,
  holdTenders,
  returnTender,
  recordRefund,
  readRefundable,
  refundSale,
  settleTenders,
  readKiosk,
  readKioskMenu,
  placeKioskOrder,
  readKioskOrder,
  requestKioskCharge,
  readKioskCharge,
  printLocator,
  previewDay,
  printDocument,
  choosePage,
  listPrintJobs,
  listAlerts,
  resolveJob,
  moveJob,
  findPrinters,
  readState,
  readBundle,
  listDays,
  closeStoreDay,
  listDeadLetters,
  readUpdate,
  updateNow,
  settleDeadLetter,
  resolveConflict,
  readPicture,
  readStation,
  actAtStation,
  readExpo,
  announceReady,
  handOverOrder,
  releaseOrder,
  clearVoid,
  readBoard,
  readSelf,
  listDevices,
  makeCode,
  changeDevice,
  revokeDevice,
  signIn,
  signOut,
  readSignedIn,
  listStaff,
  createStaff,
  changeOwnPin,
  changeStaff,
  listAudit,
  startOutageTest,
  endOutageTest,
  readSetup,
  checkSetup,
  recheckSetup,
  printSetup,
  certifySetup,
  joinStandby,
  followLog,
  openBase,
  readBase,
  stepDown,
  queryPeer,
  listOutageTests,
} as const satisfies EndpointTable
