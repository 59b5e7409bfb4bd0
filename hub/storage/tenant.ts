/** The hub's door to its tables: every query is fenced to one tenant, and the fenced query is the shortest one to write. */
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
  /** ISO moment, the same through the whole transaction. */
  readonly now: string
  readonly dialect: Dialect
  /** The scope without its fence: for rooms whose rows belong to a store and not to a tenant (its box, its log). */
  readonly system: SystemRead
  select<Table extends VendorTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
  /** The same fence, looked at after the key: for rows by their keys, where a database may rather walk the tenant's rows. */
  selectByKey<Table extends VendorTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
  /** Reads the other vendors of the account as well: only where the contract says so. */
  selectAcrossVendors<Table extends AccountTables>(table: Table): SelectQueryBuilder<HubTables, Table, Nothing>
}

export interface TenantWrite extends TenantRead {
  insert<Table extends VendorTables>(table: Table, row: Row<Table>): InsertQueryBuilder<HubTables, Table, InsertResult>
  insertAll<Table extends VendorTables>(
    table: Table,
    rows: readonly Row<Table>[],
  ): InsertQueryBuilder<HubTables, Table, InsertResult>
  /** `insertAll` for what every order writes, by statements that are written once; `end` is what follows the rows. How many went in. */
  add<Table extends VendorTables>(table: Table, rows: readonly Row<Table>[], end?: string): Promise<number>
  /** `add` that leaves out what is there already: the keys of those that went in. */
  addNew<Table extends VendorTables>(
    table: Table,
    key: keyof Row<Table> & string,
    rows: readonly Row<Table>[],
  ): Promise<Set<string>>
  update<Table extends VendorTables>(table: Table): UpdateQueryBuilder<HubTables, Table, Table, UpdateResult>
  remove<Table extends VendorTables>(table: Table): DeleteQueryBuilder<HubTables, Table, DeleteResult>
  /** The same fence, looked at after the key, as in `selectByKey`. */
  removeByKey<Table extends VendorTables>(table: Table): DeleteQueryBuilder<HubTables, Table, DeleteResult>
  afterCommit(nudge: () => void): void
  wake(topic: string): void
  readonly system: SystemWrite
}

export type SystemRead = ReadScope<HubTables>
export type SystemWrite = WriteScope<HubTables>

export interface HubStore {
  readonly dialect: Dialect
  read<T>(tenant: Tenant, fn: (scope: TenantRead) => Promise<T>): Promise<T>
  /** For lists and searches, which may take long: on SQLite a thread reads them, and nobody else waits. */
  list<T>(tenant: Tenant, fn: (scope: TenantRead) => Promise<T>): Promise<T>
  /** One transaction. A returned refusal rolls it back, so that a "no" changes nothing, whatever was written before it. */
  write<T>(tenant: Tenant, fn: (scope: TenantWrite) => Promise<T>): Promise<T>
  /** Calls back when a write has woken the topic; the answer ends that. */
  listen(topic: string, listener: () => void): () => void
  /** No tenant fences these. Only for key lookup, provisioning, enrolment and sync. */
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

/** The same store for headquarters: whatever a screen reads may be long, so all of it is read as lists are. */
export function readingAsLists(store: HubStore): HubStore {
  return { ...store, read: store.list, system: { ...store.system, read: store.system.list } }
}

/** Puts a tenant's fence on a transaction that is already open. */
export function fence(scope: SystemWrite, tenant: Tenant, dialect: Dialect): TenantWrite {
  const { db, now } = scope
  const { select, selectByKey, selectAcrossVendors } = fenceRead(scope, tenant, dialect)
  // Named one by one: to add this much to what was spread takes V8 as long as a dozen statements.
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
    wake: (topic) => scope.wake(topic),
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

/** Any builder with a `where` will do: `orders` stands in for every table that has the two columns. */
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
