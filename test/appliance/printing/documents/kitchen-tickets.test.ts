/** The kitchen's paper, as its printers put it out: tickets by station, copies that say so, slips of what was cancelled. */
import { beforeAll, describe, expect, it } from "vitest"
import { kitchenPrinter } from "../../../../appliance/printing/documents/kitchen-tickets.ts"
import { readPrinterSpec } from "../../../../appliance/printing/index.ts"
import { type LoneBox, openLoneBox } from "../../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../../kit/order-bodies.ts"

const PRINTS = "/api/lan/v1/prints"
const STATIONS = [
  { id: "grill", kind: "kds_station" as const },
  { id: "drinks", kind: "kds_station" as const },
]

let box: LoneBox

beforeAll(async () => {
  box = await openLoneBox({ printer: true, printerName: "kitchen", stations: STATIONS })
})

const line = (name: string, stationCode: string, more: object = {}) => ({
  productId: `p-${name}`,
  name,
  quantity: 1,
  unitPrice: "3.2500",
  stationCode,
  ...more,
})

let papers = 0

/** The next paper that comes out. */
async function nextPaper(): Promise<string> {
  papers += 1
  await box.printer?.waitForReceipts(papers)
  return box.printer?.receipts[papers - 1]?.text ?? ""
}

async function sell(products: readonly object[]) {
  const wish = orderBody({ channel: "WEB", paid: "LINK", order: { products } })
  const { body } = await box.call("POST", ORDERS, wish)
  return { id: body.data.id as string, orderId: wish.orderId, code: wish.orderCode }
}

describe("an order that is sent to its stations", () => {
  it("prints a ticket per station, with its lines and the other stations", async () => {
    const notes = "sin cebolla"
    const { code } = await sell([line("Hamburguesa", "grill", { quantity: 2, notes }), line("Jugo", "drinks")])
    const [grill, drinks] = [await nextPaper(), await nextPaper()]
    expect(grill).toContain("GRILL")
    expect(grill).toContain(code)
    expect(grill).toMatch(/2 Hamburguesa\s+\* sin cebolla/)
    expect(grill).not.toContain("Jugo")
    expect(grill).toMatch(/También en drinks\s+1/)
    expect(drinks).toContain("1 Jugo")
    expect(`${grill}${drinks}`).not.toMatch(/COPIA|6,50|3,25/)
  })

  it("prints the same ticket again as a numbered copy", async () => {
    const { id } = await sell([line("Hamburguesa", "grill")])
    const original = await nextPaper()
    await box.call("POST", PRINTS, { document: "kitchen_ticket", subject: id })
    const copy = await nextPaper()
    expect(copy).toMatch(/COPIA 1/)
    expect(copy.replace(/^.*COPIA 1.*\n/m, "")).toBe(original)
  })

  it("needs the station's name where it went to several", async () => {
    const { id } = await sell([line("Hamburguesa", "grill"), line("Jugo", "drinks")])
    await nextPaper()
    await nextPaper()
    const ask = (more: object) => box.call("POST", PRINTS, { document: "kitchen_ticket", subject: id, ...more })
    expect((await ask({})).body.error).toBe("VALIDATION_ERROR")
    expect((await ask({ station: "nowhere" })).status).toBe(404)
    expect((await ask({ station: "drinks" })).status).toBe(202)
    expect(await nextPaper()).toContain("DRINKS")
  })
})

describe("an order that is cancelled", () => {
  it("prints one slip per printer of its stations", async () => {
    const wish = orderBody({ channel: "WEB", order: { products: [line("Sopa", "grill"), line("Jugo", "drinks")] } })
    const { id } = (await box.call("POST", ORDERS, wish)).body.data
    await nextPaper()
    await nextPaper()
    expect((await box.call("POST", PRINTS, { document: "cancellation_slip", subject: id })).status).toBe(409)
    const path = `/api/v1/adapters/partner/stores/orders/${wish.orderId}/cancel`
    expect((await box.call("POST", path, { reason: "El cliente se fue" })).status).toBe(200)
    const slip = await nextPaper()
    expect(slip).toContain("PEDIDO ANULADO")
    expect(slip).toContain("El cliente se fue")
    expect(slip).toContain("Sopa")
  })
})

describe("a guest's number", () => {
  it("is printed as unpaid until the order is paid", async () => {
    const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
    await box.call("POST", PRINTS, { document: "kiosk_locator", subject: id })
    expect(await nextPaper()).toMatch(/PAGUE EN EL MOSTRADOR[\s\S]*6,50/)
  })
})

describe("the code-page ticket", () => {
  it("has a numbered line per page, and the printer uses the page that a person chooses", async () => {
    const printerId = `tcp://127.0.0.1:${box.printer?.port}`
    await box.call("POST", PRINTS, { document: "code_pages" })
    const ticket = await nextPaper()
    expect(ticket).toMatch(/\d\. áñçãê ÑÇÕ € \(windows1252\)/)
    expect(ticket).toMatch(/\d\. áñçãê ÑÇÕ € \(cp858\)/)
    // Without `ã`: that page is not the one.
    expect(ticket).toMatch(/\d\. áñçaê ÑÇO EUR \(cp437\)/)
    const number = Number(/(\d)\. .*\(cp858\)/.exec(ticket)?.[1])
    const choose = (body: object) => box.call("PUT", "/api/lan/v1/printers/page", body)
    expect((await choose({ printerId, line: 40 })).body.error).toBe("VALIDATION_ERROR")
    expect((await choose({ printerId: "tcp://nobody:9100", line: 1 })).status).toBe(404)
    expect((await choose({ printerId, line: number })).body.data).toEqual({ printerId, codepage: "cp858" })
    await box.call("POST", PRINTS, { document: "test_page" })
    expect(await nextPaper()).toMatch(/Página de códigos\s+cp858/)
    expect((await choose({ printerId, line: null })).body.data.codepage).toBeNull()
    await box.call("POST", PRINTS, { document: "test_page" })
    expect(await nextPaper()).toMatch(/Página de códigos\s+auto/)
  })
})

describe("the printer of a station", () => {
  const printers = ["tcp://a?name=Grill", "tcp://b?name=Cocina", "tcp://c"].map((text) => {
    const spec = readPrinterSpec(text)
    if ("faults" in spec) throw new Error(spec.faults.join())
    return spec
  })

  it("is the one with its name, otherwise the kitchen's, otherwise none", () => {
    expect(kitchenPrinter(printers, "grill")?.address).toMatchObject({ host: "a" })
    expect(kitchenPrinter(printers, "drinks")?.address).toMatchObject({ host: "b" })
    expect(kitchenPrinter(printers.slice(2), "drinks")).toBeUndefined()
  })
})
