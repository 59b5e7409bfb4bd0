/** Which kitchen station makes a product, where the vendor's catalogue says so. */
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { BoxTx } from "../storage/index.ts"
import { type CatalogVersion, catalogVersion, readProduct } from "./catalog-store.ts"

type Stations = Map<string, string | null>

/** What was asked of the catalogue as it is now, per database: every order asks for each of its lines. Only products that there are. */
const asked = new WeakMap<BoxTx["db"], { readonly version: CatalogVersion; readonly stations: Stations }>()

export function stationFinder(tx: BoxTx, { menu }: Pick<StoreConfig, "menu">): (productId: string) => string | null {
  const stations = stationsNow(tx)
  return (productId) =>
    stationOf(tx, productId, stations) ??
    menu?.products.find((product) => product.productId === productId)?.station ??
    null
}

function stationOf(tx: BoxTx, productId: string, stations: Stations): string | null {
  const known = stations.get(productId)
  if (known !== undefined) return known
  const product = readProduct(tx, productId)
  const station = product?.station ?? null
  if (product) stations.set(productId, station)
  return station
}

/** A catalogue of this very moment may be undone yet, or followed by another: nothing is kept of it. */
function stationsNow(tx: BoxTx): Stations {
  const version = catalogVersion(tx)
  const known = asked.get(tx.db)
  if (known?.version.generation === version.generation && known.version.changedAt === version.changedAt) {
    return known.stations
  }
  const stations: Stations = new Map()
  if (version.changedAt !== tx.now) asked.set(tx.db, { version, stations })
  return stations
}
