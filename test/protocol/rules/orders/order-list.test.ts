import { describe, expect, it } from "vitest"
import { readOrderList } from "../../../../protocol/rules/orders/order-list.ts"
import type { OrderListQuery } from "../../../../protocol/shapes/order-list.ts"
import { accepted } from "../../../kit/orders.ts"

const filterOf = (query: OrderListQuery) => accepted<{ filter: object }>(readOrderList(query)).filter
const ID = "0190A000-0000-7000-8000-000000000001"

describe("order list", () => {
  it.each<[what: string, query: OrderListQuery, filter: object]>([
    ["nothing", {}, {}],
    ["a status", { status: "OPEN" }, { status: "OPEN" }],
    ["a payment status", { paymentStatus: "REFUNDED" }, { paymentStatus: "REFUNDED" }],
    ["a channel", { channel: "WEB" }, { channel: "WEB" }],
    ["a fulfilment", { fulfillmentMethod: "DELIVERY" }, { fulfilment: "DELIVERY" }],
    ["a method", { paymentMethod: "CASH" }, { method: "CASH" }],
    ["a part of the code", { orderCode: "A-1" }, { code: "A-1" }],
    ["a text", { search: "A-1" }, { text: "A-1" }],
    ["a UUID in capitals", { search: ID }, { text: ID, id: ID.toLowerCase() }],
    ["one business day", { businessDayDate: "2026-11-21" }, { days: { from: "2026-11-21", to: "2026-11-21" } }],
    [
      "business days",
      { dateFrom: "2026-11-01", dateTo: "2026-11-30" },
      { days: { from: "2026-11-01", to: "2026-11-30" } },
    ],
    ["business days from", { dateFrom: "2026-11-01" }, { days: { from: "2026-11-01", to: "9999-12-31" } }],
    ["business days until", { dateTo: "2026-11-30" }, { days: { from: "0000-01-01", to: "2026-11-30" } }],
    [
      "a business day within a range",
      { businessDayDate: "2026-11-21", dateFrom: "2026-11-01" },
      { days: { from: "2026-11-21", to: "2026-11-21" } },
    ],
    [
      "a business day outside a range, which is none",
      { businessDayDate: "2026-10-21", dateFrom: "2026-11-01" },
      { days: { from: "2026-11-01", to: "2026-10-21" } },
    ],
    [
      "days of creation in UTC",
      { dateFrom: "2026-11-21", dateTo: "2026-11-21", dateFilterMode: "created_at" },
      { created: { from: "2026-11-21T00:00:00.000Z", before: "2026-11-22T00:00:00.000Z" } },
    ],
    [
      "days of creation west of UTC",
      { dateFrom: "2026-11-21", dateTo: "2026-11-22", dateFilterMode: "created_at", tzOffset: "-05:00" },
      { created: { from: "2026-11-21T05:00:00.000Z", before: "2026-11-23T05:00:00.000Z" } },
    ],
    [
      "an offset whose plus was not encoded",
      { dateFrom: "2026-11-21", dateFilterMode: "created_at", tzOffset: " 05:30" },
      { created: { from: "2026-11-20T18:30:00.000Z", before: "9999-12-31" } },
    ],
    [
      "an exact business day and days of creation",
      { businessDayDate: "2026-11-21", dateTo: "2026-11-21", dateFilterMode: "created_at" },
      {
        days: { from: "2026-11-21", to: "2026-11-21" },
        created: { from: "0000-01-01", before: "2026-11-22T00:00:00.000Z" },
      },
    ],
    ["an offset without days", { tzOffset: "+05:00", dateFilterMode: "created_at" }, {}],
  ])("with %s gives the matching filter", (_what, query, filter) => {
    expect(filterOf(query)).toEqual(filter)
  })

  it("without a query has 20 orders per page and every field", () => {
    const listing = accepted<{ page: object; fields: string[] }>(readOrderList({}))
    expect(listing.page).toEqual({ page: 1, size: 20 })
    expect(listing.fields).toContain("settlement")
    expect(readOrderList({ page: 3, size: 5, fields: "id,status" })).toMatchObject({
      page: { page: 3, size: 5 },
      fields: ["id", "status"],
    })
  })

  it("refuses days in the wrong order, and lists the known fields", () => {
    expect(readOrderList({ dateFrom: "2026-11-22", dateTo: "2026-11-21" })).toMatchObject({
      refused: "VALIDATION_ERROR",
      details: [{ path: "dateTo" }],
    })
    const refused = readOrderList({ fields: "id,secret" })
    expect(refused).toMatchObject({ refused: "VALIDATION_ERROR" })
    expect(JSON.stringify(refused)).toContain("businessDayDate")
  })
})
