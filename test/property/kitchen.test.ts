/** Kitchen stages and tickets: whatever order reports and hands come in (docs/contract/callbacks.md#kitchen-stages). */
import fc from "fast-check"
import { expect, it } from "vitest"
import { isRefusal } from "../../protocol/refusals.ts"
import { kitchenOf, reportToKitchen } from "../../protocol/rules/kitchen/kitchen-stages.ts"
import { stageOfTickets, stagesToPublish, waitingStations } from "../../protocol/rules/kitchen/ticket-stages.ts"
import {
  actOnTicket,
  endTicket,
  nonVoidLines,
  openLines,
  ticketOf,
  ticketState,
  undoAction,
  voidLines,
} from "../../protocol/rules/kitchen/ticket-states.ts"
import { KITCHEN_STAGES, type KitchenStage } from "../../protocol/shapes/kitchen.ts"
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import type { Ticket } from "../../protocol/shapes/ticket.ts"
import { anOrder, NOON } from "../kit/orders.ts"
import { hold } from "./hold.ts"

const LINES = ["1", "2", "3"]
const ORDER: OrderRecord = anOrder({
  order: { products: LINES.map((name) => ({ productId: name, name, quantity: 1, unitPrice: 1 })) },
})

const report = fc.record({ device: fc.nat({ max: 2 }), stage: fc.constantFrom(...KITCHEN_STAGES) })

it("reports in any order end in the highest stage, and hand over a paid order once", () => {
  hold(
    fc.property(
      fc.array(report, { maxLength: 9, size: "max" }),
      fc.boolean(),
      fc.integer(),
      (reports, isPaid, turn) => {
        const born = isPaid ? anOrder({ channel: "WEB", prepaid: { LINK: "6.50" } }) : anOrder()
        const turned = reports.map((one, n) => ({ one, key: (Math.imul(n + 1, 2_654_435_761) ^ turn) >>> 0 }))
        const shuffled = turned.sort((a, b) => a.key - b.key).map(({ one }) => one)
        const [first, second] = [heard(born, reports), heard(born, shuffled)]
        const highest = Math.max(-1, ...reports.map(({ stage }) => KITCHEN_STAGES.indexOf(stage)))
        const isOver = isPaid && highest === KITCHEN_STAGES.length - 1
        for (const { order, events } of [first, second]) {
          expect(kitchenOf(order).stage).toBe(KITCHEN_STAGES[highest] ?? null)
          expect(kitchenOf(order).journey.length).toBe(reports.length)
          expect([order.status, events]).toEqual(isOver ? ["COMPLETED", ["order.completed"]] : ["OPEN", []])
        }
      },
    ),
  )
})

function heard(born: OrderRecord, reports: readonly { device: number; stage: KitchenStage }[]) {
  let order = born
  const events: string[] = []
  for (const { device, stage } of reports) {
    const sent = { eventId: `evt_00000000000${device}`, eventType: stage, occurredAt: NOON, station: null }
    const next = reportToKitchen(order, sent, NOON)
    order = next.order
    events.push(...next.events.map(({ type }) => type))
  }
  return { order, events }
}

const TICKET_ACTIONS = ["start", "bump", "bump_line", "unbump_line", "recall", "acknowledge"] as const
const hand = fc.record({
  station: fc.nat({ max: 1 }),
  does: fc.constantFrom(...TICKET_ACTIONS, "strike" as const, "cancel" as const, "end" as const, "undo" as const),
  line: fc.constantFrom(...LINES),
})

it("a ticket is open while a line is to be made, and an order is as far as its slowest station", () => {
  hold(
    fc.property(fc.array(hand, { maxLength: 30, size: "max" }), (hands) => {
      const stations = ["grill", "cold"].map((name, n) => new Station(ticketOf(ORDER, dispatch(name, n))))
      let told: KitchenStage | null = null
      const heard: string[] = []
      for (const { station, does, line } of hands) {
        const at = stations[station]
        if (does === "cancel") for (const one of stations) one.void({ status: "CANCELLED", orderLines: [] })
        else at?.take(does, line)
        const tickets = stations.map(({ ticket }) => ticket)
        tickets.forEach(isWhole)
        const stage = stageOfTickets(tickets)
        expect(stage).toBe(stageByHand(tickets))
        expect(waitingStations(tickets)).toEqual(tickets.filter(isAtWork).map(({ station: name }) => name))
        heard.push(...stagesToPublish(stage, told))
        told = (heard.at(-1) ?? null) as KitchenStage | null
      }
      expect(heard).toEqual(KITCHEN_STAGES.slice(0, heard.length))
    }),
    120,
  )
})

