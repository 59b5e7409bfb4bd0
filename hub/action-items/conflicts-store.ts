/** Action items for open conflicts of orders, identified by order, kind of write and key. */
import { sql } from "kysely"
import { fromText, toMajor } from "../../protocol/money.ts"
import type { OrderConflict } from "../../protocol/shapes/conflict.ts"
import type { ConflictKey } from "../orders/index.ts"
import type { TenantRead } from "../storage/index.ts"
import { type ActionItemQuery, beyond, type Row } from "./action-items-store.ts"

export async function readConflicts(scope: TenantRead, { vendorIds, after, limit }: ActionItemQuery): Promise<Row[]> {
  const key = sql`order_id || '/' || what || '/' || conflict_key`
  const { rows } = await sql<ConflictRow>`
    SELECT ${key} AS "key", vendor_id AS "vendorId", store_id AS "storeId", at AS "at", what AS "what",
      order_id AS "order", order_code AS "orderCode", record, asked_at AS "askedAt"
    FROM order_conflict WHERE account_id = ${scope.tenant.accountId} AND vendor_id IN (${sql.join(vendorIds)})
      ${beyond(after, "at", key)}
    ORDER BY at, ${key} LIMIT ${limit}`.execute(scope.system.db)
  return rows.map(({ record, orderCode, ...row }) => ({ ...row, ...reasonOf(orderCode, JSON.parse(record)) }))
}

interface ConflictRow extends Omit<Row, "why"> {
  readonly orderCode: string
  readonly record: string
}

/** The English text is only for conflicts without a code. Includes the amount, because the guest may have to get it back. */
function reasonOf(orderCode: string, { why, reason, amount, currencyCode, method, key }: OrderConflict) {
  const money = amount === undefined ? null : [toMajor(fromText(amount)), currencyCode, method].join(" ")
  const facts = [orderCode, money, key, reason ? null : why].filter(Boolean).join(" · ")
  return { why: facts, ...(reason && { reason }) }
}

export async function storeOfConflict(scope: TenantRead, { orderId, what, key }: ConflictKey): Promise<string | null> {
  const query = scope.selectByKey("order_conflict").select("store_id").where("order_id", "=", orderId)
  const row = await query.where("what", "=", what).where("conflict_key", "=", key).executeTakeFirst()
  return row?.store_id ?? null
}
