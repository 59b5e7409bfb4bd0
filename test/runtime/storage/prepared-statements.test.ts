/** What is put in, and what is found by its key, stays prepared on its PostgreSQL connection; nothing else does. */
import { type Kysely, sql } from "kysely"
import { expect, it } from "vitest"
import { createInsert } from "../../../runtime/storage/insert-rows.ts"
import { createStatement } from "../../../runtime/storage/statement.ts"
import { onPostgres } from "../../kit/databases.ts"

interface Tables {
  kept_fruit: { name: string; price: number }
}

const MIGRATIONS = [
  { id: 1, name: "fruit", sql: "CREATE TABLE kept_fruit (name TEXT PRIMARY KEY, price BIGINT NOT NULL)" },
]

const put = createInsert<Tables["kept_fruit"]>({ table: "kept_fruit", columns: { name: "text", price: "whole" } })
const byKey = createStatement(
  (db: Kysely<Tables>, at: { name: string }) => db.selectFrom("kept_fruit").select("price").where("name", "=", at.name),
  { byKey: true },
)
const byPrice = createStatement((db: Kysely<Tables>, at: { price: number }) =>
  db.selectFrom("kept_fruit").select("name").where("price", "=", at.price),
)

onPostgres((open) => {
  it("statements are cached by both texts", async () => {
    const store = await open<Tables>({ migrations: MIGRATIONS })
    const kept = await store.write(async ({ db }) => {
      const rows = [
        { name: "fig", price: 10 },
        { name: "plum", price: 25 },
      ]
      for (const statement of put(store.dialect, rows)) await db.executeQuery(statement)
      for (const { name, price } of [...rows, ...rows]) {
        expect((await byKey(db, { name })).rows).toEqual([{ price }])
        expect((await byPrice(db, { price })).rows).toEqual([{ name }])
      }
      return sql<{ statement: string }>`SELECT statement FROM pg_prepared_statements`.execute(db)
    })
    expect(kept.rows.map(({ statement }) => statement.split(" ")[0]).sort()).toEqual(["INSERT", "select"])
  })
})
