/** Rules of the manager's page: open items, the connection to the back office, the checklist before a close. */
import { describe, expect, it } from "vitest"
import { widthOf } from "../../../../appliance/ui/manage/bars.tsx"
import { checklistOf, isBlocked, paymentsInDoubtOf } from "../../../../appliance/ui/manage/checklist.ts"
import { answersFor, canMove } from "../../../../appliance/ui/manage/job-actions.tsx"
import { isSkewed, openCount, syncLight } from "../../../../appliance/ui/manage/open-items.ts"
import { elapsedShare } from "../../../../appliance/ui/manage/outage-test-screen.tsx"
import { tabIn } from "../../../../appliance/ui/manage/tabs.ts"
import type { PrinterFace, StoreState } from "../../../../protocol/shapes/store-state.ts"
import { isUnfinished } from "../../../../ui/close-day-dialog.tsx"
import { anId, NOON, STORE_ID } from "../../../kit/orders.ts"

const LINE: StoreState["line"] = {
  claimed: true,
  link: "up",
  fenced: false,
  stuck: false,
  made: 40,
  onHub: 40,
  acked: 40,
  unsent: 0,
  oldestUnsentAt: null,
  lastAckAt: NOON,
  parked: 0,
  clockSkewMs: 20,
}

const PRINTER: PrinterFace = {
  printerId: "tcp://10.0.0.5:9100",
  state: "ready",
  queued: 0,
  unknownJobs: 0,
  at: null,
  name: "mostrador",
  model: "Epson",
  width: 42,
  backups: [],
  pages: ["cp858"],
  page: null,
}

function aState(over: Partial<StoreState> = {}): StoreState {
  return {
    now: NOON,
    version: "0.1.0",
    startedAt: NOON,
    store: { id: STORE_ID, code: "UIO-001", name: "Quito", currency: "USD", countryCode: "EC", timeZone: "UTC" },
    day: null,
    sales: [],
    openOrders: { count: 0, amount: 0, first: [] },
    ordersInDoubt: [],
    tendersInDoubt: [],
    moneyToReturn: [],
    kitchen: [],
    openShifts: [],
    line: LINE,
    parkedAtHub: { total: 0, ops: [] },
    conflicts: { count: 0, first: [] },
    fiscal: { is: "off", reason: null, points: [] },
    printers: [],
    spool: { waiting: 0, asking: 0 },
    care: {
      disk: { is: "fine", freeBytes: 10_000, totalBytes: 20_000 },
      backups: { count: 1, newestAt: NOON, failure: null },
      clockJump: null,
      restoredAt: null,
    },
    ...over,
  }
}

describe("the number on a tab", () => {
  it("is absent if all is well", () => {
    for (const tab of ["today", "printers", "spool", "close", "outageTest"] as const)
      expect(openCount(tab, aState())).toBe(0)
  })

  it("counts what somebody must look at, and no normal sale", () => {
    const point = { point: "1", documentType: "01", operation: "ISSUE", last: 1, left: 3, state: "low" } as const
    const state = aState({
      line: { ...LINE, parked: 2, fenced: true },
      fiscal: { is: "failing", reason: "none", points: [point, { ...point, state: "fine" }] },
      ordersInDoubt: ["A-1"],
      openOrders: { count: 9, amount: 1, first: [] },
      printers: [PRINTER, { ...PRINTER, state: "paper_out" }, { ...PRINTER, state: "unknown" }],
      spool: { waiting: 7, asking: 3 },
    })
    expect(openCount("today", state)).toBe(6)
    expect(openCount("printers", state)).toBe(1)
    expect(openCount("spool", state)).toBe(3)
  })
})

