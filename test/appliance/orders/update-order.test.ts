/** Corrections on the box, over the LAN, with the cable never plugged in. */
import { beforeEach, describe, expect, it } from "vitest"
import { API_KEY, type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { charge, correction, ORDERS, orderBody } from "../../kit/order-bodies.ts"

const TOGETHER = 50

let box: LoneBox
let path: string

beforeEach(async () => {
  box = await openLoneBox()
  const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
  path = `${ORDERS}/${id}`
})

describe("a correction at the store", () => {
  it("is applied, with one operation for the hub", async () => {
    const made = box.box.sync().made
    const sent = correction()
    const { status, body } = await box.call("PUT", path, sent, API_KEY)
    expect([status, body.data]).toMatchObject([200, { outcome: "applied", revision: 2 }])
    expect((await box.call("GET", path)).body.data).toMatchObject({
      revision: 2,
      orderCode: sent.additionalInfo.orderCode,
      customer: { uid: "c-1", govIdNumber: "1712345678" },
    })
    expect(box.box.sync().made).toBe(made + 1)
  })

  it("accepts the UUID in upper case, and the external id", async () => {
    const order = (await box.call("GET", path)).body.data
    for (const [index, reference] of [order.id.toUpperCase(), order.orderExternal].entries()) {
      const answer = await box.call("PUT", `${ORDERS}/${reference}`, correction({ expectedRevision: index + 1 }))
      expect(answer.body.data).toMatchObject({ outcome: "applied", revision: index + 2 })
    }
  })

  it("with a known key returns what was applied, even after the charge, and notifies nobody again", async () => {
    const sent = correction()
    const applied = (await box.call("PUT", path, sent)).body.data.applied
    await box.call("POST", `${path}/confirm-payment`, charge({}))
    const made = box.box.sync().made
    expect((await box.call("PUT", path, sent)).body.data).toMatchObject({ outcome: "duplicate", revision: 2, applied })
    expect(box.box.sync().made).toBe(made)
  })

  it.each([
    ["what cannot be corrected", {}, { settlement: {} }, [400, "VALIDATION_ERROR"]],
    ["an old revision", {}, { expectedRevision: 7 }, [409, "STALE_REVISION"]],
    ["another order's id", {}, { orderId: "another" }, [400, "VALIDATION_ERROR"]],
    ["an order that is charged", { paid: "CASH" }, {}, [409, "ORDER_NOT_OPEN"]],
  ])("with %s is refused", async (_what, wish, over, refused) => {
    const { id } = (await box.call("POST", ORDERS, orderBody(wish))).body.data
    const { status, body } = await box.call("PUT", `${ORDERS}/${id}`, correction(over))
    expect([status, body.error]).toEqual(refused)
  })

  it("is a 404 for an unknown order", async () => {
    expect((await box.call("PUT", `${ORDERS}/nothing`, correction())).status).toBe(404)
  })

  it(`of ${TOGETHER} with one revision is accepted once`, async () => {
    const answers = await Promise.all(Array.from({ length: TOGETHER }, () => box.call("PUT", path, correction())))
    const said = answers.map(({ body }) => body.data.outcome ?? body.error).sort()
    expect(said).toEqual([...Array(TOGETHER - 1).fill("STALE_REVISION"), "applied"])
  })
})

it(`${TOGETHER} identical charges at once settle once, with one event`, async () => {
  const made = box.box.sync().made
  const tenders = charge({})
  const answers = await Promise.all(
    Array.from({ length: TOGETHER }, () => box.call("POST", `${path}/confirm-payment`, tenders)),
  )
  const outcomes = answers.map(({ body }) => body.data.outcome).sort()
  expect(outcomes).toEqual([...Array(TOGETHER - 1).fill("duplicate"), "settled"])
  expect(box.box.sync().made).toBe(made + 1)
})
