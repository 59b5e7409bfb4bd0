import { expect, it } from "vitest"
import { createInsert } from "../../../runtime/storage/insert-rows.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

const columns = { id: "text", coins: "whole", note: "text" } as const
const insert = createInsert<JarTables["jar"]>({
  table: "jar",
  columns,
  end: "ON CONFLICT (id) DO NOTHING RETURNING id",
})
const jars = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    id: String(n).padStart(4, "0"),
    coins: 9_000_000_000_000 + n,
    note: n % 2 === 0 ? null : `"${n}", {ñ} \\`,
  }))

eachDatabase((_engine, open) => {
  const openJars = async () => {
    const store = await open<JarTables>({ migrations: jarMigrations })
    const put = (rows: readonly JarTables["jar"][]) =>
      store.write(async ({ db }) => {
        const found: string[] = []
        for (const statement of insert(store.dialect, rows)) {
          const answer = await db.executeQuery<{ id: string }>(statement)
          found.push(...answer.rows.map(({ id }) => id))
        }
        return found
      })
    const all = () => store.read(({ db }) => db.selectFrom("jar").selectAll().orderBy("id").execute())
    return { put, all }
  }

  it.each([0, 1, 2, 63, 64, 65, 600])("inserts %s rows unchanged", async (count) => {
    const { put, all } = await openJars()
    expect((await put(jars(count))).length).toBe(count)
    expect(await all()).toEqual(jars(count))
  })

  it("returns what its end returns, statement by statement", async () => {
    const { put } = await openJars()
    await put(jars(3))
    expect((await put(jars(70))).length).toBe(67)
  })
})
