/** Compiles a menu from a catalogue and marks what can be sold now (docs/contract/menu.md#get-a-menu). */
import { scaleMajor, toMajor } from "../../money.ts"
import type { CatalogMenu, CatalogProduct } from "../../shapes/catalog.ts"
import type { MenuContent, MenuList, PublishedGroup, PublishedProduct } from "../../shapes/published-menu.ts"
import type { Store } from "../../shapes/store.ts"
import type { Catalog } from "./catalog.ts"
import { findUnavailable, type Selection } from "./menu-gaps.ts"

const DEFAULT_LIST = "default"

/** What a menu is compiled from. Menus of one vendor with the same recipe have the same content. */
export type MenuRecipe = Pick<CatalogMenu, "categories" | "priceList">

/** Store, channel and price list of a menu. */
export function menuListOf(
  store: Pick<Store, "id" | "name" | "timeZone" | "currency">,
  menu: CatalogMenu,
  { channel: channels }: Pick<Catalog, "channel">,
): MenuList {
  const channel = menu.channel.toUpperCase()
  return {
    listId: menu.priceList,
    listName: menu.priceList,
    storeId: store.id,
    storeName: store.name,
    channelId: channel,
    channelReferenceName: channels.get(channel)?.body.name ?? channel,
    fulfillmentType: menu.fulfillment.toUpperCase(),
    timezone: store.timeZone,
    currency: store.currency,
  }
}

/** The content of a menu as if nothing had run out. */
export function compileMenu(catalog: Catalog, { categories, priceList }: MenuRecipe): MenuContent {
  const listed = [...new Set(categories)].flatMap((id) => catalog.category.get(id) ?? [])
  const products = reachable(
    catalog,
    listed.flatMap(({ body }) => body.products),
  )
  const groups = groupsOf(catalog, products)
  const content = {
    categories: listed.map(({ body, since }) => ({
      productCategoryId: body.id,
      name: body.name,
      assignedAt: since,
      productListing: withPositions(body.products.filter((id) => catalog.product.has(id))).map(
        ([productId, position]) => ({
          productId,
          position,
        }),
      ),
    })),
    products: products.map((product) => toPublished(product, priceList)),
    modifierGroups: groups.map((group): PublishedGroup => {
      const options = group.options.flatMap((id) => catalog.product.get(id)?.body ?? [])
      return {
        modifierId: group.id,
        modifier: group.name,
        minOptions: group.minOptions,
        maxOptions: group.maxOptions,
        type: group.type,
        modifierOptions: withPositions(options).map(([{ id, name }, position]) => ({
          optionId: id,
          productId: id,
          name,
          position,
        })),
      }
    }),
  }
  return markUnavailable(content, () => false)
}

/** Whether at least one product can be ordered. */
export function isSellable({ products }: Pick<MenuContent, "products">): boolean {
  return products.some(({ type, active }) => type === "PRODUCTO" && active)
}

/** The menu without what has run out (`out`: product ids). Returns the same object if nothing of it has. */
export function withStock(content: MenuContent, out: ReadonlySet<string>): MenuContent {
  if (out.size === 0 || !content.products.some(({ productId }) => out.has(productId))) return content
  return markUnavailable(content, (productId) => out.has(productId))
}

/** A stored menu in the form of this version: fields that an earlier version wrote are dropped, availability is computed again. */
export function upgradeMenu(content: MenuContent): MenuContent {
  const products = content.products.map((product) => ({
    ...product,
    productModifiers: product.productModifiers.map(({ modifierId, position }) => ({ modifierId, position })),
  }))
  const modifierGroups = content.modifierGroups.map((group) => ({
    ...group,
    modifierOptions: group.modifierOptions.map(({ optionId, productId, name, position }) => ({
      optionId,
      productId,
      name,
      position,
    })),
  }))
  return markUnavailable({ ...content, products, modifierGroups }, () => false)
}

/** The scaled price of a product in a price list, or in the default list. */
export function priceOf({ prices }: Pick<CatalogProduct, "prices">, priceList: string): number {
  return scaleMajor(prices[priceList] ?? prices[DEFAULT_LIST] ?? "0") ?? 0
}

/** The listed products, their options, the options of those, and so on. */
function reachable({ product, group }: Catalog, listed: readonly string[]): CatalogProduct[] {
  const ids = new Set(listed)
  for (const id of ids) {
    for (const groupId of product.get(id)?.body.modifierGroups ?? []) {
      for (const option of group.get(groupId)?.body.options ?? []) ids.add(option)
    }
  }
  return [...ids].flatMap((id) => product.get(id)?.body ?? [])
}

function groupsOf({ group }: Catalog, products: readonly CatalogProduct[]) {
  const ids = new Set(products.flatMap(({ modifierGroups = [] }) => modifierGroups))
  return [...ids].flatMap((id) => group.get(id)?.body ?? [])
}

function toPublished(product: CatalogProduct, priceList: string): PublishedProduct {
  return {
    productId: product.id,
    name: product.name,
    ...(product.description !== undefined && { description: product.description }),
    type: product.type,
    active: product.active ?? true,
    priceInfo: { price: toMajor(priceOf(product, priceList)) },
    taxes: product.taxes ?? [],
    productModifiers: withPositions(product.modifierGroups ?? []).map(([modifierId, position]) => ({
      modifierId,
      position,
    })),
  }
}

function markUnavailable(content: MenuContent, isOut: (productId: string) => boolean): MenuContent {
  const unavailable = findUnavailable(
    content.products.map(({ productId, active, productModifiers }) => ({
      id: productId,
      isOff: !active || isOut(productId),
      groups: productModifiers.map(({ modifierId }) => modifierId),
    })),
    content.modifierGroups.map(toSelection),
  )
  const products = content.products.map((product) => {
    const active = !unavailable.has(product.productId)
    return active === product.active ? product : { ...product, active }
  })
  return { ...content, products }
}

function toSelection({ modifierId, type, minOptions, maxOptions, modifierOptions }: PublishedGroup): Selection {
  return { id: modifierId, type, minOptions, maxOptions, options: modifierOptions.map(({ productId }) => productId) }
}

/** Pairs each value with its position, from 1. */
function withPositions<T>(values: readonly T[]): [T, number][] {
  return values.map((value, index) => [value, index + 1])
}
