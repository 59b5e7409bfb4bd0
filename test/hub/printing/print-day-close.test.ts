import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, SISTER_STORE, STORE } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const print = (storeId = STORE) => `/api/v1/core/external/printing/stores/${storeId}/days/2026-11-21`
const closeDay = `/api/v1/core/external/stores/${STORE}/days/2026-11-21/close`

eachDatabase((_engine, open) => {
  describe("the day close as a print job", () => {
    it.each([32, 42, 48])("is laid out at %i columns, with the figures of the day", async (width) => {
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

    it("needs a closed day", async () => {
      const { call } = await openTestHub(open)
      const answer = await call("POST", print(), { printer: { width: 42 } })
      expect([answer.status, answer.body.error]).toEqual([409, "PRINT_DAY_NOT_CLOSED"])
    })

    it("of a store of another vendor is 403", async () => {
      const { call } = await openTestHub(open)
      expect((await call("POST", print(SISTER_STORE), { printer: { width: 42 } })).body.error).toBe("FORBIDDEN")
    })

    it("falls back to the seed when another template is asked for, and says so", async () => {
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
