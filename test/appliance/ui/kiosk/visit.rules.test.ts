import { describe, expect, it } from "vitest"
import { basketOf, buyerOf, sentOf } from "../../../../appliance/ui/kiosk/basket.ts"
import { IDLE_MS, idleOf, limitsIn, WARNING_MS } from "../../../../appliance/ui/kiosk/idle.ts"
import { keyRows, typeKey } from "../../../../appliance/ui/kiosk/keys.ts"
import { type ChargeState, linkState } from "../../../../appliance/ui/kiosk/link-state.ts"
import { placeOrder } from "../../../../appliance/ui/kiosk/place-order.ts"
import { newVisit, stepVisit } from "../../../../appliance/ui/kiosk/visit.ts"
import { type Client, createClient } from "../../../../protocol/client/index.ts"
import { buyerFault, hasLetters, taxIdKinds } from "../../../../ui/tax-ids.ts"

describe("an idle kiosk", () => {
  const limits = { idleMs: 60_000, warningMs: 15_000 }
  it.each([
    ["menu", 59_999, { is: "busy" }],
    ["menu", 60_000, { is: "warned", secondsLeft: 15 }],
    ["basket", 74_001, { is: "warned", secondsLeft: 1 }],
    ["buyer", 75_000, { is: "over" }],
    ["link", 179_000, { is: "busy" }],
    ["link", 195_000, { is: "over" }],
    ["done", 30_000, { is: "over" }],
    ["sending", 9_999_999, { is: "busy" }],
    ["attract", 60_000, { is: "over" }],
  ] as const)("at %s after %i ms", (phase, quiet, idle) => expect(idleOf(phase, quiet, limits)).toEqual(idle))

  it.each([
    ["", IDLE_MS, WARNING_MS],
    ["?idle=5&warning=2", 5_000, 2_000],
    ["?idle=0&warning=-3", IDLE_MS, WARNING_MS],
    ["?idle=soon", IDLE_MS, WARNING_MS],
  ])("has its limits from %j", (search, idleMs, warningMs) => expect(limitsIn(search)).toEqual({ idleMs, warningMs }))
})

describe("paying by link", () => {
  const charge = (over: Partial<ChargeState> = {}): ChargeState => ({
    orderStatus: "OPEN",
    paid: false,
    online: true,
    asking: false,
    link: null,
    status: null,
    ended: null,
    fault: null,
    ...over,
  })
  const facts = { silent: false, refused: false, late: false }
  const LINK = { link: "https://pay.example/1" }
  it.each([
    ["nothing known yet", { charge: null }, { is: "asking" }],
    ["the hub is asked", { charge: charge({ asking: true }) }, { is: "asking" }],
    ["the hub is asked for too long", { charge: charge({ asking: true }), late: true }, { is: "offline" }],
    ["the box made none", { charge: charge({ online: false }), refused: true }, { is: "offline" }],
    ["a code is there", { charge: charge(LINK) }, { is: "waiting", ...LINK }],
    ["a code is there and the hub is away", { charge: charge({ ...LINK, online: false }) }, { is: "unknown" }],
    ["a code is there and the box is silent", { charge: charge(LINK), silent: true }, { is: "unknown" }],
    ["the box is silent from the start", { charge: null, silent: true }, { is: "offline" }],
    ["paid", { charge: charge({ paid: true, orderStatus: "COMPLETED" }) }, { is: "paid" }],
    ["paid, then silence", { charge: charge({ paid: true }), silent: true }, { is: "paid" }],
    ["declined", { charge: charge({ ended: "declined" }) }, { is: "ended", why: "declined" }],
    ["expired", { charge: charge({ ended: "expired" }) }, { is: "ended", why: "expired" }],
    ["paid with money that does not fit", { charge: charge({ ended: "unfit" }) }, { is: "staff" }],
    ["cancelled at the counter", { charge: charge({ orderStatus: "CANCELLED" }) }, { is: "staff" }],
  ] as const)("%s", (_what, over, state) => expect(linkState({ ...facts, ...over })).toEqual(state))
})

describe("the buyer", () => {
  const form = { name: "", govIdType: "CEDULA", govIdNumber: "", email: "" }
  it.each([
    [{ govIdNumber: "1710034065" }, false, false],
    [{ govIdNumber: "1710034066" }, true, false],
    [{ email: "ana@" }, false, true],
    [{}, false, false],
  ])("%j", (over, govIdNumber, email) => {
    expect(buyerFault({ ...form, ...over }, "EC")).toEqual({ govIdNumber, email })
  })

  it("is nobody unless something was typed", () => {
    expect(buyerOf(form)).toBeNull()
    expect(buyerOf({ ...form, name: " Ana " })).toEqual({ name: "Ana" })
    expect(taxIdKinds("BR")).toEqual(["CPF", "CNPJ"])
    expect(taxIdKinds(null)).toEqual([])
  })
})

