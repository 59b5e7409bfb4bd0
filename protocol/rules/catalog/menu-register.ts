/** The menu of a store's registers and kiosks: all menus of their channel in one, with the price list of the first. */
import { toText } from "../../money.ts"
import type { CatalogMenu, CatalogProduct } from "../../shapes/catalog.ts"
import type { MenuProduct, RegisterMethod, StoreMenu } from "../../shapes/menu.ts"
import type { Store } from "../../shapes/store.ts"
import type { Catalog } from "./catalog.ts"
import { compileMenu, priceOf } from "./menu.ts"
import { findUnavailable } from "./menu-gaps.ts"

const REGISTER_CHANNEL = "POS"
const KIOSK_CHANNEL = "KIOSK"

type SellingStore = Pick<Store, "code" | "currency">

/** Null when the store has no menu for its registers. */
export function registerMenu(
  store: SellingStore,
  catalog: Catalog,
  paymentMethods: readonly RegisterMethod[],
): StoreMenu | null {
  return channelMenu(store, catalog, { channel: REGISTER_CHANNEL, paymentMethods })
}

/** The kiosks' own menu, or the registers' if the store has none for kiosks. */
export function kioskMenu(
  store: SellingStore,
  catalog: Catalog,
  paymentMethods: readonly RegisterMethod[],
): StoreMenu | null {
  const own = channelMenu(store, catalog, { channel: KIOSK_CHANNEL, paymentMethods })
  return own ?? registerMenu(store, catalog, paymentMethods)
}

function channelMenu(
  store: SellingStore,
  catalog: Catalog,
  { channel: wanted, paymentMethods }: { channel: string; paymentMethods: readonly RegisterMethod[] },
): StoreMenu | null {
  const menus = menusOf(catalog, store.code).filter(({ channel }) => channel.toUpperCase() === wanted)
  const [first] = menus
  if (!first) return null
  const categories = [...new Set(menus.flatMap((menu) => menu.categories))]
  const { products, modifierGroups } = compileMenu(catalog, { categories, priceList: first.priceList })
  return {
    currency: store.currency,
    categories: categories.flatMap((id) => catalog.category.get(id)?.body ?? []),
    products: products.flatMap(({ productId, active }) => {
      const product = catalog.product.get(productId)?.body
      return product ? [toMenuProduct(product, { priceList: first.priceList, active })] : []
    }),
    modifierGroups: modifierGroups.flatMap(({ modifierId }) => catalog.group.get(modifierId)?.body ?? []),
    paymentMethods: [...paymentMethods],
  }
}

/** The menu with sold-out products, and those that cannot be made without them, marked as unavailable. */
export function registerStock(menu: StoreMenu, isOut: (productId: string) => boolean): StoreMenu {
  const parts = menu.products.map(({ productId, available, modifierGroups }) => ({
    id: productId,
    isOff: !available || isOut(productId),
    groups: modifierGroups,
  }))
  const gone = findUnavailable(parts, menu.modifierGroups)
  const products = menu.products.map((product) =>
    product.available && gone.has(product.productId) ? { ...product, available: false } : product,
  )
  return { ...menu, products }
}

/** The menus of one store, sorted by id, so that hub and box agree on the first. */
export function menusOf({ menu }: Pick<Catalog, "menu">, storeCode: string | null): CatalogMenu[] {
  const own = [...menu].filter(([, { body }]) => body.storeCode === storeCode)
  return own.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, { body }]) => body)
}

function toMenuProduct(product: CatalogProduct, { priceList, active }: { priceList: string; active: boolean }) {
  return {
    productId: product.id,
    name: product.name,
    type: product.type,
    price: toText(priceOf(product, priceList)),
    taxes: product.taxes ?? [],
    station: product.station ?? null,
    modifierGroups: product.modifierGroups ?? [],
    available: active,
    ...(product.description !== undefined && { description: product.description }),
  } satisfies MenuProduct
}
