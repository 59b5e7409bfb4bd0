import { describe, expect, it } from "vitest"
import { countsOf, readPage, rowWindow } from "../../../protocol/shapes/page.ts"

describe("list page", () => {
  it("holds each row of the list once, from either end", () => {
    for (const total of [0, 1, 19, 20, 21, 40, 41, 99]) {
      const rows = Array.from({ length: total }, (_, place) => place)
      const { totalPages } = countsOf(total, readPage({ size: 7 }))
      const pages = Array.from({ length: totalPages }, (_, index) => {
        const { offset, limit, fromEnd } = rowWindow(total, { page: index + 1, size: 7 })
        const list = fromEnd ? rows.toReversed() : rows
        const taken = list.slice(offset, offset + limit)
        return fromEnd ? taken.toReversed() : taken
      })
      expect(pages.flat()).toEqual(rows)
    }
  })

  it("is at most half of the list away from its end", () => {
    for (const page of [1, 30, 51, 70, 100]) expect(rowWindow(1000, { page, size: 10 }).offset).toBeLessThanOrEqual(500)
  })

  it("is empty after the last page", () => {
    expect(rowWindow(5, { page: 3, size: 5 }).limit).toBe(0)
    expect(countsOf(0, readPage({}))).toEqual({ page: 1, size: 20, total: 0, totalPages: 0 })
  })
})
