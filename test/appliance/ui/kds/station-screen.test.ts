/** The rules of a station's screen: pages, keys and pending actions. */
import { describe, expect, it } from "vitest"
import { applyPendingActions } from "../../../../appliance/ui/kds/apply-pending-actions.ts"
import { KEY_PLACES_DEFAULT, keyAction, labelOf, tidyKeyPlaces } from "../../../../appliance/ui/kds/bump-keys.ts"
import { findNewTickets } from "../../../../appliance/ui/kds/find-new-tickets.ts"
import { hiddenBy, pageTickets, type Room, ticketsOn } from "../../../../appliance/ui/kds/page-tickets.ts"
import { heightOf, type TicketPart } from "../../../../appliance/ui/kds/split-ticket.ts"
import { ticketOrder } from "../../../../protocol/rules/kitchen/ticket-views.ts"
import type {
  ShownTicket,
  StationSnapshot,
  TicketAction,
  TicketActionBody,
} from "../../../../protocol/shapes/ticket.ts"
import { anOrder, aTicket, NOON } from "../../../kit/orders.ts"

const ROOM = { width: 1256, height: 680 }
const ORDER = ticketOrder(anOrder({ orderCode: "K-1" }))

function shown(id: string, lines = 1, over: Partial<ShownTicket> = {}): ShownTicket {
  const line = { productId: "p-burger", name: "Hamburguesa", quantity: 1, modifiers: [], notes: null }
  const many = Array.from({ length: lines }, (_, n) => ({ ...line, lineId: String(n + 1) }))
  return { ...aTicket({ ticketId: id, lines: many }), order: ORDER, ...over }
}

const tickets = (count: number, lines = 1) => Array.from({ length: count }, (_, n) => shown(`t-${n}`, lines))
const ids = (some: readonly ShownTicket[]) => some.map(({ ticketId }) => ticketId)
/** The tickets of a column: `long 2/3` is the second part of three. */
const hung = (column: readonly TicketPart[]) =>
  column.map(({ ticket: { ticketId }, at, of }) => (of === 1 ? ticketId : `${ticketId} ${at + 1}/${of}`))

