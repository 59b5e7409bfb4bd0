/** Reads a menu of this store as it is now, with or without the hub (docs/contract/menu.md#get-a-menu). */
import type { getMenu } from "../../protocol/http/menu.ts"
import { refuse } from "../../protocol/refusals.ts"
import type { MenuSync } from "../../protocol/shapes/published-menu.ts"
import type { BoxHandler, BoxTx } from "../storage/index.ts"
import { catalogState } from "./catalog-store.ts"
import { currentMenu, type MenuQuery } from "./menu-cache.ts"
import { requireConfig } from "./store-config-store.ts"

export const getMenuHandler: BoxHandler<typeof getMenu> = (tx, { params, query }) => {
  const config = requireConfig(tx)
  if (params.storeId.toLowerCase() !== config.store.id) {
    return refuse("NOT_FOUND", `This box is not of the store ${params.storeId}.`)
  }
  const menu = currentMenu(tx, config, query)
  if (!menu)
    return refuse("MENU_NOT_AVAILABLE", `This store sells nothing in ${query.channel}, ${query.fulfillmentType}.`)
  return { status: 200, data: { menu, sync: syncOfMenu(tx, query) } }
}

/** The hub reports deliveries. A menu without a report is still pending. */
function syncOfMenu(tx: BoxTx, { channel, fulfillmentType }: MenuQuery): MenuSync {
  const state = catalogState(tx)
  const known = state?.syncs.find(
    (sync) => sync.channel === channel.toUpperCase() && sync.fulfillment === fulfillmentType.toUpperCase(),
  )
  if (!known) return { status: "PENDING", generatedAt: state?.changedAt ?? tx.now, syncedAt: null }
  return { status: known.status, generatedAt: known.generatedAt, syncedAt: known.syncedAt }
}
