import { describe, expect, it } from "vitest"
import {
  methodsByCountry,
  methodsForBox,
  methodsOfStore,
  warningOf,
} from "../../../../protocol/rules/payments/payment-methods.ts"
import type { MethodEntry } from "../../../../protocol/shapes/payment-method.ts"
import type { Store } from "../../../../protocol/shapes/store.ts"

const STORE = {
  id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
  code: "UIO-001",
  number: 1,
  name: "Acme Amazonas",
  countryCode: "EC",
  active: "ACTIVE",
  status: "PUBLISHED",
} as Store

const on = (channelCode: string, fulfillmentCode: string, enabled = true) => ({ channelCode, fulfillmentCode, enabled })
const field = (key: string, scopeLevel: "account" | "store" | "device", required = true) => ({
  key,
  label: key,
  required,
  scopeLevel,
  secret: false,
})

const CARD: MethodEntry = {
  id: "6a1f7a52-0c5e-4a0e-8a68-0d6f3d7b1a02",
  code: "CARD",
  name: "Tarjeta",
  active: true,
  position: 2,
  cardBrands: ["VISA"],
  availability: [on("POS", "DINE_IN"), on("Kiosk", "Take_Away"), on("WEB", "DELIVERY", false)],
  configFields: [field("merchantId", "account"), field("terminalKey", "store"), field("lane", "device", false)],
  config: {
    account: { merchantId: "M-1", terminalKey: "of all", lane: "never here", stray: "undeclared" },
    stores: { "UIO-001": { terminalKey: "of the store" }, "GYE-001": { terminalKey: "of another store" } },
  },
  devices: [
    {
      storeCode: "UIO-001",
      deviceType: "KIOSK",
      deviceId: "kiosk-1",
      availability: [on("KIOSK", "TAKE_AWAY", false)],
      config: { terminalKey: "k1", lane: "7" },
    },
    { storeCode: "GYE-001", deviceType: "POS", deviceId: "pos-9", config: { terminalKey: "p9" } },
  ],
}

const methods = (change: Partial<MethodEntry> = {}, channel: string | null = null, store: Store = STORE) =>
  methodsOfStore(store, [{ ...CARD, ...change }], channel).methods
const only = (change: Partial<MethodEntry> = {}, channel: string | null = null) => {
  const [method] = methods(change, channel)
  if (!method) throw new Error("the store has no method")
  return method
}

it("store number is an integer, also for a store stored without one", () => {
  const numbers = [STORE, { ...STORE, number: null }].map((store) => methodsOfStore(store, [], null).storeNumber)
  expect(numbers).toEqual([1, 0])
})

describe("configuration of a method", () => {
  it("has the account's values overridden by the store's, and no others", () => {
    expect(only().config).toEqual({ merchantId: "M-1", terminalKey: "of the store" })
  })

  it("has only the terminals of the store with their own values", () => {
    expect(only().devices).toEqual([
      {
        deviceType: "KIOSK",
        deviceId: "kiosk-1",
        charging: false,
        availability: [on("KIOSK", "TAKE_AWAY", false)],
        config: { terminalKey: "k1", lane: "7" },
      },
    ])
  })

  it.each<[string, Partial<MethodEntry>, string[]]>([
    ["nothing", {}, []],
    ["a store's value", { config: { account: { merchantId: "M" } } }, ["terminalKey"]],
    ["an empty value", { config: { account: { merchantId: "", terminalKey: "t" } } }, ["merchantId"]],
    ["everything", { config: {} }, ["merchantId", "terminalKey"]],
    ["what is not required", { configFields: [field("x", "store", false)], config: {} }, []],
    ["a terminal's value that each terminal has", { configFields: [field("lane", "device")], config: {} }, []],
    ["a terminal's value where no terminal is known", { configFields: [field("a", "device")], devices: [] }, ["a"]],
    ["a terminal's value that one lacks", { configFields: [field("other", "device")] }, ["other"]],
  ])("names the required keys without a value: %s", (_what, change, missing) => {
    expect(only(change).missingRequiredKeys).toEqual(missing)
  })
})

