/** Queries of the hub's tables. Every query is limited to one tenant, unless the caller asks for `system`. */
import type {
  DeleteQueryBuilder,
  DeleteResult,
  Insertable,
  InsertQueryBuilder,
  InsertResult,
  Kysely,
  SelectQueryBuilder,
  Transaction,
  UpdateQueryBuilder,
  UpdateResult,
} from "kysely"
import { isRefusal } from "../../protocol/refusals.ts"
import { allOf } from "../../runtime/storage/await-all.ts"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import { insertValues } from "../../runtime/storage/insert-rows.ts"
import type { ReadScope, Store, WriteScope } from "../../runtime/storage/store.ts"
import type { HubTables } from "./schema.ts"

export interface Tenant {
  readonly accountId: string
  readonly vendorId: string
}

type With<Column extends string> = {
  [Table in keyof HubTables]: HubTables[Table] extends Record<Column, string> ? Table : never
}[keyof HubTables]

/** Tables whose rows belong to one vendor of one account. */
type VendorTables = With<"account_id" | "vendor_id">
/** Tables whose rows belong to one account at least. */
type AccountTables = With<"account_id">

type Nothing = Record<never, never>
type Row<Table extends VendorTables> = Omit<Insertable<HubTables[Table]>, "account_id" | "vendor_id">

export interface TenantRead {
  readonly tenant: Tenant
  /** ISO time, the same during the whole transaction. */
  readonly now: string
  readonly dialect: Dialect
  /** The scope without the tenant's filter: for tables whose rows belong to a store (its box, its log). */
  readonly system: SystemRead
  select<Table extends VendorTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
  /** `select` for rows by key. The tenant's columns are checked after the key, so that the database uses the key's index. */
  selectByKey<Table extends VendorTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
  /** Also reads the other vendors of the account. Only where the contract says so. */
  selectAcrossVendors<Table extends AccountTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
}

export interface TenantWrite extends TenantRead {
  insert<Table extends VendorTables>(table: Table, row: Row<Table>): InsertQueryBuilder<HubTables, Table, InsertResult>
  insertAll<Table extends VendorTables>(
    table: Table,
    rows: readonly Row<Table>[],
  ): InsertQueryBuilder<HubTables, Table, InsertResult>
  /** `insertAll` with cached statements, for what every order writes. `end` is appended to the SQL. Returns the number of inserted rows. */
  add<Table extends VendorTables>(table: Table, rows: readonly Row<Table>[], end?: string): Promise<number>
  /** `add` that skips existing rows. Returns the keys of the inserted rows. */
  addNew<Table extends VendorTables>(
    table: Table,
    key: keyof Row<Table> & string,
    rows: readonly Row<Table>[],
  ): Promise<Set<string>>
  update<Table extends VendorTables>(table: Table): UpdateQueryBuilder<HubTables, Table, Table, UpdateResult>
  remove<Table extends VendorTables>(table: Table): DeleteQueryBuilder<HubTables, Table, DeleteResult>
  /** `remove` for rows by key, as in `selectByKey`. */
  removeByKey<Table extends VendorTables>(table: Table): DeleteQueryBuilder<HubTables, Table, DeleteResult>
  afterCommit(nudge: () => void): void
  notify(topic: string): void
  readonly system: SystemWrite
}

export type SystemRead = ReadScope<HubTables>
export type SystemWrite = WriteScope<HubTables>

export interface HubStore {
  readonly dialect: Dialect
  read<T>(tenant: Tenant, fn: (scope: TenantRead) => Promise<T>): Promise<T>
  /** For lists and searches, which may be slow. On SQLite a worker thread runs them, so that nothing else waits. */
  list<T>(tenant: Tenant, fn: (scope: TenantRead) => Promise<T>): Promise<T>
  /** One transaction. If `fn` returns a refusal, the transaction is rolled back. */
  write<T>(tenant: Tenant, fn: (scope: TenantWrite) => Promise<T>): Promise<T>
  /** Calls the listener when a write notifies the topic. Returns a function that stops listening. */
  listen(topic: string, listener: () => void): () => void
  /** Without a tenant's filter. Only for key lookup, provisioning, enrolment and sync. */
  readonly system: {
    read<T>(fn: (scope: SystemRead) => Promise<T>): Promise<T>
    list<T>(fn: (scope: SystemRead) => Promise<T>): Promise<T>
    write<T>(fn: (scope: SystemWrite) => Promise<T>): Promise<T>
  }
}

export function createHubStore(store: Store<HubTables>): HubStore {
  return {
    dialect: store.dialect,
    listen: store.listen,
    read: (tenant, fn) => store.read((scope) => fn(fenceRead(scope, tenant, store.dialect))),
    list: (tenant, fn) => store.list((scope) => fn(fenceRead(scope, tenant, store.dialect))),
    write: (tenant, fn) =>
      undoingRefusals((guard) => store.write(async (scope) => guard(await fn(fence(scope, tenant, store.dialect))))),
    system: {
      read: (fn) => store.read(fn),
      list: (fn) => store.list(fn),
      write: (fn) => undoingRefusals((guard) => store.write(async (scope) => guard(await fn(scope)))),
    },
  }
}

