/** Detects that hub and store received different contents under one order id (docs/contract/sync.md#one-order-id-created-on-both-sides). */
import { fromText, toMajor } from "../../money.ts"
import type { OrderConflict } from "../../shapes/conflict.ts"
import type { OrderLine, OrderRecord } from "../../shapes/order.ts"
import { totalOf } from "../payments/settlement.ts"
import { conflictCause } from "./order-conflicts.ts"

/** Lines of each side that the reason lists at most. */
const NAMED_MAX = 10

/** Returns a conflict when the contents differ, else null. The store's contents are the valid ones. */
export function findDifferingLines(own: OrderRecord, hubs: OrderRecord, now: string): OrderConflict | null {
  if (comparableContents(own) === comparableContents(hubs)) return null
  const [hubContents, storeContents] = [describeOrder(hubs), describeOrder(own)]
  const why = `The hub was sent ${hubContents}. The store was sent ${storeContents}, which is valid.`
  const cause = conflictCause("LINES_DIFFER", why, { hubContents, storeContents })
  return { at: now, side: "hub", what: "lines", key: hubs.id, ...cause }
}

/** Lines, total and currency, without the stations. */
function comparableContents(order: OrderRecord): string {
  const lines = order.orderLines.map(({ productId, name, quantity, unitPrice, modifiers, notes }) => {
    const chosen = modifiers.map((one) => [one.modifierId, one.optionId, one.name, one.quantity, one.unitPrice])
    return [productId, name, quantity, unitPrice, chosen, notes]
  })
  return JSON.stringify([lines, totalOf(order), order.currencyCode])
}

/** Without words of any language, since pages show it beside their own. */
function describeOrder(order: OrderRecord): string {
  const named = order.orderLines.slice(0, NAMED_MAX).map(describeLine)
  const more = order.orderLines.length > NAMED_MAX ? ["…"] : []
  return `${[...named, ...more].join(", ")} = ${toMajor(totalOf(order))} ${order.currencyCode}`
}

function describeLine({ quantity, name, unitPrice }: OrderLine): string {
  return `${quantity} × ${name} (${toMajor(fromText(unitPrice))})`
}
