import { describe, expect, it } from "vitest"
import { HIDDEN, redact, redactText } from "../../../../protocol/rules/requests/redact.ts"

const CARD = "4111 1111 1111 1111"

describe("redact", () => {
  it.each([
    "password",
    "client_secret",
    "access_token",
    "x-api-key",
    "apiKey",
    "Authorization",
    "pin",
    "cvv",
    "signature",
    "order_token",
    "secretAccessToken",
    "Set-Cookie",
  ])("always hides %s", (key) => {
    expect(redact({ [key]: "s3cret", kept: 1 }, { buyers: true })).toEqual({ [key]: HIDDEN, kept: 1 })
    expect(redact({ a: [{ [key]: { deep: "s3cret" } }] }, { buyers: true })).toEqual({ a: [{ [key]: HIDDEN }] })
  })

  it("hides personal data unless it may be seen", () => {
    const order = {
      orderCode: "A-1",
      orderLines: [{ name: "Hamburguesa", quantity: 1 }],
      customer: {
        name: "Ana",
        govIdType: "CEDULA",
        govIdNumber: "1712345678",
        uid: 7,
        addresses: [{ street: "Av. 1" }],
      },
      billing: null,
      metadata: { kiosk: { buzzer_name: "Ana", invoice_email: "ana@example.com", invoice_print: true } },
      phone: "0991234567",
    }
    expect(redact(order, { buyers: true })).toEqual(order)
    expect(redact(order, { buyers: false })).toEqual({
      orderCode: "A-1",
      orderLines: [{ name: "Hamburguesa", quantity: 1 }],
      customer: {
        name: HIDDEN,
        govIdType: "CEDULA",
        govIdNumber: HIDDEN,
        uid: HIDDEN,
        addresses: [{ street: HIDDEN }],
      },
      billing: null,
      metadata: { kiosk: { buzzer_name: HIDDEN, invoice_email: HIDDEN, invoice_print: true } },
      phone: HIDDEN,
    })
  })

  it("shows only a card's last four digits, and leaves other numbers", () => {
    expect(redact({ note: `paid with ${CARD}.`, n: 4 }, { buyers: true })).toEqual({
      note: `paid with ${HIDDEN}1111.`,
      n: 4,
    })
    const accessKey = "2111202601179214673900110010010000000011234567813"
    for (const text of ["4111111111111112", accessKey, "2026-11-21T09:30:00.000Z", "order 40", "1790012345001"]) {
      expect(redactText(text, { buyers: false })).toBe(text)
    }
  })

  it("hides an e-mail address in a text", () => {
    const said = "sent to ana.nunez@example.com twice"
    expect(redactText(said, { buyers: false })).toBe(`sent to ${HIDDEN} twice`)
    expect(redactText(said, { buyers: true })).toBe(said)
  })

  it("hides values below the maximum depth without changing its input", () => {
    let deep: unknown = "bottom"
    for (let at = 0; at < 40; at += 1) deep = { deep }
    expect(JSON.stringify(redact(deep, { buyers: true }))).not.toContain("bottom")
    const given = { password: "x" }
    redact(given, { buyers: false })
    expect(given).toEqual({ password: "x" })
  })
})
