/** A guest pays at the kiosk by a link: as at a register, for the kiosk's own orders alone. */
import type { readKioskCharge, requestKioskCharge } from "../../protocol/http/kiosk.ts"
import type { readCharge, requestCharge } from "../../protocol/http/register-charge.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { BoxHandler } from "../storage/index.ts"
import { ownOrder } from "./kiosk-orders.ts"

export const requestKioskChargeHandler =
  (ask: BoxHandler<typeof requestCharge>): BoxHandler<typeof requestKioskCharge> =>
  (tx, request) =>
    ownOrder(tx, request.params.orderId, request.caller) ? ask(tx, { ...request }) : NOT_OURS

export const readOwnChargeHandler =
  (read: BoxHandler<typeof readCharge>): BoxHandler<typeof readKioskCharge> =>
  (tx, request) =>
    ownOrder(tx, request.params.orderId, request.caller) ? read(tx, { ...request }) : NOT_OURS

const NOT_OURS = refuse("NOT_FOUND", "This kiosk made no such order.")