describe("the basket", () => {
  const part = { taxes: [], station: null, modifierGroups: [], available: true, type: "PRODUCTO" as const }
  const burger = { ...part, productId: "burger", name: "Hamburguesa", price: "60000" }
  const menu = (available: boolean) => ({
    categories: [],
    modifierGroups: [],
    products: [burger, { ...part, productId: "juice", name: "Jugo", price: "25000", available }],
  })
  const lines = ["burger", "juice"].map((productId, n) => ({
    lineId: `l-${n}`,
    productId,
    quantity: 2,
    choices: [],
    notes: "",
  }))

  it("costs what the menu says now, and names what is out of stock", () => {
    expect(basketOf(menu(true), lines)).toMatchObject({ total: 170_000, pieces: 4, gone: [] })
    const basket = basketOf(menu(false), lines)
    expect(basket).toMatchObject({ total: 120_000, pieces: 2, gone: ["l-1"] })
    expect(basket.rows[1]).toMatchObject({ line: null, name: "Jugo" })
  })

  it("is sent by ids only, in the same form each time", () => {
    const visit = lines.reduce(
      (one, line) => stepVisit(one, { type: "add", line }),
      newVisit({ orderId: "o", jobId: "j" }),
    )
    const sent = sentOf(visit, basketOf(menu(true), visit.lines))
    expect(sent).toEqual({
      orderId: "o",
      fulfillment: "DINE_IN",
      lines: [
        { productId: "burger", quantity: 2, choices: [] },
        { productId: "juice", quantity: 2, choices: [] },
      ],
      total: "170000",
    })
  })
})

describe("sending", () => {
  const sent = { orderId: "o", fulfillment: "DINE_IN" as const, lines: [], total: "1" }
  const said = (status: number, body: object): Client =>
    createClient({
      baseUrl: "http://box",
      key: null,
      fetch: async () => new Response(JSON.stringify(body), { status }),
    })
  it.each([
    [201, { success: true, data: { orderId: "o", orderCode: "K-1", total: "1", paid: false } }, "placed"],
    [409, { error: "CONFLICT", data: { why: "menu" } }, "refused"],
    [400, { error: "VALIDATION_ERROR" }, "refused"],
    [401, { error: "UNAUTHORIZED" }, "unknown"],
    [429, { error: "RATE_LIMITED" }, "unknown"],
    [503, { error: "SERVICE_UNAVAILABLE" }, "unknown"],
    [200, {}, "unknown"],
  ])("%i %j is %s", async (status, body, type) => expect((await placeOrder(said(status, body), sent)).type).toBe(type))
})

describe("the keyboard on the screen", () => {
  it("writes as people do", () => {
    const name = { set: "text", maxLength: 10 } as const
    expect([..."ANA"].reduce((text, key) => typeKey(text, key, name), "")).toBe("Ana")
    expect(typeKey("Ana", "space", name)).toBe("Ana ")
    expect(typeKey("Ana ", "space", name)).toBe("Ana ")
    expect(typeKey("Ana ", "N", name)).toBe("Ana N")
    expect(typeKey("Ana", "erase", name)).toBe("An")
    expect(typeKey("12345", "6", { set: "id", maxLength: 5 })).toBe("12345")
  })

  it("has the letters of the guest's language, and an @ for e-mail", () => {
    expect(keyRows("text", "es").flat()).toContain("Ñ")
    expect(keyRows("text", "pt").flat()).toContain("Ç")
    expect(keyRows("email", "en").flat()).toContain("@")
    expect(keyRows("id", "es").flat()).not.toContain("space")
  })

  it("has each letter of a passport, and stays in capitals", () => {
    const keys = hasLetters("PASAPORTE") ? "letteredId" : "id"
    const reached = keyRows(keys, "es").flat()
    expect([..."AR123456"].filter((key) => !reached.includes(key))).toEqual([])
    expect([..."AR12"].reduce((text, key) => typeKey(text, key, { set: keys, maxLength: 30 }), "")).toBe("AR12")
    expect([hasLetters("CNPJ"), hasLetters("CEDULA")]).toEqual([true, false])
  })
})
