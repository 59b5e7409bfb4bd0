import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_STORE, STORE } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const print = (storeId = STORE) => `/api/v1/core/external/printing/stores/${storeId}/days/2026-11-21`
const closeDay = `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`

eachDatabase((_engine, open) => {
  describe("the day close as a print job", () => {
    it.each([32, 42, 48])("is laid out for %i columns, with the figures of the day", async (width) => {
      const { call } = await openTestHub(open)
      await call("POST", ORDERS, orderBody({ paid: "CASH", total: 19.99 }))
      const closed = await call("POST", closeDay)
      const { status, body } = await call("POST", print(), { printer: { width }, copies: 2 })
      expect(status).toBe(200)
      expect(body.data).toMatchObject({
        contract: "print.v1",
        document: "day_close",
        subject: { kind: "storeDay", countryCode: "EC", storeId: STORE, businessDayDate: "2026-11-21" },
        paper: { width, copies: 2 },
        freshness: { fiscal: "none", isCancelled: false, asOf: closed.body.data.closedAt },
        warnings: [],
      })
      expect(body.data.paper.plainText).toContain("19,99")
      expect(
        Math.max(...body.data.paper.plainText.split("\n").map((line: string) => [...line].length)),
      ).toBeLessThanOrEqual(width)
    })

    it("with an invalid width, number of copies, key width or date is refused", async () => {
      const { call } = await openTestHub(open)
      const wrong: object[] = [
        {},
        { printer: { width: 40 } },
        { printer: { width: "42" } },
        { printer: { width: 42 }, copies: 0 },
        { printer: { width: 42 }, copies: 6 },
        { printer: { width: 42 }, keyWidth: 5 },
        { printer: { width: 42 }, keyWidth: 25 },
      ]
      for (const body of wrong) {
        expect((await call("POST", print(), body)).body.error, JSON.stringify(body)).toBe("VALIDATION_ERROR")
      }
      const path = print().replace("2026-11-21", "21-11-2026")
      expect((await call("POST", path, { printer: { width: 42 } })).body.error).toBe("VALIDATION_ERROR")
    })

    it("lists totals, taxes, each method, each channel, average, peak hour and cancellations", async () => {
      const { call } = await openTestHub(open)
      await call("POST", ORDERS, orderBody({ paid: "CASH", total: 19.99 }))
      await call("POST", ORDERS, orderBody({ paid: "CARD", total: 10 }))
      await call("POST", ORDERS, orderBody({ channel: "KIOSK", paid: "CASH", total: 5 }))
      const gone = orderBody({ total: 7 })
      await call("POST", ORDERS, gone)
      await call("POST", `/api/v1/adapters/partner/stores/orders/${gone.orderId}/cancel`, { reason: "Customer left" })
      await call("POST", closeDay)
      const { body } = await call("POST", print(), { printer: { width: 48 }, keyWidth: 10 })
      const text = body.data.paper.plainText
      for (const row of [/Efectivo +2 +24,99/, /Tarjeta +1 +10,00/, /Mostrador +\d +/, /Kiosco +1 +5,00/]) {
        expect(text).toMatch(row)
      }
      expect(text).toMatch(/Hora pico/)
      expect(text).toMatch(/Anuladas +1 +7,00/)
      // The key's column is as wide as it was asked to be: longer keys go on below.
      expect(text).toMatch(/Día de +21\/11\/2026\noperación/)
    })

    it("lists what came after the close in a block of its own, and keeps the figures of the close", async () => {
      const { call, beside } = await openTestHub(open)
      await call("POST", ORDERS, orderBody({ paid: "CASH", total: 19.99 }))
      const closed = await call("POST", closeDay)
      const before = (await call("POST", print(), { printer: { width: 42 } })).body.data
      expect(before.paper.plainText).not.toContain("LLEGÓ TRAS EL CIERRE")
      // As if the sale had come only now.
      const record = JSON.stringify({ ...closed.body.data, figures: [] })
      await beside(({ store }) =>
        store.system.write(({ db }) => db.updateTable("business_day").set({ record }).execute()),
      )
      const after = (await call("POST", print(), { printer: { width: 42 } })).body.data
      expect(after.paper.plainText).toMatch(
        /LLEGÓ TRAS EL CIERRE[\s\S]*Ventas brutas USD +1 +19,99\n +Efectivo +1 +19,99/,
      )
      expect(after.freshness.fingerprint).not.toBe(before.freshness.fingerprint)
      expect(after.freshness.asOf).toBe(before.freshness.asOf)
    })

    it("keeps its fingerprint however it is printed, and says when it was true", async () => {
      const { call } = await openTestHub(open)
      const closed = await call("POST", closeDay)
      const once = (await call("POST", print(), { printer: { width: 32 } })).body.data
      const twice = (await call("POST", print(), { printer: { width: 48 }, copies: 5 })).body.data
      expect(once.jobId).not.toBe(twice.jobId)
      expect(once.freshness).toEqual(twice.freshness)
      expect(once.freshness.asOf).toBe(closed.body.data.closedAt)
    })

    it("needs a closed day", async () => {
      const { call } = await openTestHub(open)
      const answer = await call("POST", print(), { printer: { width: 42 } })
      expect([answer.status, answer.body.error]).toEqual([409, "PRINT_DAY_NOT_CLOSED"])
    })

    it("is a 403 for another vendor's store", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", print(SISTER_STORE), { printer: { width: 42 } })).body.error).toBe("FORBIDDEN")
    })

    it("falls back to the default if another template is requested, and says so", async () => {
      const { call } = await openTestHub(open)
      await call("POST", closeDay)
      const answer = await call("POST", print(), { printer: { width: 42 }, templateId: "mine", templateVersion: 7 })
      expect(answer.body.data).toMatchObject({
        template: { source: "seed", templateId: null },
        warnings: ["TEMPLATE_FELL_BACK_TO_SEED"],
      })
    })
  })
})