describe("the wall of tickets", () => {
  it("places tickets side by side while there is room, then below each other", () => {
    expect(pageTickets(tickets(3), ROOM)[0]?.map(hung)).toEqual([["t-0"], ["t-1"], ["t-2"]])
    expect(pageTickets(tickets(6), ROOM)[0]?.map(hung)).toEqual([
      ["t-0", "t-1"],
      ["t-2", "t-3"],
      ["t-4", "t-5"],
    ])
  })

  it("starts another page when it is full, and counts hidden tickets; none is lost or out of order", () => {
    const many = tickets(21)
    const pages = pageTickets(many, ROOM)
    expect(hung(pages.flat(2))).toEqual(ids(many))
    expect(pages.length).toBe(3)
    expect(hiddenBy(pages, 1)).toEqual({ before: 8, after: 5 })
  })

  it("leaves room for turning pages only if there are several", () => {
    const tight = { width: 1256, height: 274 * 2 }
    expect(pageTickets(tickets(8), tight)).toHaveLength(1)
    const pages = pageTickets(tickets(9), tight)
    expect(pages.map((columns) => columns.map(hung))).toEqual([
      [["t-0"], ["t-1"], ["t-2"], ["t-3"]],
      [["t-4"], ["t-5"], ["t-6"], ["t-7"]],
      [["t-8"]],
    ])
  })

  it("continues a ticket that is higher than the screen in the next columns, and the next one below", () => {
    const pages = pageTickets([shown("a"), shown("long", 14), shown("b")], ROOM)
    expect(pages[0]?.map(hung)).toEqual([["a"], ["long 1/2"], ["long 2/2"], ["b"]])
    const full = pageTickets([shown("long", 14), shown("a"), shown("b"), shown("c"), shown("d")], ROOM)
    expect(full[0]?.map(hung)).toEqual([["long 1/2"], ["long 2/2"], ["a", "b"], ["c", "d"]])
    expect(full).toHaveLength(1)
  })

  it("shows every line of it once and in order, over pages too, never buttons without a line", () => {
    for (let lines = 1; lines < 60; lines += 1) {
      const parts = pageTickets([shown("a"), shown("b"), shown("long", lines)], ROOM)
        .flat(2)
        .filter(({ ticket }) => ticket.ticketId === "long")
      expect(parts.flatMap((part) => part.lines.map(({ lineId }) => lineId))).toEqual(
        Array.from({ length: lines }, (_, at) => String(at + 1)),
      )
      expect(parts.map(({ at, of }) => [at, of])).toEqual(parts.map((_, at) => [at, parts.length]))
      for (const part of parts) {
        expect(part.lines.length).toBeGreaterThan(0)
        expect(heightOf(part)).toBeLessThanOrEqual(ROOM.height - 76)
      }
    }
  })

  it("splits it at the same line whoever follows, after it was started and when lines are done", () => {
    const linesOf = (some: readonly ShownTicket[], room: Room = ROOM) =>
      pageTickets(some, room)
        .flat(2)
        .filter(({ ticket }) => ticket.ticketId === "long")
        .map(({ lines }) => lines.length)
    const alone = linesOf([shown("long", 20)])
    expect(alone.length).toBeGreaterThan(1)
    const touched = { startedAt: NOON, bumpedLines: ["1", "2"] }
    expect(linesOf([shown("long", 20, touched), ...tickets(12)])).toEqual(alone)
    expect(linesOf([...tickets(3), shown("long", 20)])).toEqual(alone)
    // A fault message above takes height.
    expect(linesOf([shown("long", 20)], { ...ROOM, height: ROOM.height - 58, faultHeight: 58 })).toEqual(alone)
  })

  it("counts a ticket that continues on another page there too, and bumps it by its visible part", () => {
    const pages = pageTickets([shown("a"), shown("b"), shown("long", 30), shown("c")], ROOM)
    expect(pages.map((columns) => columns.map(hung))).toEqual([
      [["a", "b"], ["long 1/4"], ["long 2/4"], ["long 3/4"]],
      [["long 4/4"], ["c"]],
    ])
    expect([hiddenBy(pages, 0), hiddenBy(pages, 1)]).toEqual([
      { before: 0, after: 2 },
      { before: 3, after: 0 },
    ])
    const seen = ticketsOn(pages[1] ?? [])
    expect(seen.map(({ ticket }) => ticket.ticketId)).toEqual(["long", "c"])
    expect(seen[0]?.lines.at(-1)?.lineId).toBe("30")
    expect(seen[0]?.lines.length).toBeLessThan(30)
  })

  it("keeps it whole if headers would take the room of its lines, or with one column: then it scrolls", () => {
    expect(pageTickets([shown("long", 30)], { ...ROOM, height: 340 })[0]?.map(hung)).toEqual([["long"]])
    expect(pageTickets([shown("long", 30)], { width: 400, height: 680 })[0]?.map(hung)).toEqual([["long"]])
  })

  it("continues below what is before a long one, and shows no ticket before an older one", () => {
    const short = tickets(7)
    const lunch = [short[0], short[1], short[2], shown("long", 30), ...short.slice(3)].filter(
      (one) => one !== undefined,
    )
    const pages = pageTickets(lunch, { width: 924, height: 274 * 2 + 76 })
    expect(pages.map((columns) => columns.map(hung))).toEqual([
      [["t-0", "t-1"], ["t-2", "t-3"], ["long 1/5"]],
      [["long 2/5"], ["long 3/5"], ["long 4/5"]],
      [["long 5/5"], ["t-4", "t-5"], ["t-6"]],
    ])
    const late = [...short.slice(0, 5), shown("long", 30), ...short.slice(5)]
    expect(pageTickets(late, { width: 924, height: 274 * 2 + 76 }).map((columns) => columns.map(hung))).toEqual([
      [["t-0", "t-1"], ["t-2", "t-3"], ["t-4"]],
      [["long 1/5"], ["long 2/5"], ["long 3/5"]],
      [["long 4/5"], ["long 5/5"], ["t-5", "t-6"]],
    ])
  })

  it("is one empty page without tickets, and one column on a narrow screen", () => {
    expect(pageTickets([], ROOM)).toEqual([[]])
    expect(pageTickets(tickets(4, 6), { width: 200, height: 680 })).toHaveLength(4)
  })
})

