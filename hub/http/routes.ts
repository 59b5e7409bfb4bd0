/** Which handler answers which endpoint: one for each, or this does not compile. */
import type { Routes } from "../../protocol/http/endpoint.ts"
import type { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import type { Clock } from "../../runtime/clock.ts"
import type { AccessTokens } from "../../runtime/http/access-token.ts"
import type { RateLimiter } from "../../runtime/http/rate-limit.ts"
import type { Ids } from "../../runtime/ids.ts"
import type { Log } from "../../runtime/log.ts"
import { closeDayHandler, openDaysOf } from "../business-day/index.ts"
import {
  type Accept,
  type CheckNumbered,
  type Premark,
  readCallbackHandler,
  reportAggregatorHandler,
  reportFiscalHandler,
  reportKitchenHandler,
} from "../callbacks/index.ts"
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
  type BrokerAddress,
  enrolledAmong,
  type HandingOver,
  handOverHandler,
  openClaimHandler,
  pollClaimHandler,
  type StoreLine,
  type TakingOver,
  takeOverHandler,
} from "../enrolment/index.ts"
import { numberedAmong, numberFiscalHandler, readRequestHandler } from "../fiscal/index.ts"
import { type BeatParts, beatHandler } from "../health/index.ts"
import {
  type Creating,
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
  type BridgeParts,
  cancelAttemptHandler,
  chargedAmong,
  createChargeHandler,
  getChargeHandler,
  hearPaymentHandler,
  orderArrived,
  refundAttemptHandler,
} from "../payments/index.ts"
import { printDayCloseHandler } from "../printing/index.ts"
import type { HubStore } from "../storage/index.ts"
import { holdLines } from "../sync/index.ts"
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
import { askUpdateHandler } from "../updates/index.ts"
import { followEventsHandler, listEventsHandler, redeliverEventHandler } from "../webhooks/index.ts"

export interface RouteParts {
  readonly store: HubStore
  readonly ids: Ids
  readonly clock: Clock
  readonly downlink: Downlink
  readonly line: StoreLine
  readonly broker: () => BrokerAddress
  readonly tokens: AccessTokens
  readonly readMethods: ReadMethods
  readonly readBoxKey: ReadBoxKey
  readonly readPolicy: ReadPolicy
  readonly cancel: Cancel
  readonly accept: Accept
  readonly premark: Premark
  readonly checkNumbered: CheckNumbered
  readonly linkFiscal: LinkFiscal
  readonly bridge: BridgeParts
  readonly rateLimiter: RateLimiter
  readonly beats: BeatParts
  readonly hearFormer: HandingOver["hearFormer"]
  readonly takeOver: Omit<TakingOver, "store">
  readonly menuBook: MenuBook
  readonly log: Log
}

export function hubRoutes(parts: RouteParts): Routes<typeof HUB_ENDPOINTS> {
  const holding = { ...parts, holdLines }
  const creating: Creating & Pick<RouteParts, "store"> = {
    ...holding,
    openDays: openDaysOf,
    enrolledAmong,
    numbered: numberedAmong,
    charged: chargedAmong,
    placeCharge: (tx, order) => orderArrived(tx, parts.bridge, order),
  }
  return {
    createOrder: createOrderHandler(creating),
    listOrders: listOrdersHandler(parts),
    getOrder: getOrderHandler(parts),
    readFiscalState: readFiscalStateHandler(parts),
    listEvents: listEventsHandler(parts),
    followEvents: followEventsHandler(parts),
    redeliverEvent: redeliverEventHandler(parts),
    updateOrder: updateOrderHandler(parts),
    confirmPayment: confirmPaymentHandler({ ...holding, enrolledAmong }),
    listDeclineReasons: listDeclineReasonsHandler(parts),
    listMethods: listMethodsHandler(parts),
    listMethodsByCountry: listMethodsByCountryHandler(parts),
    cancelOrder: cancelOrderHandler(parts),
    checkCancellation: checkCancellationHandler(parts),
    listCancellationReasons: listReasonsHandler(parts),
    recordLostSale: recordLostSaleHandler(parts),
    listLostSales: listLostSalesHandler(parts),
    closeCash: closeCashHandler(parts),
    closeCashDay: closeCashDayHandler(parts),
    listCash: listCashHandler(parts),
    closeDay: closeDayHandler(parts),
    printDayClose: printDayCloseHandler(parts),
    numberFiscal: numberFiscalHandler(holding),
    readFiscalRequest: readRequestHandler(parts),
    beat: beatHandler(parts.beats),
    getMenu: getMenuHandler(parts),
    setAvailability: setAvailabilityHandler(holding),
    publishMenu: publishMenuHandler(parts),
    reportMenuSync: reportMenuSyncHandler(parts),
    openClaim: openClaimHandler(parts),
    pollClaim: pollClaimHandler(parts),
    handOver: handOverHandler(parts),
    takeOver: takeOverHandler({ store: parts.store, ...parts.takeOver }),
    askUpdate: askUpdateHandler(parts),
    login: loginHandler(parts),
    olderLogin: olderLoginHandler(parts),
    legacyCreate: createLegacyOrderHandler({ ...creating, readMethods: parts.readMethods }),
    legacyGet: getLegacyOrderHandler(parts),
    legacyCancel: cancelLegacyOrderHandler(parts),
    reportAggregator: reportAggregatorHandler(parts),
    reportKitchen: reportKitchenHandler(parts),
    reportFiscal: reportFiscalHandler(parts),
    readCallback: readCallbackHandler(parts),
    createCharge: createChargeHandler(parts.bridge),
    getCharge: getChargeHandler(parts.bridge),
    addAttempt: addAttemptHandler(parts.bridge),
    cancelAttempt: cancelAttemptHandler(parts.bridge),
    refundAttempt: refundAttemptHandler(parts.bridge),
    hearPayment: hearPaymentHandler({ ...parts.bridge, reportLimiter: parts.rateLimiter }),
  }
}
