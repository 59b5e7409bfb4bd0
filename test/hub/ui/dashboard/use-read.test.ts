import { expect, it } from "vitest"
import { readPages } from "../../../../hub/ui/dashboard/use-read.ts"
import type { NoAnswer } from "../../../../protocol/client/index.ts"

const PAGES: Readonly<Record<string, { items: number[]; next: string | null; kept?: string }>> = {
  "": { items: [1, 2], next: "2", kept: "beside the items" },
  "2": { items: [3, 4], next: "4" },
  "4": { items: [5], next: null },
}
const ask = async (after: string | null) => ({ ok: true as const, data: PAGES[after ?? ""] })

it("a list is read again with as many pages as were shown", async () => {
  expect(await readPages(ask, 1)).toMatchObject({ data: { items: [1, 2], next: "2" } })
  expect(await readPages(ask, 2)).toEqual({
    ok: true,
    data: { items: [1, 2, 3, 4], next: "4", kept: "beside the items" },
  })
})

it("ends where the list ends now", async () => {
  expect(await readPages(ask, 9)).toMatchObject({ data: { items: [1, 2, 3, 4, 5], next: null } })
})

it("returns why a page did not come", async () => {
  const silent: NoAnswer = { ok: false, offline: true, why: "timeout" }
  expect(await readPages(async (after) => (after === null ? ask(after) : silent), 2)).toEqual(silent)
})