describe("a tablet", () => {
  it("rings for tickets that it has never shown, and not when it is opened again", () => {
    const first = findNewTickets(null, [{ ticketId: "a" }])
    expect(first).toEqual({ fresh: [], known: ["a"] })
    const next = findNewTickets(first.known, [{ ticketId: "a" }, { ticketId: "b" }])
    expect(next).toEqual({ fresh: ["b"], known: ["a", "b"] })
    expect(findNewTickets(next.known, [{ ticketId: "b" }]).fresh).toEqual([])
  })
})

describe("a bump bar", () => {
  it.each([
    ["1", { kind: "bump_place", place: 0 }],
    ["0", { kind: "bump_place", place: 9 }],
    ["ArrowLeft", { kind: "move", by: -1 }],
    ["ArrowDown", { kind: "line", by: 1 }],
    ["PageDown", { kind: "page", by: 1 }],
    ["Enter", { kind: "bump" }],
    ["U", { kind: "undo" }],
    ["r", { kind: "recall" }],
    ["a", { kind: "all_day" }],
    ["x", null],
  ])("%s", (key, deed) => {
    expect(keyAction(key, KEY_PLACES_DEFAULT)).toEqual(deed)
  })

  it("of letters has letters before commands", () => {
    const places = tidyKeyPlaces("a b c A")
    expect([places, keyAction("a", places), keyAction("A", places)]).toEqual([
      "abc",
      { kind: "bump_place", place: 0 },
      { kind: "bump_place", place: 0 },
    ])
    expect([labelOf(1, places), labelOf(3, places), tidyKeyPlaces("  ")]).toEqual(["B", null, KEY_PLACES_DEFAULT])
  })
})

describe("an action without an answer yet", () => {
  const at = (ticketsThere: ShownTicket[], recent: ShownTicket[] = []): StationSnapshot => ({
    now: NOON,
    seq: 1,
    storeName: "Acme",
    station: "grill",
    sla: { warnMinutes: 5, lateMinutes: 10 },
    expected: ticketsThere.length,
    tickets: ticketsThere,
    recent,
    undo: null,
    allDay: [],
  })
  const did = (deed: TicketActionBody, ticketId: string, lineId?: string): TicketAction => ({
    actionId: "0190a000-0000-7000-8000-000000000001",
    deed,
    ticketId,
    ...(lineId && { lineId }),
  })

  it("is on the screen at once, by the box's rule", () => {
    const station = at([shown("a", 2), shown("b")])
    const next = applyPendingActions(station, [did("bump_line", "a", "1"), did("bump", "b")], NOON)
    expect([ids(next.tickets), next.expected, ids(next.recent)]).toEqual([["a"], 1, ["b"]])
    expect(next.tickets[0]?.bumpedLines).toEqual(["1"])
    expect(next.allDay).toMatchObject([{ quantity: 1 }])
  })

  it("returns a ticket to its place", () => {
    const early = shown("a", 1, { sentAt: "2026-11-21T17:00:00.000Z", bumpedAt: NOON, bumpedLines: ["1"] })
    const next = applyPendingActions(at([shown("b")], [early]), [did("recall", "a")], NOON)
    expect([ids(next.tickets), next.expected, next.recent]).toEqual([["a", "b"], 2, []])
  })

  it("changes nothing that the box has already done or no longer has", () => {
    const station = at([shown("b")])
    expect(applyPendingActions(station, [did("bump", "a"), did("undo", "b")], NOON).tickets).toEqual(station.tickets)
  })

  it("is not offered again while it is being undone", () => {
    const undo = { actionId: "0199a1b2-0000-7000-8000-000000000001", orderCode: "K-1" }
    const [station, other] = [{ ...at([shown("b")]), undo }, "0199a1b2-0000-7000-8000-000000000002"]
    const taking = (undoes: string): TicketAction => ({ actionId: "u-1", deed: "undo", undoes })
    expect(applyPendingActions(station, [], NOON).undo).toEqual(undo)
    expect(applyPendingActions(station, [taking(undo.actionId)], NOON).undo).toBeNull()
    expect(applyPendingActions(station, [taking(other)], NOON).undo).toEqual(undo)
  })

  it("does not bring an outdated screen up to date", () => {
    expect(applyPendingActions({ ...at([shown("a")]), expected: 3 }, [], NOON).expected).toBe(3)
  })
})
