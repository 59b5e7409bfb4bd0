/** Finds and writes single rows of any table by key, for provisioning. */
import type { Kysely } from "kysely"
import type { Dialect } from "../../runtime/storage/dialect.ts"
import type { HubTables, SystemRead, SystemWrite } from "../storage/index.ts"

export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

/** A wanted row: found by `key`, with the columns of `row`. */
export interface RowWrite {
  readonly table: keyof HubTables
  readonly key: Row
  readonly row: Row
  /** The stored row. Null if there is none. */
  readonly is: Row | null
}

type Tables = Record<string, Record<string, Cell>>

export async function findRow(scope: SystemRead, table: keyof HubTables, key: Row): Promise<Row | null> {
  return (await byKey(scope, table, key).executeTakeFirst()) ?? null
}

/** Locks and reads a row until the commit. */
export async function lockRow(
  scope: SystemRead,
  { dialect, table, key }: { dialect: Dialect; table: keyof HubTables; key: Row },
): Promise<Row | null> {
  return (await dialect.forUpdate(byKey(scope, table, key)).executeTakeFirst()) ?? null
}

function byKey({ db }: SystemRead, table: keyof HubTables, key: Row) {
  let query = (db as unknown as Kysely<Tables>).selectFrom(table).selectAll()
  for (const [column, value] of Object.entries(key)) query = query.where(column, "=", value)
  return query
}

/** A missing row is only inserted. If another transaction has inserted it meanwhile, the plan is made again. */
export async function writeRow({ db }: SystemWrite, { table, key, row, is }: RowWrite): Promise<void> {
  const tables = db as unknown as Kysely<Tables>
  if (!is)
    return void (await tables
      .insertInto(table)
      .values({ ...key, ...row })
      .execute())
  let query = tables.updateTable(table).set(row)
  for (const [column, value] of Object.entries(key)) query = query.where(column, "=", value)
  await query.execute()
}
