import { expect, it } from "vitest"
import { createCachedSums } from "../../../hub/business-day/cached-sums.ts"

const at = (second: number) => new Date(Date.UTC(2026, 10, 21, 18, 0, second)).toISOString()

it("computes the sums once for all requests within the cache time, and says when", async () => {
  let made = 0
  const kept = createCachedSums<number>({ freshMs: 15_000, most: 2 })
  const read = (key: string, second: number) =>
    kept.read(key, at(second), async () => {
      made += 1
      return made
    })
  const together = await Promise.all([read("a", 0), read("a", 1), read("a", 14)])
  expect(together).toEqual(Array.from({ length: 3 }, () => ({ at: at(0), sum: 1 })))
  expect(await read("a", 15)).toEqual({ at: at(15), sum: 2 })
  expect(await read("b", 15)).toEqual({ at: at(15), sum: 3 })
  expect(await read("c", 15)).toEqual({ at: at(15), sum: 4 })
  expect(await read("a", 16)).toEqual({ at: at(16), sum: 5 })
})

it("does not cache a failed computation", async () => {
  const kept = createCachedSums<number>({ freshMs: 15_000, most: 2 })
  await expect(kept.read("a", at(0), () => Promise.reject(new Error("gone")))).rejects.toThrow("gone")
  expect((await kept.read("a", at(1), async () => 7)).sum).toBe(7)
})
