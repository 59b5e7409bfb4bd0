import { describe, expect, it } from "vitest"
import {
  readySince,
  stageOfTickets,
  stagesToPublish,
  waitingStations,
} from "../../../../protocol/rules/kitchen/ticket-stages.ts"
import type { Ticket } from "../../../../protocol/shapes/ticket.ts"
import { aTicket, NOON } from "../../../kit/orders.ts"

const LATER = "2026-11-21T17:36:00.000Z"
const open = (station: string, over: Partial<Ticket> = {}) => aTicket({ station, ...over })
const done = (station: string, bumpedAt = NOON) => open(station, { startedAt: NOON, bumpedAt })
const gone = (station: string) => open(station, { voids: ["1"] })

describe("order with the tickets", () => {
  it.each([
    ["untouched", [open("grill"), open("bar")], null, ["grill", "bar"], null],
    ["one started", [open("grill", { startedAt: NOON }), open("bar")], "order.preparing", ["grill", "bar"], null],
    ["one done", [done("grill"), open("bar")], "order.preparing", ["bar"], null],
    ["all done", [done("grill"), done("bar", LATER)], "order.ready", [], LATER],
    ["one void, the other done", [gone("grill"), done("bar")], "order.ready", [], NOON],
    ["all void", [gone("grill")], null, [], null],
    ["handed over", [open("grill", { startedAt: NOON, bumpedAt: NOON, endedAt: LATER })], "order.ready", [], NOON],
  ] as const)("%s", (_what, tickets, stage, waiting, since) => {
    expect([stageOfTickets(tickets), waitingStations(tickets), readySince(tickets)]).toEqual([stage, waiting, since])
  })
})

it.each([
  [null, null, []],
  ["order.preparing", null, ["order.preparing"]],
  ["order.ready", null, ["order.preparing", "order.ready"]],
  ["order.dispatched", "order.preparing", ["order.ready", "order.dispatched"]],
  ["order.preparing", "order.ready", []],
  [null, "order.ready", []],
] as const)("tickets at %s tell a hub that heard %s of %j", (reached, told, stages) => {
  expect(stagesToPublish(reached, told)).toEqual(stages)
})
