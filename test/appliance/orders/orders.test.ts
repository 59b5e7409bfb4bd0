/** Orders on the box, over the LAN, with the cable never plugged in. */
import { beforeEach, describe, expect, it } from "vitest"
import { API_KEY, type LoneBox, openLoneBox, READER_KEY } from "../../kit/lone-box.ts"
import { charge, ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { anId } from "../../kit/orders.ts"

const TOGETHER = 50

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox()
})

describe("creating an order", () => {
  it("happens once; the same external id again returns the first and changes nothing", async () => {
    const body = orderBody()
    const first = await box.call("POST", ORDERS, body)
    expect([first.status, first.body.data]).toMatchObject([201, { status: "OPEN", revision: 1, alreadyExisted: false }])
    const again = await box.call("POST", ORDERS, { ...body, orderCode: "OTHER" })
    expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, alreadyExisted: true }])
    expect(box.made()).toBe(1)
  })

  it("from fifty requests at once creates one", async () => {
    const body = orderBody()
    const answers = await Promise.all(Array.from({ length: TOGETHER }, () => box.call("POST", ORDERS, body)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(new Set(answers.map((answer) => answer.body.data.id)).size).toBe(1)
  })

  it("is refused for another store", async () => {
    expect((await box.call("POST", ORDERS, orderBody({ store: { code: "UIO-999" } }))).status).toBe(404)
    expect((await box.call("POST", ORDERS, orderBody({ store: {} }))).status).toBe(400)
  })

  it("keeps names with their letters", async () => {
    const client = { uid: "c-1", name: "Zoë Ñandú", lastName: "Gonçalves €" }
    const { id } = (await box.call("POST", ORDERS, orderBody({ client }))).body.data
    expect((await box.call("GET", `${ORDERS}/${id}`)).body.data.customer).toEqual(client)
  })
})

describe("reading an order", () => {
  it("works by UUID and external id, with the requested fields", async () => {
    const body = orderBody()
    const { id } = (await box.call("POST", ORDERS, body)).body.data
    expect((await box.call("GET", `${ORDERS}/${id}?fields=id,status`)).body.data).toEqual({ id, status: "OPEN" })
    expect((await box.call("GET", `${ORDERS}/${body.orderId}?fields=id`)).body.data).toEqual({ id })
  })

  it("lists the allowed fields if an unknown one is requested", async () => {
    const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
    const answer = await box.call("GET", `${ORDERS}/${id}?fields=id,price`)
    expect([answer.status, answer.body.error]).toEqual([400, "VALIDATION_ERROR"])
    expect(answer.body.details.map(({ message }: { message: string }) => message)).toContain("settlement")
  })

  it("is a 404 for an unknown order", async () => {
    expect((await box.call("GET", `${ORDERS}/${anId()}`)).status).toBe(404)
  })
})

describe("charging an order", () => {
  it("settles once when fifty requests arrive at once", async () => {
    const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
    const tenders = charge({ id: "t-1" })
    const answers = await Promise.all(
      Array.from({ length: TOGETHER }, () => box.call("POST", `${ORDERS}/${id}/confirm-payment`, tenders)),
    )
    const outcomes = answers.map((answer) => answer.body.data.outcome)
    expect(outcomes.filter((outcome) => outcome === "settled")).toHaveLength(1)
    expect(outcomes.filter((outcome) => outcome === "duplicate")).toHaveLength(TOGETHER - 1)
    expect(box.made()).toBe(2)
  })

  it("with tenders that do not add up writes nothing, not even declined ones", async () => {
    const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
    const short = charge({ amount: 1 }, { amount: 5.5, declined: "insufficient_funds" })
    const answer = await box.call("POST", `${ORDERS}/${id}/confirm-payment`, short)
    expect([answer.status, answer.body.error]).toEqual([400, "AMOUNT_MISMATCH"])
    expect((await box.call("GET", `${ORDERS}/${id}`)).body.data.payments).toEqual([])
    expect(box.made()).toBe(1)
  })

  it("keeps a declined tender with the catalogue's reason of that moment", async () => {
    const { id } = (await box.call("POST", ORDERS, orderBody())).body.data
    const declined = charge({ declined: "insufficient_funds", method: "CARD" })
    const answer = await box.call("POST", `${ORDERS}/${id}/confirm-payment`, declined)
    expect(answer.body.data).toMatchObject({
      outcome: "declined",
      status: "OPEN",
      payments: [{ declineReasonCode: "insufficient_funds", declineGroup: "funds" }],
      declines: [{ sent: "insufficient_funds", resolvedTo: "insufficient_funds" }],
    })
  })
})

describe("keys on the LAN", () => {
  it("are the hub's keys with their scopes", async () => {
    expect((await box.call("POST", ORDERS, orderBody(), API_KEY)).status).toBe(201)
    expect((await box.call("POST", ORDERS, orderBody(), READER_KEY)).status).toBe(403)
    expect((await box.call("POST", ORDERS, orderBody(), "somebody")).status).toBe(401)
  })
})