describe("the connection to the back office", () => {
  const at = (line: Partial<StoreState["line"]>) => syncLight(aState({ line: { ...LINE, ...line } })).key

  it.each([
    [{}, "current"],
    [{ unsent: 2, oldestUnsentAt: "2026-11-21T17:29:00.000Z" }, "sending"],
    [{ unsent: 2, oldestUnsentAt: "2026-11-21T17:20:00.000Z" }, "late"],
    [{ link: "down", unsent: 2, oldestUnsentAt: "2026-11-21T17:20:00.000Z" }, "down"],
    [{ claimed: false, link: "down" }, "unclaimed"],
    [{ stuck: true, link: "down" }, "stuck"],
    [{ fenced: true, stuck: true }, "fenced"],
  ] as const)("%j is %s", (line, key) => expect(at(line)).toBe(key))

  it("reports clocks that differ too much, once they were compared", () => {
    expect([null, 59_000, -61_000].map((clockSkewMs) => isSkewed({ ...LINE, clockSkewMs }))).toEqual([
      false,
      false,
      true,
    ])
  })
})

describe("open matters before a close", () => {
  it("are listed in the order in which they are settled", () => {
    const shift = { shiftId: anId(), operatorName: "Ana", terminalUid: "pos-1", openedAt: NOON }
    const state = aState({
      openShifts: [shift],
      ordersInDoubt: ["A-1"],
      openOrders: { count: 2, amount: 65_000, first: [] },
      printers: [PRINTER, { ...PRINTER, name: "cocina", queued: 2, unknownJobs: 1 }],
      spool: { waiting: 2, asking: 1 },
      kitchen: [
        { station: "grill", expected: 7 },
        { station: "bar", expected: 0 },
      ],
      line: { ...LINE, unsent: 4 },
    })
    expect(checklistOf(state).map(({ about, count, names }) => [about, count, names])).toEqual([
      ["shifts", 1, ["Ana"]],
      ["doubts", 1, ["A-1"]],
      ["orders", 2, []],
      ["kitchen", 7, ["grill"]],
      ["prints", 3, ["cocina"]],
      ["parked", 0, []],
      ["unsent", 4, []],
    ])
    expect(isUnfinished(checklistOf(state))).toBe(true)
  })

  it("do not include changes that only wait to be sent", () => {
    expect(isUnfinished(checklistOf(aState({ line: { ...LINE, unsent: 4 } })))).toBe(false)
  })
})

describe("a payment in doubt", () => {
  const doubt = {
    doubtId: "tx-1",
    orderId: anId(),
    orderCode: "A-1",
    method: "CARD",
    amount: "6.50",
    currencyCode: "USD",
    terminal: "pos-1",
    at: NOON,
  }

  it("is named once, counted on the tab, and blocks the close", () => {
    const state = aState({ tendersInDoubt: [doubt, { ...doubt, doubtId: "tx-2" }], ordersInDoubt: ["A-1", "A-2"] })
    expect(paymentsInDoubtOf(state)).toEqual(["A-1", "A-2"])
    expect(openCount("today", state)).toBe(2)
    expect(isBlocked(state)).toBe(true)
    expect(isBlocked(aState({ ordersInDoubt: ["A-2"] }))).toBe(false)
  })
})

describe("a print job", () => {
  it.each([
    ["unknown", true, ["printed", "reprint", "discard"], false],
    ["not_printed", true, ["reprint", "discard"], true],
    ["not_printed", false, ["discard"], true],
    ["queued", false, ["discard"], true],
    ["sending", false, [], false],
    ["printed", false, [], false],
  ] as const)("%s, asking: %s", (status, asks, words, movable) => {
    expect(answersFor({ status, asks })).toEqual(words)
    expect(canMove({ status, document: "receipt" })).toBe(movable)
    expect(canMove({ status, document: "drawer" })).toBe(false)
  })
})

describe("charts", () => {
  it("lose no sale, and show nothing that was returned", () => {
    expect([100, 50, 1, 0, -20].map((amount) => widthOf(amount, 100))).toEqual([80, 40, 1, 0, 0])
  })

  it("show an outage test between its start and its end", () => {
    const drill = { startedAt: "2026-11-21T17:00:00.000Z", endsAt: "2026-11-21T18:00:00.000Z" }
    expect(
      [NOON, "2026-11-21T16:00:00.000Z", "2026-11-21T20:00:00.000Z"].map((now) => elapsedShare(drill, now)),
    ).toEqual([50, 0, 100])
  })
})

it("the address names the shown part, or none for today", () => {
  expect(["#close", "#pair=AAAA-BBBB", ""].map(tabIn)).toEqual(["close", "today", "today"])
})
