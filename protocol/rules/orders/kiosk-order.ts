/** Turns a kiosk's basket into an order injection. Prices come from the box's menu, never from the page. */
import { sum } from "../../money.ts"
import { type Fault, invalid, type Refusal, refuse } from "../../refusals.ts"
import type { BasketBuyer, BasketFulfillment, BasketLine } from "../../shapes/basket.ts"
import type { Client, OrderInjection } from "../../shapes/injection.ts"
import type { Store } from "../../shapes/store.ts"
import {
  cartLineOf,
  choicesOf,
  groupsOf,
  isAvailable,
  isGroupComplete,
  modifiersOf,
  optionsOf,
  type SoldMenu,
} from "../catalog/menu-lines.ts"
import { adapterOf } from "../fiscal/countries/index.ts"
import { normalizeDocument } from "./buyer.ts"
import { type CartLine, lineTotal } from "./cart.ts"
import { type CartMoney, injectedCart } from "./cart-injection.ts"

export const KIOSK_CHANNEL = "KIOSK"

type Parts = Pick<SoldMenu, "products" | "modifierGroups">

/** Returns null when the line cannot be sold: sold out, no longer in the menu, or with choices that are not allowed. */
export function basketLine(menu: Parts, line: BasketLine, lineId: string): CartLine | null {
  const product = menu.products.find(({ productId, type }) => productId === line.productId && type === "PRODUCTO")
  if (!product || !isAvailable(menu, product)) return null
  const choices = choicesOf(line.choices)
  const groups = groupsOf(menu, product)
  const allowed = groups.every((group) => isGroupComplete(group, choices[group.id]))
  const options = groups.flatMap((group) => optionsOf(menu, group).map((option) => ({ group, option })))
  const offered = line.choices.every(({ groupId, productId }) =>
    options.some(({ group, option }) => group.id === groupId && option.productId === productId && option.available),
  )
  if (!allowed || !offered) return null
  const modifiers = modifiersOf(menu, product, choices)
  return { ...cartLineOf(product, lineId), quantity: line.quantity, modifiers, notes: line.notes?.trim() ?? "" }
}

interface KioskBasket {
  readonly lines: readonly BasketLine[]
  /** The total that the guest saw, scaled. */
  readonly total: number
}

/** The cart, or why it differs from what the guest saw. `data.lines`: indexes of lines that cannot be sold; `data.total`: the new total. */
export function priceBasket(menu: Parts, { lines, total }: KioskBasket): readonly CartLine[] | Refusal<"CONFLICT"> {
  const cart = lines.map((line, index) => basketLine(menu, line, String(index + 1)))
  const unavailable = cart.flatMap((line, index) => (line ? [] : [index]))
  if (unavailable.length > 0) {
    return refuse("CONFLICT", "Some of it cannot be had any more.", { data: { why: "menu", lines: unavailable } })
  }
  const available = cart.filter((line) => line !== null)
  const now = sum(available.map(lineTotal))
  if (now !== total) {
    return refuse("CONFLICT", "The prices have changed.", { data: { why: "price", total: String(now) } })
  }
  return available
}

/** Faults of the buyer's tax id. The page and the box both check it. */
export function buyerFaults({ govIdType, govIdNumber }: BasketBuyer, countryCode: Store["countryCode"]): Fault[] {
  if (govIdNumber === undefined) return []
  const message = adapterOf(countryCode)?.checkTaxId(govIdType ?? null, govIdNumber) ?? null
  return message === null ? [] : [{ path: "buyer.govIdNumber", message }]
}

export interface KioskOrder {
  readonly orderId: string
  readonly orderCode: string
  readonly fulfillment: BasketFulfillment
  readonly buyer: BasketBuyer | undefined
  readonly deviceId: string
  readonly store: Pick<Store, "id" | "countryCode">
  readonly money: CartMoney
  readonly now: string
}

export function kioskInjection(
  lines: readonly CartLine[],
  order: KioskOrder,
): OrderInjection | Refusal<"VALIDATION_ERROR"> {
  const faults = order.buyer ? buyerFaults(order.buyer, order.store.countryCode) : []
  if (faults.length > 0) return invalid(...faults)
  const client = order.buyer && clientOf(order.buyer)
  const name = order.buyer?.name?.trim()
  return {
    orderId: order.orderId,
    orderCode: order.orderCode,
    createdAt: order.now,
    channel: KIOSK_CHANNEL,
    selectedShippingMethod: order.fulfillment,
    store: { id: order.store.id },
    stationId: order.deviceId,
    ...injectedCart(lines, order.money),
    ...(client && { client }),
    metadata: { locator: order.orderCode, ...(name && { additionalInfo: { kiosk: { buzzer_name: name } } }) },
  }
}

/** The injection's client; null if only a name was given, which is used to call the guest and not for an invoice. */
function clientOf({ name, govIdType, govIdNumber, email }: BasketBuyer): Client | null {
  const who = { ...(name?.trim() && { name: name.trim() }), ...(email && { email }) }
  if (govIdNumber === undefined) return email ? who : null
  return normalizeDocument({ ...who, ...(govIdType !== undefined && { govIdType }), govIdNumber }) as Client
}
