/** The menu that a store's registers sell from: the store's POS menus put together, with the prices of their list. */
import { scaleMajor, toText } from "../../protocol/money.ts"
import type { MenuProduct, StoreMenu } from "../../protocol/shapes/menu.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { VendorDocuments } from "./documents-store.ts"
import type { ProductEntry } from "./provisioning-schema.ts"

const REGISTER_CHANNEL = "POS"
const DEFAULT_LIST = "default"

/** Null when the store has no menu for its registers. */
export function registerMenu(store: Store, documents: VendorDocuments): StoreMenu | null {
  const menus = documents.menus.filter(
    (menu) => menu.storeCode === store.code && menu.channel.toUpperCase() === REGISTER_CHANNEL,
  )
  const first = menus[0]
  if (!first) return null
  const offered = new Set(menus.flatMap((menu) => menu.categories))
  const categories = documents.categories.filter((category) => offered.has(category.id))
  const products = withModifiers(new Set(categories.flatMap((category) => category.products)), documents)
  return {
    currency: store.currency,
    categories,
    products: products.map((product) => toMenuProduct(product, first.priceList)),
    modifierGroups: groupsOf(products, documents),
    paymentMethods: registerMethods(documents),
  }
}

/** The products of the categories, and those that they can be modified with. */
function withModifiers(ids: ReadonlySet<string>, documents: VendorDocuments): ProductEntry[] {
  const sold = documents.products.filter((product) => ids.has(product.id))
  const options = new Set(groupsOf(sold, documents).flatMap((group) => group.options))
  return documents.products.filter((product) => ids.has(product.id) || options.has(product.id))
}

function groupsOf(products: readonly ProductEntry[], documents: VendorDocuments) {
  const used = new Set(products.flatMap((product) => product.modifierGroups ?? []))
  return documents.modifierGroups.filter((group) => used.has(group.id))
}

function toMenuProduct(product: ProductEntry, priceList: string): MenuProduct {
  const price = product.prices[priceList] ?? product.prices[DEFAULT_LIST] ?? "0"
  return {
    productId: product.id,
    name: product.name,
    type: product.type,
    price: toText(scaleMajor(price) ?? 0),
    taxes: product.taxes ?? [],
    station: product.station ?? null,
    modifierGroups: product.modifierGroups ?? [],
    available: true,
  }
}

function registerMethods({ paymentMethods }: VendorDocuments) {
  return paymentMethods
    .filter(
      (method) =>
        method.active &&
        method.availability.some((at) => at.enabled && at.channelCode.toUpperCase() === REGISTER_CHANNEL),
    )
    .sort((one, other) => one.position - other.position)
    .map((method) => ({ methodId: method.id, code: method.code, name: method.name }))
}