/** The same store, with every read done as `list`. For the dashboard, where any read may be slow. */
export function readingAsLists(store: HubStore): HubStore {
  return { ...store, read: store.list, system: { ...store.system, read: store.system.list } }
}

/** Limits an open transaction to one tenant. */
export function fence(scope: SystemWrite, tenant: Tenant, dialect: Dialect): TenantWrite {
  const { db, now } = scope
  const { select, selectByKey, selectAcrossVendors } = fenceRead(scope, tenant, dialect)
  // No spread: V8 needs as long to extend a spread object as for a dozen statements.
  return {
    tenant,
    now,
    dialect,
    select,
    selectByKey,
    selectAcrossVendors,
    insert: (table, row) => {
      const owned = { ...row, account_id: tenant.accountId, vendor_id: tenant.vendorId }
      return db.insertInto(table).values(owned as unknown as Insertable<HubTables[typeof table]>)
    },
    insertAll: (table, rows) => {
      const owned = rows.map((row) => ({ ...row, account_id: tenant.accountId, vendor_id: tenant.vendorId }))
      return db.insertInto(table).values(owned as unknown as Insertable<HubTables[typeof table]>[])
    },
    add: async (table, rows, end = "") => {
      const owned = rows.map((row) => ({ ...row, account_id: tenant.accountId, vendor_id: tenant.vendorId }))
      const statements = insertValues(dialect, { table, rows: owned, end })
      const results = await allOf(statements.map((statement) => db.executeQuery(statement)))
      return results.reduce((sum, { numAffectedRows }) => sum + Number(numAffectedRows ?? 0n), 0)
    },
    addNew: async (table, key, rows) => {
      const owned = rows.map((row) => ({ ...row, account_id: tenant.accountId, vendor_id: tenant.vendorId }))
      const end = `ON CONFLICT DO NOTHING RETURNING "${key}" AS "key"`
      const statements = insertValues(dialect, { table, rows: owned, end })
      const results = await allOf(statements.map((statement) => db.executeQuery<{ key: string }>(statement)))
      return new Set(results.flatMap(({ rows }) => rows.map((row) => row.key)))
    },
    update: (table) => {
      const query = (db as Transaction<HubTables>).updateTable(table as "orders")
      return owned(query, table, tenant) as unknown as UpdateQueryBuilder<
        HubTables,
        typeof table,
        typeof table,
        UpdateResult
      >
    },
    remove: (table) => {
      const query = (db as Transaction<HubTables>).deleteFrom(table as "orders")
      return owned(query, table, tenant) as unknown as DeleteQueryBuilder<HubTables, typeof table, DeleteResult>
    },
    removeByKey: (table) => {
      const query = (db as Transaction<HubTables>).deleteFrom(table as "orders")
      const keyed = query
        .where(dialect.behindKey(`${table}.account_id`), "=", tenant.accountId)
        .where(dialect.behindKey(`${table}.vendor_id`), "=", tenant.vendorId)
      return keyed as unknown as DeleteQueryBuilder<HubTables, typeof table, DeleteResult>
    },
    afterCommit: (nudge) => scope.afterCommit(nudge),
    notify: (topic) => scope.notify(topic),
    system: scope,
  }
}

function fenceRead({ db, now }: SystemRead | SystemWrite, tenant: Tenant, dialect: Dialect): TenantRead {
  const from = (table: keyof HubTables) => (db as Kysely<HubTables>).selectFrom(table as "orders")
  return {
    tenant,
    now,
    dialect,
    system: { db: db as SystemRead["db"], now },
    select: (table) =>
      owned(from(table), table, tenant) as unknown as SelectQueryBuilder<HubTables, typeof table, Nothing>,
    selectByKey: (table) =>
      from(table)
        .where(dialect.behindKey(`${table}.account_id`), "=", tenant.accountId)
        .where(dialect.behindKey(`${table}.vendor_id`), "=", tenant.vendorId) as unknown as SelectQueryBuilder<
        HubTables,
        typeof table,
        Nothing
      >,
    selectAcrossVendors: (table) =>
      from(table).where(
        `${table}.account_id` as "orders.account_id",
        "=",
        tenant.accountId,
      ) as unknown as SelectQueryBuilder<HubTables, typeof table, Nothing>,
  }
}

/** Adds the tenant's filter to any builder with `where`. `orders` stands for every table with the two columns. */
function owned<Q extends Fenceable<Q>>(query: Q, table: string, tenant: Tenant): Q {
  return query
    .where(`${table}.account_id` as "orders.account_id", "=", tenant.accountId)
    .where(`${table}.vendor_id` as "orders.vendor_id", "=", tenant.vendorId)
}

interface Fenceable<Q> {
  where(column: "orders.account_id" | "orders.vendor_id", operator: "=", value: string): Q
}

class Refused extends Error {
  readonly value: unknown
  constructor(value: unknown) {
    super("rolled back by a refusal")
    this.value = value
  }
}

async function undoingRefusals<T>(run: (guard: (result: T) => T) => Promise<T>): Promise<T> {
  try {
    return await run((result) => {
      if (isRefusal(result)) throw new Refused(result)
      return result
    })
  } catch (error) {
    if (error instanceof Refused) return error.value as T
    throw error
  }
}
