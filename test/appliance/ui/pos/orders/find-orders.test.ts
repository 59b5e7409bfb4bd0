import { expect, it } from "vitest"
import { findOrders } from "../../../../../appliance/ui/pos/orders/find-orders.ts"
import type { OrderSummary } from "../../../../../appliance/ui/pos/today.ts"

const base = {
  channel: "KIOSK",
  status: "OPEN",
  total: "45000",
  currencyCode: "USD",
  paid: false,
  createdAt: "2026-11-21T12:00:00.000Z",
  atKitchen: false,
} as const

const orders: readonly OrderSummary[] = [
  { ...base, id: "1", orderCode: "A-017", externalId: "pos-17", locator: null, buyer: "Ana Núñez" },
  { ...base, id: "2", orderCode: "K-018", externalId: "web-18", locator: "Mesa 4", buyer: null },
]

it.each([
  ["", ["1", "2"]],
  ["a-017", ["1"]],
  ["nunez", ["1"]],
  ["NÚÑEZ ana", ["1"]],
  ["mesa 4", ["2"]],
  ["web-18", ["2"]],
  ["0", ["1", "2"]],
  ["luis", []],
  ["k18", ["2"]],
  ["K 18", ["2"]],
  ["a-17", ["1"]],
  ["k1", []],
])("%j finds %j", (typed, ids) => expect(findOrders(orders, typed).map(({ id }) => id)).toEqual(ids))
