/** Applies the hub's operations on catalogue, menu deliveries and stock. */
import Type from "typebox"
import { CatalogItem } from "../../protocol/shapes/catalog.ts"
import { MenuSyncOf } from "../../protocol/shapes/published-menu.ts"
import { StockFact } from "../../protocol/shapes/stock.ts"
import type { Validator } from "../../runtime/validate.ts"
import type { BoxTx } from "../storage/index.ts"
import { type CatalogPart, receivePart, saveSyncs } from "./catalog-store.ts"
import { applyHubStock } from "./set-availability.ts"

const Part = Type.Object({
  revision: Type.Integer({ minimum: 0 }),
  reset: Type.Boolean(),
  last: Type.Boolean(),
  items: Type.Array(CatalogItem),
})
const Syncs = Type.Object({ menus: Type.Array(MenuSyncOf) })
const Stock = Type.Object({ fact: StockFact })

interface CatalogUpdate {
  readonly validator: Validator
  readonly onMenu: () => void
}

/** Returns why the operation can never be applied; null once it has been. */
export function applyCatalogPart(tx: BoxTx, body: unknown, { validator, onMenu }: CatalogUpdate): string | null {
  const fault = validator.check(Part, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  if (receivePart(tx, body as CatalogPart)) tx.afterCommit(onMenu)
  return null
}

export function applyMenuSyncs(tx: BoxTx, body: unknown, { validator }: CatalogUpdate): string | null {
  const fault = validator.check(Syncs, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  saveSyncs(tx, (body as { menus: MenuSyncOf[] }).menus)
  return null
}

export function applyStock(tx: BoxTx, body: unknown, { validator, onMenu }: CatalogUpdate): string | null {
  const fault = validator.check(Stock, body)[0]
  if (fault) return `INVALID_BODY: ${fault.path} ${fault.message}`
  applyHubStock(tx, (body as { fact: StockFact }).fact, onMenu)
  return null
}
