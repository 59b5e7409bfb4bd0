/** Which level a value comes from, what is missing, and that no secret is told. */
import { describe, expect, it } from "vitest"
import { isRefusal } from "../../../../protocol/refusals.ts"
import { setValue, viewMethods } from "../../../../protocol/rules/payments/method-levels.ts"
import type { MethodEntry } from "../../../../protocol/shapes/payment-method.ts"
import type { Store } from "../../../../protocol/shapes/store.ts"

const STORE = { id: "s", code: "UIO-001", name: "Acme", vendorId: "acme.ec.quito", countryCode: "EC" } as Store
const field = (key: string, more: object = {}) => ({
  key,
  label: key,
  required: true,
  scopeLevel: "store" as const,
  secret: false,
  ...more,
})
const CARD: MethodEntry = {
  id: "m",
  code: "CARD",
  name: "Card",
  active: true,
  position: 1,
  cardBrands: [],
  provider: "bank",
  availability: [{ channelCode: "POS", fulfillmentCode: "DINE_IN", enabled: true }],
  configFields: [field("merchant"), field("apiKey", { secret: true }), field("terminal", { scopeLevel: "device" })],
  config: { account: { merchant: "1", apiKey: "sesame", odd: "x" }, stores: { "UIO-001": { merchant: "2" } } },
  devices: [{ storeCode: "UIO-001", deviceType: "POS", deviceId: "pos-1", config: { terminal: "T1" } }],
}
const viewed = (entry: MethodEntry, providers = new Set(["bank"])) => {
  const method = viewMethods(STORE, [entry], providers).methods[0]
  if (!method) throw new Error("no method")
  return method
}
const fieldIn = (entry: MethodEntry, key: string) => viewed(entry).fields.find((one) => one.key === key)

describe("payment method of a store", () => {
  it("has the level of each value", () => {
    expect(fieldIn(CARD, "merchant")).toMatchObject({ from: "store", missing: false })
    expect(fieldIn(CARD, "apiKey")).toMatchObject({ from: "account" })
    expect(fieldIn(CARD, "terminal")).toMatchObject({ from: null, missing: false })
  })

  it("tells whether a secret is set without its value", () => {
    expect(fieldIn(CARD, "apiKey")?.given[0]).toMatchObject({ level: "account", isSet: true, value: null })
    expect(JSON.stringify(viewed(CARD))).not.toContain("sesame")
  })

  it("warns about an unknown provider and values without a field", () => {
    expect(viewed(CARD, new Set()).warnings).toEqual([
      { code: "PROVIDER_UNKNOWN", subject: "bank" },
      { code: "VALUE_WITHOUT_FIELD", subject: "odd" },
    ])
    const off = { ...CARD, availability: [{ channelCode: "POS", fulfillmentCode: "DINE_IN", enabled: false }] }
    expect(viewed(off).warnings).toContainEqual({ code: "NEVER_OFFERED", subject: "CARD" })
  })
})

describe("setting a value", () => {
  const set = (options: object) =>
    setValue(CARD, { storeCode: "UIO-001", key: "merchant", level: "store", value: "3", ...options })

  it("changes only that level, and removing it uncovers the level above", () => {
    expect(fieldIn(set({}) as MethodEntry, "merchant")?.given.map(({ value }) => value)).toEqual(["1", "3", null])
    expect(fieldIn(set({ value: null }) as MethodEntry, "merchant")).toMatchObject({ from: "account" })
    const onDevice = set({ key: "terminal", level: "device", deviceType: "POS", deviceId: "pos-1", value: "T2" })
    expect(fieldIn(onDevice as MethodEntry, "terminal")?.given[2]).toMatchObject({ value: "T2" })
    expect(CARD.config?.stores?.["UIO-001"]).toEqual({ merchant: "2" })
  })

  it("refuses an unknown field or device", () => {
    expect(isRefusal(set({ key: "nothing" }))).toBe(true)
    expect(isRefusal(set({ key: "terminal", level: "device", deviceType: "POS", deviceId: "pos-9" }))).toBe(true)
  })
})
