/** Prices the guest's basket by the current menu and finds lines that are no longer available. Pure. */
import { toText } from "../../../protocol/money.ts"
import { cartLineOf, type SoldMenu } from "../../../protocol/rules/catalog/menu-lines.ts"
import { type CartLine, lineTotal } from "../../../protocol/rules/orders/cart.ts"
import { basketLine } from "../../../protocol/rules/orders/kiosk-order.ts"
import type { BuyerForm, Picked, SentOrder, Visit } from "./visit.ts"

export interface BasketRow {
  readonly picked: Picked
  /** Null if it is no longer available. */
  readonly line: CartLine | null
  readonly name: string
}

interface Basket {
  readonly rows: readonly BasketRow[]
  readonly pieces: number
  /** Total of the available lines, scaled. */
  readonly total: number
  /** Ids of lines that are no longer available. */
  readonly gone: readonly string[]
}

export function basketOf(menu: SoldMenu, lines: readonly Picked[]): Basket {
  const rows = lines.map((picked) => ({
    picked,
    line: basketLine(menu, picked, picked.lineId),
    name: nameOf(menu, picked),
  }))
  const available = rows.flatMap(({ line }) => (line ? [line] : []))
  return {
    rows,
    pieces: available.reduce((count, { quantity }) => count + quantity, 0),
    total: available.reduce((total, line) => total + lineTotal(line), 0),
    gone: rows.filter(({ line }) => line === null).map(({ picked }) => picked.lineId),
  }
}

/** The request body. The same visit always gives the same body. */
export function sentOf(visit: Visit, basket: Basket): SentOrder {
  const buyer = buyerOf(visit.buyer)
  return {
    orderId: visit.orderId,
    fulfillment: visit.fulfillment,
    lines: visit.lines.map(({ productId, quantity, choices, notes }) => ({
      ...{ productId, quantity, choices },
      ...(notes.trim() !== "" && { notes: notes.trim() }),
    })),
    total: toText(basket.total),
    ...(buyer && { buyer }),
  }
}

/** Null when the guest has typed nothing. */
export function buyerOf({ name, govIdType, govIdNumber, email }: BuyerForm): SentOrder["buyer"] | null {
  const number = govIdNumber.trim()
  const buyer = {
    ...(name.trim() !== "" && { name: name.trim() }),
    ...(number !== "" && { govIdNumber: number, ...(govIdType !== "" && { govIdType }) }),
    ...(email.trim() !== "" && { email: email.trim() }),
  }
  return Object.keys(buyer).length > 0 ? buyer : null
}

function nameOf(menu: SoldMenu, { productId }: Picked): string {
  const product = menu.products.find((one) => one.productId === productId)
  return product ? cartLineOf(product, productId).name : productId
}
