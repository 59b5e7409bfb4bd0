import { describe, expect, it } from "vitest"
import { checklistOf } from "../../../../appliance/ui/pos/day-checklist.ts"
import { declineWord } from "../../../../appliance/ui/pos/decline-word.ts"
import { type Fault, faultOf } from "../../../../appliance/ui/pos/faults.ts"
import { MESSAGES, type MessageKey } from "../../../../appliance/ui/pos/messages/index.ts"
import type { Today } from "../../../../appliance/ui/pos/today.ts"

import { say } from "../../../../ui/say.ts"

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
  shift: null,
  drawerCurrencies: [],
  handover: null,
  openShifts: [],
  openOrders: [],
  recentOrders: [],
  ordersInDoubt: [],
  tendersInDoubt: [],
  menuMark: "",
  hub: { claimed: true, link: "up", replaced: false, unsent: 0, lastAckAt: NOW },
  printers: [printer],
}

describe("the banner", () => {
  const paperOut: Today["printers"][number] = { ...printer, state: "paper_out" }
  const down: Today["hub"] = { ...calm.hub, link: "down", unsent: 3 }

  it("is silent while all is well, or nothing is known yet", () => {
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
    ["a box without a hub", { ...calm, hub: { ...down, claimed: false } }, true, { cause: "unclaimed", tone: "warn" }],
    ["the hub", { ...calm, hub: down }, true, { cause: "hub", tone: "note", unsent: 3 }],
  ])("names %s", (_, today, reachable, fault) => expect(faultOf(today, reachable)).toEqual(fault))

  it("does not trouble anybody about a printer that was not asked yet", () => {
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

  it("is all fine after a calm day", () => {
    expect(checklistOf(calm, []).every(({ fine }) => fine)).toBe(true)
  })

  it("counts what the close would force, and not what is paid already", () => {
    const openOrders = [order, { ...order, orderCode: "WEB-1", paid: true }]
    const orders = checklistOf({ ...calm, openOrders }, []).find(({ about }) => about === "orders")
    expect(orders).toEqual({ about: "orders", fine: false, count: 1, amount: 45_000, names: ["A-003"] })
  })

  it("names unsettled prints and unsent changes", () => {
    const today = { ...calm, printers: [{ ...printer, unknownJobs: 1 }], hub: { ...calm.hub, unsent: 7 } }
    const items = checklistOf(today, null)
    expect(items.filter(({ fine }) => !fine).map(({ about, count }) => [about, count])).toEqual([
      ["jobs", 1],
      ["unsent", 7],
    ])
  })

  it("counts every print that asks somebody, also one that waited too long and never came", () => {
    const jobs = checklistOf(calm, [{ asks: true }, { asks: false }]).find(({ about }) => about === "jobs")
    expect(jobs).toMatchObject({ fine: false, count: 1 })
  })
})

it.each([
  ["wrong_pin", "es", "Clave incorrecta"],
  ["wrong_pin", "en", "Wrong PIN"],
  ["house_rule_7", "pt", "House rule 7"],
] as const)("the decline reason %s is in %s: %s", (code, language, word) => {
  const keyOf = (text: string) => (Object.hasOwn(MESSAGES, text) ? (text as keyof typeof MESSAGES) : null)
  const t = (key: MessageKey) => say(MESSAGES[key as keyof typeof MESSAGES], language)
  expect(declineWord(code, { t, keyOf })).toBe(word)
})
