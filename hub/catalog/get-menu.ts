/** Reads a menu of a store as it is at this moment (docs/contract/menu.md#get-a-menu). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { getMenu } from "../../protocol/http/menu.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { HubStore } from "../storage/index.ts"
import { findStore } from "../tenants/index.ts"
import type { MenuBook } from "./menu-cache.ts"
import { findMenu } from "./menus-store.ts"
import { outOf } from "./stock-store.ts"

export interface GetMenuDeps {
  readonly store: HubStore
  readonly menuBook: MenuBook
}

export const getMenuHandler =
  ({ store, menuBook }: GetMenuDeps): Handler<typeof getMenu> =>
  ({ params, query, caller }) =>
    store.read(caller, async (scope) => {
      const place = await findStore(scope, params.storeId.toLowerCase())
      if (!place) return refuse("NOT_FOUND", `There is no store ${params.storeId}.`)
      const [channel, fulfillment] = [query.channel.toUpperCase(), query.fulfillmentType.toUpperCase()]
      const menu = await findMenu(scope, { storeId: place.id, channel, fulfillment })
      if (!menu || menu.removed) {
        return refuse("MENU_NOT_AVAILABLE", `This store has no menu for ${channel}, ${fulfillment}.`)
      }
      if (!menu.sellable) return refuse("MENU_NOT_AVAILABLE", "Nothing in this menu can be sold.")
      const content = await menuBook(scope, menu, await outOf(scope, place.id))
      return { status: 200, data: { menu: { list: menu.list, ...content }, sync: menu.sync } }
    })
