/** Finds and writes single rows of any table by their key: what provisioning needs to compare what is with what shall be. */
import type { Kysely } from "kysely"
import type { HubTables, SystemRead, SystemWrite } from "../storage/index.ts"

export type Cell = string | number | null
export type Row = Readonly<Record<string, Cell>>

/** A row as it shall be: found by `key`, with the columns of `row`. */
export interface RowWrite {
  readonly table: keyof HubTables
  readonly key: Row
  readonly row: Row
}

type Tables = Record<string, Record<string, Cell>>

export async function findRow(scope: SystemRead, table: keyof HubTables, key: Row): Promise<Row | null> {
  let query = (scope.db as unknown as Kysely<Tables>).selectFrom(table).selectAll()
  for (const [column, value] of Object.entries(key)) query = query.where(column, "=", value)
  return (await query.executeTakeFirst()) ?? null
}

export async function writeRow({ db }: SystemWrite, { table, key, row }: RowWrite): Promise<void> {
  await (db as unknown as Kysely<Tables>)
    .insertInto(table)
    .values({ ...key, ...row })
    .onConflict((conflict) => conflict.columns(Object.keys(key)).doUpdateSet(row))
    .execute()
}
