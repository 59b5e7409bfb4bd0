/** The handler of each endpoint of the public API. An endpoint without a handler does not compile. */
import type { Routes } from "../../protocol/http/endpoint.ts"
import type { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { AccessTokens } from "../../runtime/http/access-token.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { closeDayHandler, openDaysOf } from "../business-day/index.ts"
import { type Accept, readCallbackHandler, reportAggregatorHandler, reportKitchenHandler } from "../callbacks/index.ts"
import {
  type Cancel,
  cancelLegacyOrderHandler,
  cancelOrderHandler,
  checkCancellationHandler,
  listReasonsHandler,
} from "../cancellation/index.ts"
import { closeCashDayHandler, closeCashHandler, listCashHandler } from "../cash/index.ts"
import {
  getMenuHandler,
  type MenuBook,
  publishMenuHandler,
  reportMenuSyncHandler,
  setAvailabilityHandler,
} from "../catalog/index.ts"
import {
  acceptPromotionHandler,
  type BrokerAddress,
  type LeftoverDeps,
  openClaimHandler,
  type PromotionDeps,
  pollClaimHandler,
  receiveLeftoverHandler,
  type StoreCaller,
} from "../enrolment/index.ts"
import { numberedAmong, numberFiscalHandler, readRequestHandler, reportFiscalHandler } from "../fiscal/index.ts"
import { type HeartbeatDeps, heartbeatHandler } from "../health/index.ts"
import {
  type CreateOrdersDeps,
  confirmPaymentHandler,
  createLegacyOrderHandler,
  createOrderHandler,
  getLegacyOrderHandler,
  getOrderHandler,
  type LinkFiscal,
  listLostSalesHandler,
  listOrdersHandler,
  readFiscalStateHandler,
  recordLostSaleHandler,
  updateOrderHandler,
} from "../orders/index.ts"
import {
  addAttemptHandler,
  cancelAttemptHandler,
  chargedAmong,
  createChargeHandler,
  getChargeHandler,
  orderArrived,
  type PaymentDeps,
  receiveProviderReportHandler,
  refundAttemptHandler,
} from "../payments/index.ts"
import { printDayCloseHandler } from "../printing/index.ts"
import type { HubStore } from "../storage/index.ts"
import {
  type Downlink,
  listDeclineReasonsHandler,
  listMethodsByCountryHandler,
  listMethodsHandler,
  loginHandler,
  olderLoginHandler,
  type ReadBoxKey,
  type ReadMethods,
  type ReadPolicy,
} from "../tenants/index.ts"
import { queryUpdateHandler } from "../updates/index.ts"
import { followEventsHandler, listEventsHandler, redeliverEventHandler } from "../webhooks/index.ts"

export interface RouteDeps {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly downlink: Downlink
  readonly line: StoreCaller
  readonly broker: () => BrokerAddress
  readonly tokens: AccessTokens
  readonly readMethods: ReadMethods
  readonly readBoxKey: ReadBoxKey
  readonly readPolicy: ReadPolicy
  readonly cancel: Cancel
  readonly accept: Accept
  readonly linkFiscal: LinkFiscal
  readonly payments: PaymentDeps
  readonly rateLimiter: RateLimiter
  readonly heartbeats: HeartbeatDeps
  readonly receiveLeftover: LeftoverDeps["receiveLeftover"]
  readonly acceptPromotion: Omit<PromotionDeps, "store">
  readonly menuBook: MenuBook
  readonly log: Log
}

export function hubRoutes(deps: RouteDeps): Routes<typeof HUB_ENDPOINTS> {
  return {
    ...orderRoutes(deps),
    ...vendorRoutes(deps),
    ...storeRoutes(deps),
    ...boxRoutes(deps),
    ...callbackRoutes(deps),
    ...paymentRoutes(deps),
  }
}

function orderRoutes(deps: RouteDeps) {
  const creating: CreateOrdersDeps & Pick<RouteDeps, "store"> = {
    ...deps,
    openDays: openDaysOf,
    numbered: numberedAmong,
    charged: chargedAmong,
    placeCharge: (tx, order) => orderArrived(tx, deps.payments, order),
  }
  return {
    createOrder: createOrderHandler(creating),
    listOrders: listOrdersHandler(deps),
    getOrder: getOrderHandler(deps),
    readFiscalState: readFiscalStateHandler(deps),
    updateOrder: updateOrderHandler(deps),
    confirmPayment: confirmPaymentHandler(deps),
    cancelOrder: cancelOrderHandler(deps),
    checkCancellation: checkCancellationHandler(deps),
    listCancellationReasons: listReasonsHandler(deps),
    legacyCreate: createLegacyOrderHandler({ ...creating, readMethods: deps.readMethods }),
    legacyGet: getLegacyOrderHandler(deps),
    legacyCancel: cancelLegacyOrderHandler(deps),
  }
}

function vendorRoutes(deps: RouteDeps) {
  return {
    login: loginHandler(deps),
    olderLogin: olderLoginHandler(deps),
    listMethods: listMethodsHandler(deps),
    listMethodsByCountry: listMethodsByCountryHandler(deps),
    listDeclineReasons: listDeclineReasonsHandler(deps),
    getMenu: getMenuHandler(deps),
    setAvailability: setAvailabilityHandler(deps),
    publishMenu: publishMenuHandler(deps),
    reportMenuSync: reportMenuSyncHandler(deps),
    listEvents: listEventsHandler(deps),
    followEvents: followEventsHandler(deps),
    redeliverEvent: redeliverEventHandler(deps),
  }
}

function storeRoutes(deps: RouteDeps) {
  return {
    recordLostSale: recordLostSaleHandler(deps),
    listLostSales: listLostSalesHandler(deps),
    closeCash: closeCashHandler(deps),
    closeCashDay: closeCashDayHandler(deps),
    listCash: listCashHandler(deps),
    closeDay: closeDayHandler(deps),
    printDayClose: printDayCloseHandler(deps),
    numberFiscal: numberFiscalHandler(deps),
    readFiscalRequest: readRequestHandler(deps),
    recordHeartbeat: heartbeatHandler(deps.heartbeats),
  }
}

function boxRoutes(deps: RouteDeps) {
  return {
    openClaim: openClaimHandler(deps),
    pollClaim: pollClaimHandler(deps),
    sendLeftover: receiveLeftoverHandler(deps),
    acceptPromotion: acceptPromotionHandler({ store: deps.store, ...deps.acceptPromotion }),
    queryUpdate: queryUpdateHandler(deps),
  }
}

function callbackRoutes(deps: RouteDeps) {
  return {
    reportAggregator: reportAggregatorHandler(deps),
    reportKitchen: reportKitchenHandler(deps),
    reportFiscal: reportFiscalHandler(deps),
    readCallback: readCallbackHandler(deps),
  }
}

function paymentRoutes({ payments, rateLimiter }: RouteDeps) {
  return {
    createCharge: createChargeHandler(payments),
    getCharge: getChargeHandler(payments),
    addAttempt: addAttemptHandler(payments),
    cancelAttempt: cancelAttemptHandler(payments),
    refundAttempt: refundAttemptHandler(payments),
    receiveProviderReport: receiveProviderReportHandler({ ...payments, reportLimiter: rateLimiter }),
  }
}
