import { describe, expect, it } from "vitest"
import {
  correctionOf,
  disagreements,
  draftFault,
  draftOf,
  kindsFor,
  withNumber,
} from "../../../../../appliance/ui/pos/orders/correct-order.ts"
import { updateOrder } from "../../../../../protocol/http/orders.ts"
import { createValidator } from "../../../../../runtime/validate.ts"

const order = {
  id: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d02",
  orderCode: "A-003",
  revision: 4,
  customer: { uid: "c-1", name: "Ana", lastName: "Núñez" },
  billing: null,
  metadata: { additionalInfo: { kiosk: { buzzer_name: "Ana" } } },
}

describe("a correction", () => {
  it("is none while nothing but spaces was changed", () => {
    expect(correctionOf(order, { ...draftOf(order), name: " Ana " }, "k-1")).toBeNull()
  })

  it("of the number and the name to call sends no buyer", () => {
    const draft = { ...draftOf(order), orderCode: "A-103", buzzer: "Anita" }
    expect(correctionOf(order, draft, "k-1")).toEqual({
      expectedRevision: 4,
      idempotencyKey: "k-1",
      additionalInfo: { orderCode: "A-103", kiosk: { buzzer_name: "Anita" } },
    })
  })

  it("of the billing sends the whole buyer, as the contract says", () => {
    const draft = { ...draftOf(order), govIdType: "RUC", govIdNumber: "1790012345001", businessName: "Acme SA" }
    const body = correctionOf(order, draft, "k-1")
    expect(body?.client).toEqual({
      uid: "c-1",
      name: "Ana",
      lastName: "Núñez",
      govIdType: "RUC",
      govIdNumber: "1790012345001",
      billingInformation: { name: "Ana", govIdType: "RUC", govIdNumber: "1790012345001", businessName: "Acme SA" },
    })
    expect(createValidator().check(updateOrder.body, body)).toEqual([])
  })

  it("of an order without a buyer gives one an id", () => {
    const nobody = { ...order, customer: null }
    expect(correctionOf(nobody, { ...draftOf(nobody), name: "Luis" }, "k-1")?.client).toMatchObject({ uid: order.id })
  })
})

describe("a buyer who cannot get an invoice", () => {
  const buyer = (over: object) => draftFault(order, { ...draftOf(order), ...over }, "EC")

  it.each([
    [
      { govIdType: "CEDULA", govIdNumber: "123" },
      { govIdNumber: true, email: false },
    ],
    [
      { govIdType: "CEDULA", govIdNumber: "1710034065" },
      { govIdNumber: false, email: false },
    ],
    [
      { govIdType: "FINAL_CONSUMER", govIdNumber: "9999999999999" },
      { govIdNumber: false, email: false },
    ],
    [{ email: "nomail" }, { govIdNumber: false, email: true }],
  ])("%j: %j", (over, error) => expect(buyer(over)).toEqual(error))

  it("does not matter while only the number to call is corrected", () => {
    const bad = { ...order, customer: { ...order.customer, govIdType: "CEDULA", govIdNumber: "123" } }
    const moved = { ...draftOf(bad), orderCode: "A-9" }
    expect(draftFault(bad, moved, "EC")).toEqual({ govIdNumber: false, email: false })
    expect(draftFault(bad, { ...moved, name: "Eva" }, "EC").govIdNumber).toBe(true)
  })

  it("without a chosen document has the most common one", () => {
    const kinds = kindsFor(draftOf(order), "EC")
    expect(withNumber(draftOf(order), "123", kinds)).toMatchObject({ govIdType: "CEDULA", govIdNumber: "123" })
    expect(withNumber({ ...draftOf(order), govIdType: "RUC" }, "123", kinds).govIdType).toBe("RUC")
    expect(withNumber(draftOf(order), "", kinds).govIdType).toBe("")
  })

  it("has a document of the country, or the one of the order", () => {
    expect(kindsFor(draftOf(order), "BR")).toEqual(["CPF", "CNPJ"])
    expect(kindsFor({ ...draftOf(order), govIdType: "CI" }, "EC")).toEqual(["CEDULA", "RUC", "PASAPORTE", "CI"])
  })
})

it("two corrections are compared where they differ", () => {
  const mine = { ...draftOf(order), name: "Anna" }
  const now = { ...order, revision: 5, customer: { ...order.customer, lastName: "Muñoz" } }
  expect(disagreements(mine, now)).toEqual([
    { field: "name", mine: "Anna", theirs: "Ana" },
    { field: "lastName", mine: "Núñez", theirs: "Muñoz" },
  ])
})
