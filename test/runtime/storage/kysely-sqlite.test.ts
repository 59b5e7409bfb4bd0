import { sql } from "kysely"
import { expect, it } from "vitest"
import { sqliteReader, sqliteWriter } from "../../../runtime/storage/kysely-sqlite.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { createGate } from "../../../runtime/storage/sqlite-group-commit.ts"
import { tempFile, whenOver } from "../../kit/temp.ts"
import type { JarTables } from "./jars.ts"

const BEYOND_32_BITS = 5_000_000_001

function openBoth() {
  const path = tempFile("jars.db")
  const writing = openSqlite(path)
  writing.exec("CREATE TABLE jar (id TEXT PRIMARY KEY, coins BIGINT NOT NULL, note TEXT)")
  const reading = openSqlite(path, { readonly: true })
  whenOver(() => {
    reading.close()
    writing.close()
  })
  return {
    transact: sqliteWriter<JarTables>(writing, createGate(writing)),
    reader: sqliteReader<JarTables>(reading),
  }
}

it("returns integers as integers, also beyond 32 bits", async () => {
  const { reader } = openBoth()
  const query = sql<{
    kind: string
    half: number
  }>`SELECT typeof(${BEYOND_32_BITS}) AS kind, ${BEYOND_32_BITS} / 2 AS half`
  expect((await query.execute(reader)).rows).toEqual([{ kind: "integer", half: 2_500_000_000 }])
})

it("counts changed rows, and returns requested ones", async () => {
  const { transact } = openBoth()
  await transact(async (tx) => {
    const row = { id: "a", coins: 1, note: null }
    const inserted = await tx.insertInto("jar").values(row).returningAll().executeTakeFirst()
    expect(inserted).toEqual(row)
    const again = await tx
      .insertInto("jar")
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirst()
    expect(again.numInsertedOrUpdatedRows).toBe(0n)
    const updated = await tx.updateTable("jar").set({ coins: 2 }).where("coins", "=", 1).executeTakeFirst()
    expect(updated.numUpdatedRows).toBe(1n)
  })
})

it("refuses values without a type in SQLite, as PostgreSQL does", async () => {
  const { transact } = openBoth()
  const insertFlag = transact((tx) =>
    tx
      .insertInto("jar")
      .values({ id: "a", coins: true as unknown as number, note: null })
      .execute(),
  )
  await expect(insertFlag).rejects.toThrow(/can only bind/)
})

it("offers pages instead of streams", async () => {
  const { reader } = openBoth()
  await expect(reader.selectFrom("jar").selectAll().stream().next()).rejects.toThrow("read in pages")
})

it("a computed limit does not make SQLite plan a statement again", async () => {
  const { reader, transact } = openBoth()
  await transact(async (tx) => {
    for (const id of ["a", "b", "c", "d"]) await tx.insertInto("jar").values({ id, coins: 1, note: null }).execute()
  })
  const some = (limit: number) => reader.selectFrom("jar").select("id").orderBy("id").limit(limit).offset(1)
  expect(some(2).compile().sql).toContain("limit ? + 0")
  expect((await some(2).execute()).map(({ id }) => id)).toEqual(["b", "c"])
  expect((await some(1).execute()).map(({ id }) => id)).toEqual(["b"])
})
