/** The papers of the box as its printer puts them out: bytes over a socket, read back as a person would read them. */
import { randomUUID } from "node:crypto"
import { beforeEach, describe, expect, it } from "vitest"
import { auditOf, type LoneBox, openLoneBox } from "../../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../../kit/order-bodies.ts"
import { STORE_ID } from "../../../kit/orders.ts"

const PRINTS = "/api/lan/v1/prints"
const SPOOL = "/api/lan/v1/spool"
const DATE = "2026-11-21"

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox({ printer: true })
  await box.call("POST", "/api/lan/v1/days")
})

async function sell(): Promise<string> {
  const client = { uid: "c-1", name: "Begoña", lastName: "Muñoz" }
  const { id } = (await box.call("POST", ORDERS, orderBody({ client }))).body.data
  await box.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ method: "CASH" }))
  return id
}

const papers = () => box.printer?.receipts.map(({ text }) => text) ?? []

/** The jobs of the spool, once none of them is under way. */
async function settledSpool(): Promise<{ document: string; status: string; copyNumber: number; jobId: string }[]> {
  for (;;) {
    const { jobs } = (await box.call("GET", SPOOL)).body.data
    if (jobs.every(({ status }: { status: string }) => status !== "queued" && status !== "sending")) return jobs
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

describe("a receipt", () => {
  it("is listed among the print jobs with its order's code", async () => {
    const subject = await sell()
    const { orderCode } = (await box.call("GET", `${ORDERS}/${subject}`)).body.data
    const queued = await box.call("POST", PRINTS, { document: "receipt", subject })
    expect(queued.body.data.title).toBe(`receipt ${orderCode}`)
  })

  it("prints what was sold, to whom, and how it was paid, with its accents", async () => {
    const subject = await sell()
    await box.call("POST", PRINTS, { document: "receipt", subject })
    await box.printer?.waitForReceipts(1)
    const [text = ""] = papers()
    expect(text).toContain("Hamburguesa clásica")
    expect(text).toContain("Begoña Muñoz")
    expect(text).toContain("6,50")
    expect(text).not.toContain("?")
  })

  it("names the operator as the newest shift does", async () => {
    const shift = { shiftId: randomUUID(), operatorUid: "c-7", operatorName: "María Núñez" }
    await box.call("POST", "/api/lan/v1/shifts", { ...shift, currency: "USD", openingBalance: 50 })
    for (const operatorUid of ["c-7", "c-8"]) {
      const { id: subject } = (await box.call("POST", ORDERS, orderBody({ operatorUid }))).body.data
      await box.call("POST", PRINTS, { document: "receipt", subject })
    }
    await box.printer?.waitForReceipts(2)
    expect(papers()[0]).toMatch(/Atiende:? +María Núñez/)
    expect(papers()[1]).toMatch(/Atiende:? +c-8/)
  })

  it("is a numbered copy when it is printed again", async () => {
    const subject = await sell()
    await box.call("POST", PRINTS, { document: "receipt", subject })
    await box.call("POST", PRINTS, { document: "receipt", subject })
    await box.printer?.waitForReceipts(2)
    expect(papers()[0]).not.toMatch(/COPIA/i)
    expect(papers()[1]).toMatch(/COPIA 1/i)
  })

  it("is in the audit log when it is a copy, and not the first time", async () => {
    const subject = await sell()
    const { orderCode } = (await box.call("GET", `${ORDERS}/${subject}`)).body.data
    for (const _ of ["the first", "a copy"]) await box.call("POST", PRINTS, { document: "receipt", subject })
    const copy = { subject: orderCode, deviceId: "pos-1", detail: { document: "receipt", copyNumber: 1 } }
    expect(await auditOf(box, "paper.reprint")).toMatchObject([copy])
  })

  it("of an unknown order is refused", async () => {
    expect((await box.call("POST", PRINTS, { document: "receipt", subject: "nothing" })).status).toBe(404)
    expect((await box.call("POST", PRINTS, { document: "receipt" })).body.error).toBe("VALIDATION_ERROR")
  })
})

describe("the drawer", () => {
  it("opens for a sale in cash, and for a person with a reason", async () => {
    await sell()
    expect((await box.call("POST", "/api/lan/v1/drawer", { reason: "change" })).status).toBe(202)
    await settledSpool()
    expect(box.printer?.pulses).toHaveLength(2)
  })
})

describe("a day close", () => {
  it("is refused while the day is open, and printed when it is closed", async () => {
    await sell()
    const early = await box.call("POST", PRINTS, { document: "day_close", subject: DATE })
    expect(early.body.error).toBe("PRINT_DAY_NOT_CLOSED")
    await box.call("POST", `/api/v1/core/external/stores/${STORE_ID}/days/${DATE}/close`)
    await box.call("POST", PRINTS, { document: "day_close", subject: DATE })
    await box.printer?.waitForReceipts(1)
    expect(papers()[0]).toContain("6,50")
    expect(await settledSpool()).toContainEqual(expect.objectContaining({ document: "day_close", status: "printed" }))
  })
})

describe("a printer without paper", () => {
  it("does not delay a sale, and the receipt prints when there is paper again", async () => {
    box.printer?.set({ paperOut: true })
    const subject = await sell()
    expect((await box.call("POST", PRINTS, { document: "receipt", subject })).status).toBe(202)
    expect((await box.call("GET", `${ORDERS}/${subject}`)).body.data.status).toBe("COMPLETED")
    expect(papers()).toEqual([])
    box.printer?.set({ paperOut: false })
    await box.printer?.waitForReceipts(1)
  })
})

describe("a job of the print queue", () => {
  it("cannot be resolved when it is unknown, nor discarded when it is printed", async () => {
    await box.call("POST", PRINTS, { document: "test_page" })
    await box.printer?.waitForReceipts(1)
    const [job] = await settledSpool()
    expect((await box.call("POST", `${SPOOL}/${STORE_ID}/resolve`, { as: "printed" })).status).toBe(404)
    expect((await box.call("POST", `${SPOOL}/${job?.jobId}/resolve`, { as: "discard" })).status).toBe(409)
  })
})
