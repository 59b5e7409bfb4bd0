import { expect, it, vi } from "vitest"
import { silentLog } from "../../../runtime/log.ts"
import { createNotifications } from "../../../runtime/storage/notifications.ts"
import { eachDatabase, onPostgres } from "../../kit/databases.ts"
import { type JarTables, jarMigrations } from "./jars.ts"

it("calls the listeners of a topic until they stop", () => {
  const wakes = createNotifications(silentLog)
  const [one, two] = [vi.fn(), vi.fn()]
  const stop = wakes.listen("jars", one)
  wakes.listen("lids", two)
  wakes.notify("jars")
  stop()
  wakes.notify("jars")
  expect([one.mock.calls.length, two.mock.calls.length]).toEqual([1, 0])
})

it("a listener that throws does not affect the others", () => {
  const wakes = createNotifications(silentLog)
  const other = vi.fn()
  wakes.listen("jars", () => {
    throw new Error("not today")
  })
  wakes.listen("jars", other)
  wakes.notify("jars")
  expect(other).toHaveBeenCalledTimes(1)
})

eachDatabase((_name, open) => {
  it("a write notifies once durable, once a topic, and not if it is rolled back", async () => {
    const store = await open<JarTables>({ migrations: jarMigrations })
    const seen: number[] = []
    store.listen("jars", () => void seen.push(seen.length))
    await store.write(async ({ notify: wake }) => {
      wake("jars")
      wake("jars")
      expect(seen).toEqual([])
    })
    expect(seen).toEqual([0])
    const undone = store.write(async ({ notify: wake }) => {
      wake("jars")
      throw new Error("undone")
    })
    await expect(undone).rejects.toThrow("undone")
    expect(seen).toEqual([0])
  })
})

onPostgres((open) => {
  it("a write notifies listeners in other processes on the same database", async () => {
    const url = await open.freshUrl()
    const [one, two] = [
      await open<JarTables>({ url, migrations: jarMigrations }),
      await open<JarTables>({ url, migrations: jarMigrations }),
    ]
    const [near, far] = [vi.fn(), vi.fn()]
    one.listen("jars", near)
    two.listen("jars", far)
    await vi.waitFor(
      async () => {
        await one.write(async ({ notify: wake }) => wake("jars"))
        expect(far).toHaveBeenCalled()
      },
      { timeout: 30_000, interval: 20 },
    )
    const calls = near.mock.calls.length
    await one.close()
    await two.write(async ({ notify: wake }) => wake("jars"))
    expect(near.mock.calls.length).toBe(calls)
  })
})
