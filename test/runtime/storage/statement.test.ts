/** A statement that is built once says on both engines what the same query says that is built each time. */
import { type Kysely, sql } from "kysely"
import { expect, it } from "vitest"
import { createStatement } from "../../../runtime/storage/statement.ts"
import { eachDatabase } from "../../kit/databases.ts"

interface Tables {
  fruit: { name: string; price: number; note: string | null }
}

const CREATE = "CREATE TABLE fruit (name TEXT PRIMARY KEY, price BIGINT NOT NULL, note TEXT)"
const MIGRATIONS = [{ id: 1, name: "fruit", sql: { sqlite: CREATE, postgres: CREATE } }]

const put = createStatement((db: Kysely<Tables>, at: Tables["fruit"]) =>
  db.insertInto("fruit").values({ name: at.name, price: at.price, note: at.note }),
)
const raise = createStatement((db: Kysely<Tables>, at: { by: number; over: number }) =>
  db
    .updateTable("fruit")
    .set(({ eb }) => ({ price: eb("price", "+", at.by) }))
    .where("price", ">", at.over),
)
const cheapest = createStatement((db: Kysely<Tables>, at: { most: number }, dialect) =>
  dialect.forUpdate(
    db.selectFrom("fruit").select(["name", "note"]).where("price", "<=", at.most).orderBy("price").limit(2),
  ),
)
const noted = createStatement(
  (_db: Kysely<Tables>, at: { note: string }) =>
    sql<{ name: string }>`SELECT name FROM fruit WHERE note = ${at.note} OR name = ${at.note} ORDER BY name`,
)

eachDatabase((engine, open) => {
  it("a statement uses each value where it is named, beside constants", async () => {
    const store = await open<Tables>({ migrations: MIGRATIONS })
    await store.write(async ({ db }) => {
      for (const fruit of FRUIT) await put(db, fruit)
      expect((await raise(db, { by: 5, over: 20 })).numAffectedRows).toBe(1n)
      expect((await cheapest(db, { most: 100 })).rows).toEqual([
        { name: "fig", note: null },
        { name: "kiwi", note: "fig" },
      ])
      expect((await cheapest(db, { most: 10 })).rows).toEqual([{ name: "fig", note: null }])
    })
    expect(await store.read(async ({ db }) => (await noted(db, { note: "fig" })).rows)).toEqual([
      { name: "fig" },
      { name: "kiwi" },
    ])
  })

  it("a statement is built once for its engine", async () => {
    const built: string[] = []
    const priceOf = createStatement((db: Kysely<Tables>, at: { name: string }, dialect) => {
      built.push(dialect.engine)
      return db.selectFrom("fruit").select("price").where("name", "=", at.name)
    })
    const store = await open<Tables>({ migrations: MIGRATIONS })
    await store.write(({ db }) => put(db, { name: "fig", price: 10, note: null }))
    const read = (name: string) => store.read(async ({ db }) => (await priceOf(db, { name })).rows)
    expect([await read("fig"), await read("none")].map((rows) => rows.length)).toEqual([1, 0])
    expect(built).toEqual([engine])
  })
})

const FRUIT = [
  { name: "plum", price: 25, note: null },
  { name: "kiwi", price: 15, note: "fig" },
  { name: "fig", price: 10, note: null },
]
