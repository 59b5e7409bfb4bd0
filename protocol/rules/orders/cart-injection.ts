/** Converts a cart into the lines and totals of an order injection (docs/contract/orders.md#create-an-order). */
import { type Scaled, toMajor } from "../../money.ts"
import type { InjectedProduct, OrderInjection } from "../../shapes/injection.ts"
import { type CartLine, cartTotals, lineTaxes } from "./cart.ts"

export interface CartMoney {
  readonly currency: string
  readonly decimals: number
}

/** An unpaid injection; the payment follows as tenders. */
export function injectedCart(
  lines: readonly CartLine[],
  { currency, decimals }: CartMoney,
): Pick<OrderInjection, "order" | "payments"> {
  const { subtotal, tax, total } = cartTotals(lines, decimals)
  return {
    order: { products: lines.map((line) => productOf(line, decimals)) },
    payments: {
      totals: [
        { code: "SUBTOTAL", amount: majorText(subtotal) },
        { code: "TAX", amount: majorText(tax) },
        { code: "TOTAL", amount: majorText(total) },
      ],
      currencyCode: currency,
      status: "PENDING",
    },
  }
}

/** A scaled amount as text in major units with four decimals. */
export function majorText(amount: Scaled): string {
  return toMajor(amount).toFixed(4)
}

function productOf(line: CartLine, decimals: number): InjectedProduct {
  return {
    productId: line.productId,
    name: line.name,
    quantity: line.quantity,
    unitPrice: majorText(line.unitPrice),
    taxes: lineTaxes(line, decimals).map(({ code, rate, amount }) => ({ code, rate, amount: majorText(amount) })),
    modifiers: line.modifiers.map(({ groupId, productId, name, unitPrice }) => ({
      modifierId: groupId,
      optionId: productId,
      name,
      quantity: 1,
      unitPrice: majorText(unitPrice),
    })),
    ...(line.notes !== "" && { notes: line.notes }),
    ...(line.station !== null && { stationCode: line.station }),
  }
}
