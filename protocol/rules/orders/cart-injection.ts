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
        { code: "SUBTOTAL", amount: toMajorText(subtotal) },
        { code: "TAX", amount: toMajorText(tax) },
        { code: "TOTAL", amount: toMajorText(total) },
      ],
      currencyCode: currency,
      status: "PENDING",
    },
  }
}

/** A scaled amount as text in major units with four decimals. */
export function toMajorText(amount: Scaled): string {
  return toMajor(amount).toFixed(4)
}

function productOf(line: CartLine, decimals: number): InjectedProduct {
  return {
    productId: line.productId,
    name: line.name,
    quantity: line.quantity,
    unitPrice: toMajorText(line.unitPrice),
    taxes: lineTaxes(line, decimals).map(({ code, rate, amount }) => ({ code, rate, amount: toMajorText(amount) })),
    modifiers: line.modifiers.map(({ groupId, productId, name, unitPrice }) => ({
      modifierId: groupId,
      optionId: productId,
      name,
      quantity: 1,
      unitPrice: toMajorText(unitPrice),
    })),
    ...(line.notes !== "" && { notes: line.notes }),
    ...(line.station !== null && { stationCode: line.station }),
  }
}
