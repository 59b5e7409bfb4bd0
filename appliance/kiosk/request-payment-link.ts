/** A guest pays at the kiosk by a link: as at a register, for the kiosk's own orders alone. */
import type { readKioskCharge, requestKioskCharge } from "../../protocol/http/kiosk.ts"
import type { readCharge, requestCharge } from "../../protocol/http/register-charge.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder } from "./kiosk-orders.ts"

export const requestKioskChargeHandler =
  (ask: BoxHandler<typeof requestCharge>): BoxHandler<typeof requestKioskCharge> =>
  (tx, request) =>
    findKioskOrder(tx, request.params.orderId, request.caller) ? ask(tx, { ...request }) : NO_SUCH_ORDER

export const readKioskChargeHandler =
  (read: BoxHandler<typeof readCharge>): BoxHandler<typeof readKioskCharge> =>
  (tx, request) =>
    findKioskOrder(tx, request.params.orderId, request.caller) ? read(tx, { ...request }) : NO_SUCH_ORDER

const NO_SUCH_ORDER = refuse("NOT_FOUND", "This kiosk made no such order.")
