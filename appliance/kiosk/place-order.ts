/** Creates an open order from a guest's basket, once per id, at the box's own prices and with a new locator. */

import type { placeKioskOrder as endpoint } from "../../protocol/http/kiosk.ts"
import type { createOrder } from "../../protocol/http/orders.ts"
import { fromText } from "../../protocol/money.ts"
import { decimalsOf } from "../../protocol/print/format.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { kioskInjection, priceBasket } from "../../protocol/rules/orders/kiosk-order.ts"
import { currentDay } from "../business-day/store/index.ts"
import { currentKioskMenu, requireConfig } from "../catalog/index.ts"
import { findByExternalId } from "../orders/store/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder, kioskOrderView } from "./kiosk-orders.ts"
import { drawLocator } from "./locator-store.ts"

interface PlaceOrderDeps {
  /** The handler of the public API, so that a kiosk's order is like any other. */
  readonly createOrder: BoxHandler<typeof createOrder>
}

/** A repeat is answered with the order's current state, even if menu or day have changed since. */
export const placeOrderHandler =
  ({ createOrder: create }: PlaceOrderDeps): BoxHandler<typeof endpoint> =>
  (tx, request) => {
    const { body, caller } = request
    const known = findKioskOrder(tx, body.orderId, caller)
    if (known) return { status: 200, data: kioskOrderView(known) }
    if (findByExternalId(tx, body.orderId)) return refuse("CONFLICT", "Another device created an order with this id.")
    const config = requireConfig(tx)
    const day = currentDay(tx)
    if (!day) return refuse("CONFLICT", "The store takes no orders now.", { data: { why: "closed" } })
    const menu = currentKioskMenu(tx, config)
    if (!menu) return refuse("NOT_FOUND", "This store has no menu yet; publish one at the back office.")
    const cart = priceBasket(menu, { lines: body.lines, total: fromText(body.total) })
    if (isRefusal(cart)) return cart
    const injection = kioskInjection(cart, {
      orderId: body.orderId,
      orderCode: drawLocator(tx, day.businessDayDate),
      fulfillment: body.fulfillment,
      buyer: body.buyer,
      deviceId: caller.keyId,
      store: config.store,
      money: { currency: menu.currency, decimals: decimalsOf(menu.currency) },
      now: tx.now,
    })
    if (isRefusal(injection)) return injection
    const created = create(tx, { ...request, params: undefined, query: undefined, body: injection })
    if (isRefusal(created)) return created
    const order = findKioskOrder(tx, body.orderId, caller)
    if (!order) throw new Error(`the kiosk's order ${body.orderId} was created but cannot be found`)
    return { status: 201, data: kioskOrderView(order) }
  }
