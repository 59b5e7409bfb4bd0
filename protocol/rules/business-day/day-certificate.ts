/** The certificate of a day's close: counts and a hash, from the orders alone, so that hub and box can each find it and compare. */
import { canonicalJson, sha256 } from "../../print/sha256.ts"
import type { DayCertificate } from "../../shapes/business-day.ts"
import type { OrderRecord } from "../../shapes/order.ts"

const GROUP = 4
const SHOWN = 16

/**
 * The hash is that of a text: a line for each order, by external id in the order of its code units, each ending in a line feed. A line
 * is the JSON array `[external id, order code, status, currency, total, tenders, methods]`, currency and total
 * of the settlement, null where there is none; a tender is `[transaction id, status,
 * amount, method]` in the order in which they came, a method `[method, amount]`. Amounts are scaled texts, as the API gives them.
 * What the hub alone hears of an order (aggregator, authority) is not in it.
 */
export function certifyDay(orders: readonly OrderRecord[]): DayCertificate {
  const lines = [...orders].sort((a, b) => (a.orderExternal < b.orderExternal ? -1 : 1)).map(lineOf)
  return {
    orders: orders.length,
    tenders: orders.reduce((all, { payments }) => all + payments.length, 0),
    hash: sha256(lines.map((line) => `${line}\n`).join("")),
  }
}

function lineOf(order: OrderRecord): string {
  const { orderExternal, orderCode, status, settlement, payments, paymentMethods } = order
  const { currencyCode = null, total = null } = settlement ?? {}
  const tenders = payments.map(({ transactionId, status, amount, method }) => [transactionId, status, amount, method])
  const methods = paymentMethods.map(({ method, amount }) => [method, amount])
  return JSON.stringify([orderExternal, orderCode, status, currencyCode, total, tenders, methods])
}

export function isSame(a: DayCertificate, b: DayCertificate): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

/** The beginning of the hash, as people compare it: `1a2b 3c4d 5e6f 7081`. */
export function shownHash({ hash }: Pick<DayCertificate, "hash">): string {
  return (hash.slice(0, SHOWN).match(new RegExp(`.{${GROUP}}`, "g")) ?? []).join(" ")
}
