import { describe, expect, it } from "vitest"
import { buyerOf, normalizeDocument } from "../../../../protocol/rules/orders/buyer.ts"

describe("identity document", () => {
  it.each([
    ["171.234-567 8", "1712345678"],
    ["12.345.678/0001-90", "12345678000190"],
    ["1712345678001", "1712345678001"],
    ["AB 123456", "AB123456"],
    ["", ""],
  ])("%j is normalised to %j", (sent, kept) => {
    expect(normalizeDocument({ govIdType: "RUC", govIdNumber: sent })).toEqual({ govIdType: "RUC", govIdNumber: kept })
  })

  it.each(["9999999999999", "222.222.222-222", "00", "0000000000"])(
    "%j is a filler: a final consumer",
    (govIdNumber) => {
      expect(normalizeDocument({ govIdType: "RUC", govIdNumber }).govIdType).toBe("FINAL_CONSUMER")
    },
  )

  it("changes nothing when it is missing", () => {
    const person = { name: "Ana", govIdType: "CEDULA" }
    expect(normalizeDocument(person)).toBe(person)
  })
})

describe("buyer of an order", () => {
  const ana = { uid: "c-1", name: "Ana", lastName: "Núñez", govIdType: "CEDULA", govIdNumber: "171-234-5678" }

  it.each([
    ["nobody", null, null, null],
    ["a client without a word", { uid: "c-1" }, null, null],
    ["the client", ana, null, { name: "Ana Núñez", govIdNumber: "1712345678", isFinalConsumer: false }],
    [
      "the recipient before the client",
      ana,
      { businessName: "Acme SA", govIdType: "RUC", govIdNumber: "1790012345001" },
      { name: "Acme SA", govIdType: "RUC", govIdNumber: "1790012345001" },
    ],
    ["the recipient's name before its business name", ana, { name: "Eva", businessName: "Acme SA" }, { name: "Eva" }],
    [
      "the recipient's document alone, so never the client's",
      ana,
      { name: "Acme SA" },
      { name: "Acme SA", govIdNumber: null, isFinalConsumer: true },
    ],
    [
      "the client's name beside a corrected document",
      ana,
      { govIdType: "RUC", govIdNumber: "1712345678001" },
      { name: "Ana Núñez", govIdType: "RUC", govIdNumber: "1712345678001" },
    ],
    ["the client when the recipient is empty", ana, {}, { name: "Ana Núñez", govIdNumber: "1712345678" }],
    ["the client when the recipient has only an e-mail", ana, { email: "a@b.ec" }, { govIdNumber: "1712345678" }],
    [
      "a final consumer behind a filler",
      { ...ana, govIdNumber: "999.999.999-9" },
      null,
      { name: "Ana Núñez", isFinalConsumer: true, govIdType: "FINAL_CONSUMER" },
    ],
  ])("is %s", (_what, customer, billing, expected) => {
    const buyer = buyerOf({ customer, billing })
    if (expected === null) expect(buyer).toBeNull()
    else expect(buyer).toMatchObject(expected)
  })
})
