/** Which kitchen station makes a product, where the vendor's catalogue says so. */
import type { StoreConfig } from "../../protocol/shapes/store-config.ts"
import type { BoxTx } from "../storage/index.ts"
import { readProduct } from "./catalog-store.ts"

export function stationFinder(tx: BoxTx, { menu }: Pick<StoreConfig, "menu">): (productId: string) => string | null {
  return (productId) =>
    readProduct(tx, productId)?.station ??
    menu?.products.find((product) => product.productId === productId)?.station ??
    null
}
