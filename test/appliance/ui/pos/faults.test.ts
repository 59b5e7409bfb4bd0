import { describe, expect, it } from "vitest"
import { declineWord } from "../../../../appliance/ui/pos/charge/decline-word.ts"
import { checklistOf, type RegisterState } from "../../../../appliance/ui/pos/day/day-checklist.ts"
import { type Fault, faultOf, heartbeatDetails } from "../../../../appliance/ui/pos/faults.ts"
import { MESSAGES, type MessageKey } from "../../../../appliance/ui/pos/messages/index.ts"
import { newSale, type Sale } from "../../../../appliance/ui/pos/sale.ts"
import type { Today } from "../../../../appliance/ui/pos/today.ts"
import { isUnfinished } from "../../../../ui/close-day-dialog.tsx"
import { translate } from "../../../../ui/translate.ts"

const NOW = "2026-11-21T12:00:00.000Z"
const printer = { printerId: "tcp://10.0.0.9:9100", state: "ready", queued: 0, unknownJobs: 0, at: NOW } as const

const calm: Today = {
  now: NOW,
  store: {
    id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    code: null,
    name: "Acme",
    currency: "USD",
    countryCode: "EC",
    timeZone: "America/Guayaquil",
  },
  day: null,
  dates: { today: "2026-11-21", hubToday: "2026-11-21", isAhead: false, next: ["2026-11-21"] },
  shift: null,
  drawerCurrencies: [],
  handover: null,
  openShifts: [],
  openOrders: [],
  recentOrders: [],
  ordersInDoubt: [],
  tendersInDoubt: [],
  moneyToReturn: [],
  menuMark: "",
  hub: { claimed: true, link: "up", replaced: false, unsent: 0, lastAckAt: NOW },
  printers: [printer],
  kitchen: [],
}

const aheadDay: Today["day"] = {
  storeId: calm.store.id,
  businessDayDate: "2026-11-22",
  status: "open",
  openedAt: NOW,
  closedAt: null,
  figures: [],
}

describe("the banner", () => {
  const paperOut: Today["printers"][number] = { ...printer, state: "paper_out" }
  const down: Today["hub"] = { ...calm.hub, link: "down", unsent: 3 }

  it("is hidden while all is well, or nothing is known yet", () => {
    expect([faultOf(calm, true), faultOf(null, true)]).toEqual([null, null])
  })

  it.each<[string, Today, boolean, Fault]>([
    ["the box before all else", { ...calm, printers: [paperOut], hub: down }, false, { cause: "box", tone: "stop" }],
    [
      "a box that sells no more before what it would do",
      { ...calm, printers: [paperOut], hub: { ...calm.hub, replaced: true } },
      true,
      { cause: "replaced", tone: "stop" },
    ],
    [
      "the printer before the hub",
      { ...calm, printers: [paperOut], hub: down },
      true,
      { cause: "printer", tone: "warn", printer: "", state: "paper_out" },
    ],
    [
      "which of two printers",
      { ...calm, printers: [printer, paperOut] },
      true,
      { cause: "printer", tone: "warn", printer: " 10.0.0.9:9100", state: "paper_out" },
    ],
    [
      "prints that nobody is sure of",
      { ...calm, printers: [{ ...printer, unknownJobs: 2 }] },
      true,
      { cause: "unknownJobs", tone: "warn", count: 2 },
    ],
    [
      "money by link that does not fit its order",
      { ...calm, ordersInDoubt: ["A-003"] },
      true,
      { cause: "doubt", tone: "warn", orders: ["A-003"] },
    ],
    [
      "a day whose date has not come",
      {
        ...calm,
        hub: down,
        day: aheadDay,
        dates: { ...calm.dates, isAhead: true, next: [] },
      },
      true,
      { cause: "dayAhead", tone: "warn", date: "2026-11-22", today: "2026-11-21" },
    ],
    ["a box without a hub", { ...calm, hub: { ...down, claimed: false } }, true, { cause: "unclaimed", tone: "warn" }],
    ["the hub", { ...calm, hub: down }, true, { cause: "hub", tone: "note", unsent: 3 }],
  ])("names %s", (_, today, reachable, fault) => expect(faultOf(today, reachable)).toEqual(fault))

  it("ignores a printer that was not asked yet", () => {
    expect(faultOf({ ...calm, printers: [{ ...printer, state: "unknown" }] }, true)).toBeNull()
  })
})

