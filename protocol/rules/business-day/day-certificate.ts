/** The certificate of a closed day: counts and a hash of its orders. Hub and box compute it separately and compare. */
import { canonicalJson, sha256 } from "../../print/sha256.ts"
import type { DayCertificate } from "../../shapes/business-day.ts"
import type { OrderRecord } from "../../shapes/order.ts"

const GROUP_DIGITS = 4
const SHOWN_DIGITS = 16

/**
 * The hash covers one line per order, each ending in a line feed, sorted by the code units of the external id. A line is the JSON array
 * `[external id, order code, status, currency, total, tenders, methods]`. Currency and total are the settlement's, null without one.
 * A tender is `[transaction id, status, amount, method]`, in order of arrival; a method is `[method, amount]`; amounts are scaled texts.
 * Reports that only the hub receives (aggregator, fiscal authority) are left out.
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

export function isSameCertificate(a: DayCertificate, b: DayCertificate): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

/** The first 16 digits of the hash, in groups that people can compare: `1a2b 3c4d 5e6f 7081`. */
export function shownHash({ hash }: Pick<DayCertificate, "hash">): string {
  return (hash.slice(0, SHOWN_DIGITS).match(new RegExp(`.{${GROUP_DIGITS}}`, "g")) ?? []).join(" ")
}
