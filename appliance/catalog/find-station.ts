/** Finds the kitchen station that makes a product, by the vendor's catalogue, else by the store's menu. */
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { BoxTx } from "../storage/index.ts"
import { type CatalogVersion, catalogVersion, readProduct } from "./catalog-store.ts"

type StationsByProduct = Map<string, string | null>

/** Cached per database and catalogue version, because every order looks up each of its lines. Holds existing products only. */
const cache = new WeakMap<BoxTx["db"], { readonly version: CatalogVersion; readonly stations: StationsByProduct }>()

export function stationFinder(tx: BoxTx, { menu }: Pick<StoreConfig, "menu">): (productId: string) => string | null {
  const stations = stationCache(tx)
  return (productId) =>
    stationOfProduct(tx, productId, stations) ??
    menu?.products.find((product) => product.productId === productId)?.station ??
    null
}

function stationOfProduct(tx: BoxTx, productId: string, stations: StationsByProduct): string | null {
  const known = stations.get(productId)
  if (known !== undefined) return known
  const product = readProduct(tx, productId)
  const station = product?.station ?? null
  if (product) stations.set(productId, station)
  return station
}

/** A catalogue written at this moment may be rolled back or replaced within it, so it is not cached. */
function stationCache(tx: BoxTx): StationsByProduct {
  const version = catalogVersion(tx)
  const known = cache.get(tx.db)
  if (known?.version.generation === version.generation && known.version.changedAt === version.changedAt) {
    return known.stations
  }
  const stations: StationsByProduct = new Map()
  if (version.changedAt !== tx.now) cache.set(tx.db, { version, stations })
  return stations
}