describe("the checklist before the close", () => {
  const order = {
    id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d02",
    orderCode: "A-003",
    channel: "POS",
    status: "OPEN",
    total: "45000",
    currencyCode: "USD",
    paid: false,
    createdAt: NOW,
    externalId: "e-3",
    locator: null,
    buyer: null,
    atKitchen: false,
  } as const

  const idle = newSale("e-4")
  const itemsOf = (over: Partial<Today>, more: Partial<Omit<RegisterState, "today">> = {}) =>
    checklistOf({ today: { ...calm, ...over }, jobs: [], sale: idle, ...more })
  const openOf = (items: ReturnType<typeof checklistOf>) =>
    items.filter(({ count }) => count > 0).map(({ about, count, names }) => [about, count, names])

  it("has no fault after a calm day", () => {
    expect(openOf(itemsOf({}))).toEqual([])
    expect(isUnfinished(itemsOf({}))).toBe(false)
  })

  it("counts what the close would force, and not what is paid", () => {
    const openOrders = [order, { ...order, orderCode: "WEB-1", paid: true }].map((one) => ({ ...one, taken: [] }))
    const orders = itemsOf({ openOrders }).find(({ about }) => about === "orders")
    expect(orders).toEqual({ about: "orders", count: 1, amount: 45_000, names: ["A-003"] })
  })

  it("names the stations with open tickets", () => {
    const kitchen = [
      { station: "grill", expected: 5 },
      { station: "bar", expected: 0 },
      { station: "fryer", expected: 2 },
    ]
    const items = itemsOf({ kitchen })
    expect(openOf(items)).toEqual([["kitchen", 7, ["grill", "fryer"]]])
    expect(isUnfinished(items)).toBe(true)
  })

  it("counts prints that wait for the printer and those of unknown outcome", () => {
    const printers = [{ ...printer, queued: 2, unknownJobs: 1 }]
    expect(openOf(itemsOf({ printers }, { jobs: null }))).toEqual([["prints", 3, []]])
  })

  it("counts every print that needs a person, also an expired one", () => {
    expect(openOf(itemsOf({}, { jobs: [{ asks: true }, { asks: false }] }))).toEqual([["prints", 1, []]])
  })

  it("lists this register's unfinished sale, but not the open order that it charges", () => {
    const price = { unitPrice: 20_000, quantity: 2, taxes: [], modifiers: [] }
    const line = { ...price, lineId: "l-1", productId: "p-1", name: "Taco", notes: "", station: null }
    const sale: Sale = { ...idle, lines: [line] }
    expect(itemsOf({}, { sale }).find(({ count }) => count > 0)).toMatchObject({
      about: "sale",
      count: 1,
      amount: 40_000,
    })
    expect(openOf(itemsOf({}, { sale: { ...sale, phase: "saved" } }))).toEqual([])
    const charged: Sale = { ...idle, phase: "charging", order: { id: "o", orderCode: "A-3", total: 1, lines: [] } }
    expect(openOf(itemsOf({}, { sale: charged }))).toEqual([])
  })

  it("lists unsent changes, which leave nothing unfinished", () => {
    const items = itemsOf({ hub: { ...calm.hub, unsent: 7 } })
    expect(openOf(items)).toEqual([["unsent", 7, []]])
    expect(isUnfinished(items)).toBe(false)
  })
})

it.each([
  ["wrong_pin", "es", "Clave incorrecta"],
  ["wrong_pin", "en", "Wrong PIN"],
  ["house_rule_7", "pt", "House rule 7"],
] as const)("the decline reason %s is in %s: %s", (code, language, word) => {
  const keyOf = (text: string) => (Object.hasOwn(MESSAGES, text) ? (text as keyof typeof MESSAGES) : null)
  const t = (key: MessageKey) => translate(MESSAGES[key as keyof typeof MESSAGES], language)
  expect(declineWord(code, { t, keyOf })).toBe(word)
})

it.each([
  ["well with a printer that prints", [printer], null],
  ["well without any printer", [], null],
  ["degraded without paper", [printer, { ...printer, state: "paper_out" as const }], "printer_down"],
])("a register is %s", (_, printers, degraded) => {
  expect(heartbeatDetails(printers)).toMatchObject({ componentType: "pos", degraded })
})
