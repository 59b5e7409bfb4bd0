import { describe, expect, it } from "vitest"
import { recordRefund } from "../../../../protocol/rules/cancellation/money-to-return.ts"
import { noteUnreturnedLinks } from "../../../../protocol/rules/payments/unreturned-links.ts"
import type { AttemptStatus } from "../../../../protocol/shapes/charge.ts"
import type { OrderRecord } from "../../../../protocol/shapes/order.ts"
import { anOrder, aSettledOrder, aTender } from "../../../kit/orders.ts"

const NOON = "2026-11-21T17:00:00.000Z"
const ID = "01a1ff43-dd00-75bb-8174-b7b3b4791b79"
const REFUSAL = "A refund is refused."

function anIntent(status: AttemptStatus, errorDescription: string | null = null) {
  const names = { attemptId: ID, slot: 1, attemptNumber: 1, methodCode: "LINK", paymentLink: null }
  return { attempts: [{ ...names, status, amount: 6.5, currency: "USD", errorDescription }] }
}
const note = (order: OrderRecord, intent = anIntent("succeeded", REFUSAL), sentBack: string[] = []) =>
  noteUnreturnedLinks(order, { intent, sentBack, now: NOON })
const cancelled: OrderRecord = { ...anOrder(), status: "CANCELLED", paymentStatus: "CANCELED" }

describe("refund of a link that the provider refused", () => {
  it.each([
    ["paid otherwise", aSettledOrder({}, [aTender()])],
    ["cancelled", cancelled],
  ])("is added once to an order that is %s", (_what, order) => {
    const noted = note(order)
    expect(noted?.metadata.conflicts).toEqual([
      {
        ...{ at: NOON, side: "hub", what: "payment", key: ID, amount: "65000", currencyCode: "USD", method: "LINK" },
        why: expect.stringContaining(REFUSAL),
        reason: { code: "REFUND_REFUSED", params: { said: REFUSAL } },
      },
    ])
    expect(noted && note(noted)).toBeNull()
  })

  it.each([
    [
      "that its order was settled with",
      aSettledOrder({}, [aTender({ transaction_id: ID, method: "LINK" })]),
      undefined,
    ],
    ["of an order that came prepaid", anOrder({ prepaid: { LINK: 6.5 } }), undefined],
    ["of an open order, which may still take it", anOrder(), undefined],
    ["that is on its way back", aSettledOrder({}, [aTender()]), anIntent("solving", REFUSAL)],
    ["that nobody asked back", aSettledOrder({}, [aTender()]), anIntent("succeeded")],
  ])("is not added for money %s", (_what, order, intent) => {
    expect(note(order, intent)).toBeNull()
  })

  it("is added to an open order whose sale got no fiscal number", () => {
    expect(note(anOrder(), undefined, [ID])?.metadata.conflicts).toMatchObject([{ key: ID }])
  })

  it("is resolved when the provider returns the money later, and a cancelled order becomes REFUNDED", () => {
    const noted = note(cancelled)
    const after = noted && note(noted, anIntent("refunded"))
    expect([noted?.paymentStatus, after?.paymentStatus]).toEqual(["CANCELED", "REFUNDED"])
    expect(after?.metadata.conflicts).toMatchObject([{ resolved: { by: "provider" }, refund: { by: "provider" } }])
    expect(after && note(after, anIntent("refunded"))).toBeNull()
  })

  it("stays as a person recorded it, whatever the provider reports later", () => {
    const recorded = { at: NOON, recordedBy: "p", source: "elsewhere", operatorUid: null, note: "transfer" } as const
    const noted = note(cancelled)
    const after = noted && recordRefund(noted, recorded)
    expect(after?.paymentStatus).toBe("REFUNDED")
    expect([after && note(after), after && note(after, anIntent("refunded"))]).toEqual([null, null])
  })
})
