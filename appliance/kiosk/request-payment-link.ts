/** Payment links at a kiosk: the register's handlers, limited to the kiosk's own orders. */
import type { readKioskCharge, requestKioskCharge } from "../../protocol/http/kiosk.ts"
import type { readCharge, requestCharge } from "../../protocol/http/register-charge.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder } from "./kiosk-orders.ts"

export const requestKioskChargeHandler =
  (requestLink: BoxHandler<typeof requestCharge>): BoxHandler<typeof requestKioskCharge> =>
  (tx, request) =>
    findKioskOrder(tx, request.params.orderId, request.caller) ? requestLink(tx, { ...request }) : NO_SUCH_ORDER

export const readKioskChargeHandler =
  (readLink: BoxHandler<typeof readCharge>): BoxHandler<typeof readKioskCharge> =>
  (tx, request) =>
    findKioskOrder(tx, request.params.orderId, request.caller) ? readLink(tx, { ...request }) : NO_SUCH_ORDER

const NO_SUCH_ORDER = refuse("NOT_FOUND", "This kiosk has no such order.")
