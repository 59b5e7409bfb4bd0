/** Action items for money that guests must get back, of cancelled orders and of orders that were paid twice. */
import { sql } from "kysely"
import { fromText, toMajor } from "../../protocol/money.ts"
import { toMoneyToReturn } from "../../protocol/rules/cancellation/money-to-return.ts"
import type { MoneyToReturn } from "../../protocol/shapes/money-to-return.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { TenantRead } from "../storage/index.ts"
import { type ActionItemQuery, beyond, type Row } from "./action-items-store.ts"

/** Once somebody has settled it, its store is asked to record that on the order. */
export async function readRefunds(scope: TenantRead, { vendorIds, after, limit }: ActionItemQuery): Promise<Row[]> {
  const { rows } = await sql<RefundRow>`
    SELECT order_id AS "key", vendor_id AS "vendorId", store_id AS "storeId", updated_at AS "at", record
    FROM orders WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      AND to_return = 1 ${beyond(after, "updated_at", sql`order_id`)}
    ORDER BY updated_at, order_id LIMIT ${limit}`.execute(scope.system.db)
  const found = rows.flatMap(({ record, ...row }) => {
    const money = toMoneyToReturn(JSON.parse(record) as OrderRecord)
    return money ? [{ row, money }] : []
  })
  const answered = await answeredAt(
    scope,
    found.map(({ money }) => answerKeyOf(money)),
  )
  return found.map(({ row, money }) => ({
    ...row,
    ...describe(money),
    askedAt: answered.get(answerKeyOf(money)) ?? null,
  }))
}

type RefundRow = Pick<Row, "key" | "vendorId" | "storeId" | "at"> & { readonly record: string }

function describe({ orderId, orderCode, money, currencyCode, guest, paidTwice }: MoneyToReturn) {
  const rows = money.map(({ method, amount }) => `${toMajor(fromText(amount))} ${currencyCode} ${method}`)
  const isPaidTwice = paidTwice.length > 0
  const why = `${isPaidTwice ? "PAID_TWICE" : "CANCELLED_AND_PAID"}: ${[orderCode, ...paidTwice].join(" · ")}`
  return { what: rows.join(" + "), why, order: orderId, guest, isPaidTwice }
}

/** One order may have money to return for several reasons. Each is settled by itself. */
export function answerKeyOf({ orderId, since }: MoneyToReturn): string {
  return `${orderId}/${since}`
}

async function answeredAt(scope: TenantRead, keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; at: string }>`
    SELECT item_key AS "key", at FROM put_aside WHERE account_id = ${scope.tenant.accountId} AND kind = 'refund'
      AND item_key IN (${sql.join(keys)})`.execute(scope.system.db)
  return new Map(rows.map(({ key, at }) => [key, at]))
}
