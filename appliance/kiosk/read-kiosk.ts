/** Reads the state of the store, its menu and the kiosk's own orders. */
import type {
  readKioskMenu as menuEndpoint,
  readKioskOrder as orderEndpoint,
  readKiosk as stateEndpoint,
} from "../../protocol/http/kiosk.ts"
import { refuse } from "../../protocol/refusals.ts"
import { currentDay } from "../business-day/store/index.ts"
import { currentKioskMenu, menuMark, requireConfig, storeSummary } from "../catalog/index.ts"
import type { BoxHandler } from "../storage/index.ts"
import { findKioskOrder, kioskOrderView } from "./kiosk-orders.ts"

export const readKioskHandler =
  ({ isOnline }: { isOnline: () => boolean }): BoxHandler<typeof stateEndpoint> =>
  (tx) => {
    const { store, cancellation, registerMethods = [] } = requireConfig(tx)
    const linkMethodCodes = cancellation?.providerMethods ?? []
    const linkMethods = registerMethods
      .filter(({ code }) => linkMethodCodes.includes(code))
      .map(({ code, name }) => ({ code, name }))
    const data = {
      now: tx.now,
      store: storeSummary(store),
      selling: currentDay(tx) !== null,
      online: isOnline(),
      linkMethods,
      menuMark: menuMark(tx),
    }
    return { status: 200, data }
  }

export const readKioskMenuHandler: BoxHandler<typeof menuEndpoint> = (tx) => {
  const menu = currentKioskMenu(tx, requireConfig(tx))
  if (!menu) return refuse("NOT_FOUND", "This store has no menu yet; publish one at the back office.")
  const { currency, categories, products, modifierGroups } = menu
  return { status: 200, data: { menuMark: menuMark(tx), currency, categories, products, modifierGroups } }
}

export const readKioskOrderHandler: BoxHandler<typeof orderEndpoint> = (tx, { params, caller }) => {
  const order = findKioskOrder(tx, params.orderId, caller)
  return order ? { status: 200, data: kioskOrderView(order) } : refuse("NOT_FOUND", "This kiosk has no such order.")
}
