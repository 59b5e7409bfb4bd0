import { describe, expect, it } from "vitest"
import { openLoneBox, READER_KEY } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const REASONS = "/api/v1/core/external/payment-decline-reasons"

describe("a box without a link", () => {
  it("lists its orders by the contract's filters as they change", async () => {
    const { call } = await openLoneBox()
    const id = (await call("POST", ORDERS, orderBody({ orderId: "till-1", orderCode: "A-1" }))).body.data.id
    await call("POST", ORDERS, orderBody({ channel: "KIOSK", paid: "CARD", orderCode: "A-2" }))
    const codes = async (query: string) => {
      const { body } = await call("GET", `${ORDERS}?${query}&fields=orderCode`, undefined, READER_KEY)
      return body.data.orders.map((order: { orderCode: string }) => order.orderCode)
    }
    expect(await codes("status=OPEN&paymentStatus=PENDING")).toEqual(["A-1"])
    expect(await codes("paymentMethod=CASH")).toEqual([])
    await call("POST", `${ORDERS}/${id}/confirm-payment`, charge({}))
    expect(await codes("status=OPEN")).toEqual([])
    expect(await codes("paymentMethod=CASH&businessDayDate=2026-11-21")).toEqual(["A-1"])
    expect(await codes("channel=KIOSK&fulfillmentMethod=TAKE_AWAY")).toEqual(["A-2"])
    expect(await codes(`search=${id.toUpperCase()}`)).toEqual(["A-1"])
    expect(await codes("search=TILL")).toEqual(["A-1"])
    const fiscal = (await call("GET", `${ORDERS}/till-1/fiscal`)).body.data
    expect(fiscal).toMatchObject({ id, status: "COMPLETED", fiscal: { status: "not_issued" } })
    expect((await call("GET", `${ORDERS}?size=0`)).body.error).toBe("VALIDATION_ERROR")
    expect((await call("GET", `${ORDERS}/nothing/fiscal`)).status).toBe(404)
  })

  it("shows codes of decline reasons if its configuration has no texts", async () => {
    const { call } = await openLoneBox()
    const { groups } = (await call("GET", REASONS, undefined, READER_KEY)).body.data
    expect(groups.map((group: { code: string }) => group.code)).toEqual(["funds", "card"])
    expect(groups[0].reasons[0].label.es).toBe("insufficient_funds")
  })
})
