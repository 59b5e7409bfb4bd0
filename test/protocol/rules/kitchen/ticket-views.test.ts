import { describe, expect, it } from "vitest"
import {
  allDayOf,
  BOARD_READY_MINUTES,
  boardOf,
  expoOrder,
  ticketOrder,
} from "../../../../protocol/rules/kitchen/ticket-views.ts"
import type { Ticket } from "../../../../protocol/shapes/ticket.ts"
import { anOrder, aTicket, NOON } from "../../../kit/orders.ts"

const at = (minutes: number) => new Date(Date.parse(NOON) + minutes * 60_000).toISOString()
const line = (name: string, quantity: number, lineId: string) => ({
  lineId,
  productId: `p-${name}`,
  name,
  quantity,
  modifiers: [],
  notes: null,
})

describe("all-day list", () => {
  it("counts what must still be made, highest first", () => {
    const tickets = [
      aTicket({ lines: [line("burger", 1, "1"), line("fries", 2, "2")] }),
      aTicket({ lines: [line("fries", 3, "1"), line("burger", 2, "2")], bumpedLines: ["2"] }),
      aTicket({ lines: [line("cola", 9, "1")], voids: ["1"] }),
      aTicket({ lines: [line("burger", 9, "1")], bumpedAt: NOON }),
    ]
    expect(allDayOf(tickets).map(({ name, quantity }) => [name, quantity])).toEqual([
      ["fries", 5],
      ["burger", 1],
    ])
  })
})

describe("order on a ticket", () => {
  it("shows the buzzer, else the guest's name", () => {
    const order = anOrder({ orderCode: "A-7" })
    const kiosk = { additionalInfo: { kiosk: { buzzer_name: "12" } } }
    expect(ticketOrder({ ...order, metadata: kiosk, customer: { name: "Ana" } }).guest).toBe("12")
    expect(ticketOrder({ ...order, customer: { name: "Ana" } }).guest).toBe("Ana")
    expect(ticketOrder(order)).toEqual({
      orderCode: "A-7",
      guest: null,
      channel: "POS",
      fulfillment: "TAKE_AWAY",
      notes: null,
      cancelled: false,
    })
  })
})

describe("guests' board", () => {
  const shown = (orderCode: string, tickets: Ticket[], over: object = {}) =>
    expoOrder({ ...anOrder({ orderCode }), ...over }, tickets)
  const ready = (minutes: number) => aTicket({ startedAt: NOON, bumpedAt: at(minutes) })

  it("has the numbers in preparation and the ready ones, latest first", () => {
    const half = shown("A-1", [ready(1), aTicket({ station: "bar" })], { customer: { name: "Ana" } })
    const orders = [half, shown("A-2", [ready(2)]), shown("A-3", [ready(3)])]
    expect(boardOf(orders, at(4))).toEqual({ preparing: ["A-1"], ready: ["A-3", "A-2"] })
  })

  it("leaves out void orders and those ready long ago", () => {
    const orders = [
      shown("A-1", [aTicket()], { status: "CANCELLED" }),
      shown("A-2", [aTicket({ voids: ["1"] })]),
      shown("A-3", [ready(0)]),
    ]
    expect(boardOf(orders, at(BOARD_READY_MINUTES - 1)).ready).toEqual(["A-3"])
    expect(boardOf(orders, at(BOARD_READY_MINUTES))).toEqual({ preparing: [], ready: [] })
  })
})

it("order at the pass waits since its first dispatch", () => {
  const tickets = [aTicket({ sentAt: at(2) }), aTicket({ sentAt: at(1), station: "bar", bumpedAt: at(3) })]
  expect(expoOrder(anOrder(), tickets)).toMatchObject({ sentAt: at(1), waiting: ["grill"], readyAt: null })
})
