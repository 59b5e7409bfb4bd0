/** Queries of stores and vendors. */

import type { Page } from "../../protocol/shapes/page.ts"
import type { Store } from "../../protocol/shapes/store.ts"
import type { DeclineReason } from "../../protocol/shapes/tender.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import {
  createFencedRead,
  type SystemRead,
  type SystemWrite,
  type TenantRead,
  type TenantWrite,
} from "../storage/index.ts"

/** A store of the key's vendor, by its id. */
export async function findStore(scope: TenantRead, storeId: string): Promise<Store | null> {
  return toStore((await byId(scope, { storeId })).rows[0])
}

const byId = createFencedRead((tx, at: { storeId: string }) =>
  tx.select("store").select("record").where("store_id", "=", at.storeId),
)

/** For rows that refer to a store, so it must exist. */
export async function requireStore(scope: TenantRead, storeId: string): Promise<Store> {
  const store = await findStore(scope, storeId)
  if (!store) throw new Error(`no store ${storeId}`)
  return store
}

/** `findStore` with a lock until the commit. Meanwhile no order of the store can be inserted, because its foreign key needs the row. */
export async function lockStore(tx: TenantWrite, storeId: string): Promise<Store | null> {
  return toStore((await lockedById(tx, { storeId })).rows[0])
}

const lockedById = createFencedRead((tx, at: { storeId: string }) =>
  tx.dialect.forUpdate(tx.select("store").select("record").where("store_id", "=", at.storeId)),
)

/** A store of the key's vendor, by the customer's own code. */
export async function findStoreByCode(scope: TenantRead, code: string): Promise<Store | null> {
  return toStore((await byCode(scope, { code })).rows[0])
}

const byCode = createFencedRead((tx, at: { code: string }) =>
  tx.select("store").select("record").where("code", "=", at.code),
)

/** Stores of the key's vendor, by their ids or by the customer's own codes. */
export async function findStoresNamed(
  scope: TenantRead,
  { ids, codes }: { ids: readonly string[]; codes: readonly string[] },
): Promise<Store[]> {
  const rowsOf = async (find: typeof namedById, names: readonly string[]) =>
    names.length === 0 ? [] : (await find(scope, { names: scope.dialect.listOf(new Set(names)) })).rows
  const [byIds, byCodes] = await allOf([rowsOf(namedById, ids), rowsOf(namedByCode, codes)])
  return [...byIds, ...byCodes].map(({ record }) => JSON.parse(record))
}

const namedById = createFencedRead(
  ({ selectByKey, dialect }, at: { names: unknown }) =>
    selectByKey("store").select("record").where(dialect.isAmong("store_id", at.names)),
  { byKey: true },
)

const namedByCode = createFencedRead(({ select, dialect }, at: { names: unknown }) =>
  select("store").select("record").where(dialect.isAmong("code", at.names)),
)

/** A store of any vendor of the key's account. */
export async function findStoreOfAccount(scope: TenantRead, storeId: string): Promise<Store | null> {
  const query = scope.selectAcrossVendors("store").select("record").where("store_id", "=", storeId)
  return toStore(await query.executeTakeFirst())
}

/** A store of any tenant, for enrolment and sync. */
export async function findAnyStore({ db }: SystemRead | SystemWrite, storeId: string): Promise<Store | null> {
  return toStore(await db.selectFrom("store").select("record").where("store_id", "=", storeId).executeTakeFirst())
}

/** `findAnyStore` with a lock until the commit. Meanwhile no order of the store can be inserted. */
export async function lockAnyStore({ db }: SystemWrite, storeId: string, dialect: Dialect): Promise<Store | null> {
  const query = db.selectFrom("store").select("record").where("store_id", "=", storeId)
  return toStore(await dialect.forUpdate(query).executeTakeFirst())
}

export async function storesOfAccount({ db }: SystemWrite, accountId: string): Promise<Store[]> {
  // Sorted, because callers lock the stores' logs one after another.
  const query = db.selectFrom("store").select("record").where("account_id", "=", accountId).orderBy("store_id")
  const rows = await query.execute()
  return rows.map((row) => JSON.parse(row.record))
}

/** The vendor's stores, always in the same order. */
export async function storesOfVendor(scope: TenantRead): Promise<Store[]> {
  const rows = await scope.select("store").select("record").orderBy("store_id").execute()
  return rows.map((row) => JSON.parse(row.record))
}

/** The numbers of the stores of some vendors, by vendor and store. */
export async function storeNumbers({ db }: SystemRead, vendorIds: readonly string[]) {
  const numbers = new Map<string, Map<string, Store["number"]>>()
  for (const vendorId of vendorIds) {
    const rows = await db.selectFrom("store").select("record").where("vendor_id", "=", vendorId).execute()
    const stores: Store[] = rows.map(({ record }) => JSON.parse(record))
    numbers.set(vendorId, new Map(stores.map(({ id, number }) => [id, number])))
  }
  return numbers
}

/** A page of the vendor's stores by code, and their total number. */
export async function pageOfStores(scope: TenantRead, page: Page): Promise<{ stores: Store[]; total: number }> {
  const counting = scope.select("store").select(({ fn }) => fn.countAll<number | string>().as("total"))
  const total = Number((await counting.executeTakeFirstOrThrow()).total)
  const inOrder = scope.select("store").select("record").orderBy("code").orderBy("store_id")
  const rows = await inOrder
    .offset((page.page - 1) * page.size)
    .limit(page.size)
    .execute()
  return { stores: rows.map((row) => JSON.parse(row.record)), total }
}

/** Stores of any vendor of the account, by their ids. */
export async function storesOfAccountById(scope: TenantRead, ids: readonly string[]): Promise<Map<string, Store>> {
  if (ids.length === 0) return new Map()
  const rows = await scope
    .selectAcrossVendors("store")
    .select(["store_id", "record"])
    .where("store_id", "in", [...ids])
    .execute()
  return new Map(rows.map(({ store_id, record }) => [store_id, JSON.parse(record)]))
}

/** The vendor's stores by code, after a key. Stores without a code come first. */
export async function storesByCode(
  scope: TenantRead,
  { after, limit }: { after: { readonly code: string; readonly storeId: string } | null; limit: number },
): Promise<Store[]> {
  let query = scope.select("store").select("record")
  if (after) {
    query = query.where(({ eb, fn, val, or, and }) => {
      const code = fn.coalesce("code", val(""))
      return or([eb(code, ">", after.code), and([eb(code, "=", after.code), eb("store_id", ">", after.storeId)])])
    })
  }
  const inOrder = query.orderBy(({ fn, val }) => fn.coalesce("code", val(""))).orderBy("store_id")
  return (await inOrder.limit(limit).execute()).map((row) => JSON.parse(row.record))
}

export async function countryOfVendor(scope: TenantRead): Promise<string> {
  return (await scope.select("vendor").select("country_code").executeTakeFirstOrThrow()).country_code
}

export async function declineReasons(scope: TenantRead): Promise<DeclineReason[]> {
  const { rows } = await reasonsOf(scope, {})
  return rows.map((row) => ({
    code: row.code,
    group: row.group_code,
    active: row.active === 1,
    label: JSON.parse(row.label),
    displayOrder: Number(row.display_order),
  }))
}

const reasonsOf = createFencedRead((tx) =>
  tx
    .selectAcrossVendors("decline_reason")
    .select(["code", "group_code", "active", "label", "display_order"])
    .orderBy("code"),
)

function toStore(row: { record: string } | undefined): Store | null {
  return row ? JSON.parse(row.record) : null
}
