/** Publishes a store's menus: records the events, inserts rows that wait for a report, and locks the vendor until it arrives (docs/contract/menu.md#publish-menus). */
import type { Handler } from "../../protocol/http/endpoint.ts"
import type { publishMenu } from "../../protocol/http/menu.ts"
import { isRefusal, refuse } from "../../protocol/refusals.ts"
import { isAggregatorChannel } from "../../protocol/rules/cancellation/cancellation-reasons.ts"
import { rowsToOpen } from "../../protocol/rules/catalog/menu-sync.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { TenantWrite } from "../storage/index.ts"
import { findStore, isEnrolled } from "../tenants/index.ts"
import { recordEvent } from "../webhooks/index.ts"
import type { StockDeps } from "./apply-availability.ts"
import type { GetMenuDeps } from "./get-menu.ts"
import { listMenus, type MenuRow, setSyncStatus } from "./menus-store.ts"
import { sendMenuSyncs } from "./send-catalog.ts"
import { outOf } from "./stock-store.ts"
import { openRows, takeLock } from "./sync-store.ts"

type PublishDeps = GetMenuDeps & StockDeps

interface Publication {
  readonly id: string
  readonly place: Store
  readonly withStores: boolean
  readonly actor: string
}

export const publishMenuHandler =
  (deps: PublishDeps): Handler<typeof publishMenu> =>
  ({ params, body, caller }) =>
    deps.store.write(caller, async (tx) => {
      const data = await publishMenus(tx, deps, { ...body, storeId: params.storeId, actor: caller.actor })
      return isRefusal(data) ? data : { status: 202, data }
    })

interface PublishRequest {
  readonly storeId: string
  readonly channel?: string | undefined
  readonly fulfillmentType?: string | undefined
  readonly stores?: boolean | undefined
  /** The caller. */
  readonly actor: string
}

/** Runs in the caller's transaction: an integrator's, or the dashboard's. */
export async function publishMenus(tx: TenantWrite, deps: PublishDeps, request: PublishRequest) {
  const place = await findStore(tx, request.storeId.toLowerCase())
  if (!place) return refuse("NOT_FOUND", `There is no store ${request.storeId}.`)
  const menus = (await listMenus(tx, place.id)).filter((menu) => isAsked(menu, request))
  if (menus.length === 0) return refuse("MENU_NOT_AVAILABLE", "This store has no menu to publish.")
  const id = deps.ids.uuid()
  const held = await takeLock(tx, id)
  if (held) {
    const message = `A publication of ${held.takenAt} still waits for the report of its delivery.`
    return refuse("MENU_PUBLISH_LOCKED", message, { data: { ...held } })
  }
  const publication = { id, place, withStores: request.stores ?? false, actor: request.actor }
  const told = []
  for (const [index, menu] of menus.entries()) {
    const autoPublish = index === menus.length - 1
    told.push(await publishOne(tx, deps, { menu, publication, autoPublish }))
  }
  if (await isEnrolled(tx.system, place.id)) await sendMenuSyncs(tx, deps.downlink, place.id)
  return { publicationId: id, publishedAt: tx.now, menus: told }
}

function isAsked(
  { channel, fulfillment, removed, sellable }: MenuRow,
  asked: { channel?: string | undefined; fulfillmentType?: string | undefined },
): boolean {
  if (removed || !sellable) return false
  const isOf = (wanted: string | undefined, is: string) => wanted === undefined || wanted.toUpperCase() === is
  return isOf(asked.channel, channel) && isOf(asked.fulfillmentType, fulfillment)
}

async function publishOne(
  tx: TenantWrite,
  { ids, menuBook }: PublishDeps,
  { menu, publication, autoPublish }: { menu: MenuRow; publication: Publication; autoPublish: boolean },
) {
  const { storeId, channel, fulfillment, version } = menu
  const { id: publicationId, place, withStores, actor } = publication
  const content = await menuBook(tx, menu, await outOf(tx, storeId))
  const head = { storeId, storeCode: place.code, channel, fulfillment, version, publicationId, autoPublish }
  const eventId = await recordEvent(tx, ids, {
    type: "menu.updated",
    data: { ...head, list: menu.list, ...content },
  })
  if (eventId === null) throw new Error("a menu's event was refused")
  const rows = rowsToOpen(channel, { withStores }).map((entity) => ({
    ...{ syncId: ids.uuid(), publicationId, entity, storeId, channel, fulfillment, version },
    eventId: isAggregatorChannel(channel) && entity !== "stores" ? eventId : null,
    askedBy: actor,
  }))
  await openRows(tx, rows)
  await setSyncStatus(tx, menu, "PENDING")
  return { channel, fulfillmentType: fulfillment, version, eventId, autoPublish }
}