class Station {
  ticket: Ticket
  private before: Ticket | null = null

  constructor(ticket: Ticket) {
    this.ticket = Object.freeze(ticket)
  }

  take(does: (typeof TICKET_ACTIONS)[number] | "strike" | "end" | "undo", line: string): void {
    if (does === "strike")
      this.void({ status: "OPEN", orderLines: ORDER.orderLines.filter((one) => one.lineId !== line) })
    else if (does === "end") this.ticket = endTicket(this.ticket, NOON)
    else if (does === "undo") this.undo()
    else this.act(does, line)
  }

  private undo(): void {
    const answer = this.before ? undoAction(this.ticket, this.before) : this.ticket
    if (isRefusal(answer)) return
    expect(struckOf(answer), "what was struck since stays struck").toEqual(struckOf(this.ticket))
    this.ticket = answer
  }

  private act(does: (typeof TICKET_ACTIONS)[number], line: string): void {
    const lineId = does.endsWith("_line") ? line : undefined
    const answer = actOnTicket(this.ticket, { deed: does, lineId }, NOON)
    if (isRefusal(answer)) return
    expect(actOnTicket(answer, { deed: does, lineId }, NOON), `${does} twice is ${does} once`).toSatisfy(
      (again) => isRefusal(again) || again === answer,
    )
    // A line that was bumped already changes nothing: a ticket whose last open line was struck meanwhile waits until that was seen.
    const isNews = does === "bump_line" && answer !== this.ticket
    if (isNews && nonVoidLines(answer).length > 0 && openLines(answer).length === 0)
      expect(ticketState(answer), "with its last line a ticket is bumped").toBe("bumped")
    this.before = this.ticket
    this.ticket = Object.freeze(answer)
  }

  void(order: Pick<OrderRecord, "status" | "orderLines">): void {
    const next = voidLines(this.ticket, order)
    expect(voidLines(next, order)).toBe(next)
    this.ticket = Object.freeze(next)
  }
}

function struckOf({ voids, seenVoids }: Ticket): string[] {
  return [...voids, ...seenVoids].sort()
}

/** What holds of a ticket at every moment. */
function isWhole(ticket: Ticket): void {
  const ids = ticket.lines.map(({ lineId }) => lineId)
  const struck = [...ticket.voids, ...ticket.seenVoids]
  expect(new Set(struck).size, "a line is struck once").toBe(struck.length)
  expect(struck.every((id) => ids.includes(id))).toBe(true)
  expect(nonVoidLines(ticket).map(({ lineId }) => lineId)).toEqual(ids.filter((id) => !struck.includes(id)))
  if (ticketState(ticket) === "bumped") expect(openLines(ticket), "a bumped ticket has no line to make").toEqual([])
  if (ticket.bumpedAt !== null) expect(ticket.startedAt).not.toBeNull()
}

function isAtWork(ticket: Ticket): boolean {
  return nonVoidLines(ticket).length > 0 && ticket.endedAt === null && ticket.bumpedAt === null
}

function stageByHand(tickets: readonly Ticket[]): KitchenStage | null {
  const living = tickets.filter((ticket) => nonVoidLines(ticket).length > 0)
  if (living.length > 0 && living.every(({ bumpedAt }) => bumpedAt !== null)) return "order.ready"
  return living.some(({ startedAt }) => startedAt !== null) ? "order.preparing" : null
}

function dispatch(station: string, n: number) {
  return { eventId: `evt_00000000000${n}`, station, at: NOON, lineIds: n === 0 ? LINES : ["3"] }
}
