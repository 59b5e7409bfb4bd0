import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import {
  actOnTicket,
  endTicket,
  isExpected,
  nonVoidLines,
  openLines,
  type TicketAct,
  ticketOf,
  ticketState,
  undoAction,
  voidLines,
} from "../../../../protocol/rules/kitchen/ticket-states.ts"
import type { Ticket } from "../../../../protocol/shapes/ticket.ts"
import { anOrder, NOON } from "../../../kit/orders.ts"

const LATER = "2026-11-21T17:36:00.000Z"
const STILL_LATER = "2026-11-21T17:40:00.000Z"

const product = (productId: string) => ({ productId, name: productId, quantity: 2, unitPrice: "1.00" })
const order = anOrder({
  total: "4.00",
  order: {
    products: [
      {
        ...product("burger"),
        modifiers: [{ optionId: "o-1", name: "sin cebolla", quantity: 1 }],
        notes: "bien cocida",
      },
      product("fries"),
      product("cola"),
    ],
  },
})
const dispatch = { eventId: "evt_0123456789ab", station: "grill", at: NOON, lineIds: ["1", "2"] }
const fresh = ticketOf(order, dispatch)

function acted(ticket: Ticket, ...deeds: (TicketAct | TicketAct["deed"])[]): Ticket {
  return deeds.reduce((at, deed) => {
    const next = actOnTicket(at, typeof deed === "string" ? { deed } : deed, LATER)
    if (isRefusal(next)) throw new Error(next.message)
    return next
  }, ticket)
}
const line = (deed: "bump_line" | "unbump_line", lineId: string): TicketAct => ({ deed, lineId })
const cancelled = { ...order, status: "CANCELLED" as const }

describe("kitchen ticket", () => {
  it("has the lines of its dispatch", () => {
    expect(fresh).toMatchObject({ ticketId: "evt_0123456789ab", station: "grill", sentAt: NOON, voids: [] })
    expect(fresh.lines).toEqual([
      {
        lineId: "1",
        productId: "burger",
        name: "burger",
        quantity: 2,
        modifiers: [{ name: "sin cebolla", quantity: 1 }],
        notes: "bien cocida",
      },
      { lineId: "2", productId: "fries", name: "fries", quantity: 2, modifiers: [], notes: null },
    ])
    expect(ticketState(fresh)).toBe("open")
  })

  it("is started once, by hand or by its first bumped line", () => {
    expect(acted(fresh, "start").startedAt).toBe(LATER)
    expect(acted(fresh, line("bump_line", "1")).startedAt).toBe(LATER)
    const started = acted(fresh, "start")
    expect(actOnTicket(started, { deed: "start" }, STILL_LATER)).toBe(started)
  })

  it("is bumped with its last line or as a whole", () => {
    const half = acted(fresh, line("bump_line", "1"))
    expect([ticketState(half), openLines(half).map(({ lineId }) => lineId)]).toEqual(["open", ["2"]])
    expect(ticketState(acted(half, line("bump_line", "2")))).toBe("bumped")
    const whole = acted(fresh, "bump")
    expect(whole).toMatchObject({ bumpedAt: LATER, bumpedLines: ["1", "2"] })
    expect(actOnTicket(whole, { deed: "bump" }, STILL_LATER)).toBe(whole)
  })

  it("allows to unbump a line while it is open", () => {
    expect(acted(fresh, line("bump_line", "1"), line("unbump_line", "1")).bumpedLines).toEqual([])
    expect(actOnTicket(acted(fresh, "bump"), line("unbump_line", "1"), LATER)).toMatchObject({ refused: "CONFLICT" })
  })

  it("is open with all lines and its original time after a recall", () => {
    const back = acted(fresh, "bump", "recall")
    expect(back).toMatchObject({ sentAt: NOON, recalledAt: LATER, bumpedAt: null, bumpedLines: [] })
    const remade = acted(endTicket(acted(fresh, "bump"), LATER), "recall")
    expect([ticketState(remade), remade.endedAt]).toEqual(["open", null])
    expect(actOnTicket(fresh, { deed: "recall" }, LATER)).toBe(fresh)
  })

  it("is as before after an undo, except for lines that became void", () => {
    const bumped = acted(fresh, "bump")
    expect(undoAction(bumped, fresh)).toEqual(fresh)
    const struck = voidLines(bumped, { ...order, orderLines: order.orderLines.slice(0, 1) })
    expect(undoAction(struck, fresh)).toEqual({ ...fresh, voids: ["2"] })
    expect(undoAction(endTicket(bumped, LATER), fresh)).toMatchObject({ refused: "CONFLICT" })
  })

  it("refuses unknown lines, and everything but a recall after its end", () => {
    expect(actOnTicket(fresh, line("bump_line", "3"), LATER)).toMatchObject({ refused: "VALIDATION_ERROR" })
    const ended = endTicket(fresh, LATER)
    for (const deed of ["start", "bump"] as const) {
      expect(actOnTicket(ended, { deed }, LATER)).toMatchObject({ refused: "CONFLICT" })
    }
  })
})

describe("ticket of a cancelled order", () => {
  it("is void until it is acknowledged, and then ends", () => {
    const struck = voidLines(fresh, cancelled)
    expect([ticketState(struck), struck.voids, nonVoidLines(struck)]).toEqual(["open", ["1", "2"], []])
    expect(voidLines(struck, cancelled)).toBe(struck)
    const seen = acted(struck, "acknowledge")
    expect([ticketState(seen), seen.seenVoids]).toEqual(["ended", ["1", "2"]])
    expect(actOnTicket(seen, { deed: "recall" }, LATER)).toMatchObject({ refused: "CONFLICT" })
  })

  it("voids only a removed line, and is bumped on acknowledge when the rest is done", () => {
    const half = acted(fresh, line("bump_line", "1"))
    const struck = voidLines(half, { ...order, orderLines: order.orderLines.slice(0, 1) })
    expect([struck.voids, ticketState(struck)]).toEqual([["2"], "open"])
    expect(ticketState(acted(struck, "acknowledge"))).toBe("bumped")
    expect(actOnTicket(half, { deed: "acknowledge" }, LATER)).toBe(half)
  })

  it("does not change after its end", () => {
    const ended = endTicket(fresh, LATER)
    expect(voidLines(ended, cancelled)).toBe(ended)
    expect(endTicket(ended, STILL_LATER)).toBe(ended)
  })
})

it("ticket is expected for half a day", () => {
  expect(isExpected(NOON, "2026-11-22T05:29:59.000Z")).toBe(true)
  expect(isExpected(NOON, "2026-11-22T05:30:00.000Z")).toBe(false)
})