describe("whether a method charges", () => {
  it.each<[string, Partial<MethodEntry>, string | null, boolean | undefined]>([
    ["it is on in one combination", {}, null, true],
    ["it is on in the channel, whatever its case", {}, "kiosk", true],
    ["it is only paused in the channel", {}, "WEB", false],
    ["it has no combination in the channel, and is left out", {}, "APP", undefined],
    ["it is not active", { active: false }, null, false],
    ["it is offered nowhere", { availability: [] }, null, false],
  ])("%s", (_what, change, channel, charging) => {
    expect(methods(change, channel)[0]?.charging).toBe(charging)
  })

  it("returns codes as they were stored, narrowed to the channel", () => {
    expect(only({}, "KIOSK").availability).toEqual([on("Kiosk", "Take_Away")])
    expect(only().availability).toHaveLength(3)
  })

  it.each<[string, NonNullable<MethodEntry["devices"]>[number]["availability"], boolean]>([
    ["by its store's combinations of its own channel", undefined, true],
    ["not where it is paused itself", [on("pos", "dine_in", false)], false],
    ["where it alone is on", [on("POS", "TAKE_AWAY")], true],
  ])("a terminal charges %s", (_what, availability, charging) => {
    const device = { storeCode: "UIO-001", deviceType: "POS" as const, deviceId: "pos-1" }
    const devices = [{ ...device, ...(availability && { availability }) }]
    expect(only({ devices }).devices[0]?.charging).toBe(charging)
    expect(only({ devices, active: false }).devices[0]?.charging).toBe(false)
  })

  it("leaves out the terminals that have no combination in the channel", () => {
    expect(only({}, "POS").devices).toEqual([])
    expect(only({}, "KIOSK").devices).toHaveLength(1)
  })
})

describe("a store", () => {
  it("has the methods of its country, inactive ones too, in their position", () => {
    const entries: MethodEntry[] = [
      CARD,
      { ...CARD, code: "CASH", position: 1, active: false },
      { ...CARD, code: "PIX", countries: ["BR"] },
      { ...CARD, code: "LINK", position: 3, countries: ["CO", "EC"] },
    ]
    expect(methodsOfStore(STORE, entries, null).methods.map(({ code }) => code)).toEqual(["CASH", "CARD", "LINK"])
  })

  it("without a country has no methods, and a warning that says so", () => {
    const store = { ...STORE, countryCode: null }
    expect(methodsOfStore(store, [CARD], null)).toMatchObject({ countryCode: null, methods: [] })
    expect(warningOf(store)).toMatchObject([{ code: "STORE_COUNTRY_MISSING", storeId: STORE.id }])
    expect(warningOf(STORE)).toEqual([])
  })

  it("gives its box what it needs itself, and nothing of another store", () => {
    const boxed = methodsForBox(STORE, [CARD, { ...CARD, code: "PIX", countries: ["BR"] }])
    expect(JSON.stringify(boxed)).not.toMatch(/another store|p9|PIX/)
    expect(methodsOfStore(STORE, boxed, null)).toEqual(methodsOfStore(STORE, [CARD], null))
  })
})

describe("the first version", () => {
  it("tells by country and vendor whether a method is on", () => {
    const entries: MethodEntry[] = [CARD, { ...CARD, code: "PIX", active: false, countries: ["BR", "EC"] }]
    const face = ({ id, code, name }: MethodEntry, enabled: boolean) => ({ methodId: id, code, name, enabled })
    const pix = face({ ...CARD, code: "PIX" }, false)
    expect(methodsByCountry({ vendorId: "acme.ec.quito", countryCode: "EC" }, entries)).toEqual({
      countries: [
        { countryCode: "BR", vendors: [{ vendorId: "acme.ec.quito", methods: [pix] }] },
        { countryCode: "EC", vendors: [{ vendorId: "acme.ec.quito", methods: [face(CARD, true), pix] }] },
      ],
    })
  })
})
