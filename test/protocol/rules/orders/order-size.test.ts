/** No body creates an order that is too large to travel; what would make it so later is refused. */
import { describe, expect, it } from "vitest"
import { BODY_BYTES_MAX } from "../../../../protocol/http/body-limit.ts"
import { correctOrder } from "../../../../protocol/rules/orders/correction.ts"
import type { ChangedOrder } from "../../../../protocol/rules/orders/injection.ts"
import { checkOrderSize } from "../../../../protocol/rules/orders/order-size.ts"
import { confirmPayment } from "../../../../protocol/rules/payments/settlement.ts"
import { OrderInjection } from "../../../../protocol/shapes/injection.ts"
import type { FreeForm } from "../../../../protocol/shapes/scalars.ts"
import { CORRECTIONS_BYTES_MAX, ORDER_BYTES_MAX } from "../../../../protocol/sync/limits.ts"
import { createValidator, unstorable } from "../../../../runtime/validate.ts"
import { accepted, anInjection, anOrder, aTender, create, DECLINE_REASONS, NOON } from "../../../kit/orders.ts"

const validator = createValidator()
const BODY_VALUES = 49_000
/** More digits come out of it than went in: 100000000000000000000. */
const SHORT_NUMBER = "1e20"

const base = anInjection()
const line = base.order.products[0]
if (!line) throw new Error("an injection without a line")
const modifiers = (count: number) => ({ ...line, modifiers: Array.from({ length: count }, () => ({ quantity: 1 })) })

/** Bodies as their texts, each of which grows as much as it can when it becomes an order. */
const GREEDY: readonly (readonly [what: string, text: string])[] = [
  [
    "modifiers of which nothing is said",
    JSON.stringify({ ...base, order: { products: Array.from({ length: 49 }, () => modifiers(499)) } }),
  ],
  [
    "a buyer's billing that is kept twice",
    JSON.stringify({ ...base, client: { uid: "c-1", billingInformation: { note: "x".repeat(BODY_BYTES_MAX - 700) } } }),
  ],
  [
    "numbers with short names in a billing that is kept twice",
    JSON.stringify({
      ...base,
      client: { billingInformation: { numbers: 0, note: "x".repeat(BODY_BYTES_MAX - 700 - BODY_VALUES * 5) } },
    }).replace('"numbers":0', `"numbers":[${Array.from({ length: BODY_VALUES }, () => SHORT_NUMBER).join(",")}]`),
  ],
]

describe("a body that the API accepts", () => {
  it.each(GREEDY)("creates an order within the size limit, also with %s", (_what, text) => {
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(BODY_BYTES_MAX)
    const body = JSON.parse(text)
    expect([unstorable(body), validator.check(OrderInjection, body)]).toEqual([null, []])
    const { order } = accepted<ChangedOrder>(create(body))
    expect(checkOrderSize(order)).toBeNull()
  })
})

describe("an order", () => {
  const orderOf = (bytes: number) => {
    const order = anOrder({ metadata: { note: "" } })
    const note = "ñ".repeat((bytes - Buffer.byteLength(JSON.stringify(order))) / 2)
    return { ...order, metadata: { ...order.metadata, note } }
  }

  it("is limited in bytes, not in characters", () => {
    expect(checkOrderSize(orderOf(ORDER_BYTES_MAX))).toBeNull()
    const refused = checkOrderSize(orderOf(ORDER_BYTES_MAX + 2))
    expect(refused).toMatchObject({
      refused: "PAYLOAD_TOO_LARGE",
      message: expect.stringContaining("nothing was written"),
    })
  })

  const correct = (order: ReturnType<typeof anOrder>, client: FreeForm, correctionsBytes = 0) => {
    const request = { expectedRevision: order.revision, idempotencyKey: "k", client: { uid: "c-1", ...client } }
    return correctOrder({ order, request, known: null, correctionsBytes, now: NOON })
  }

  it("refuses a correction that would make it too large", () => {
    const large = orderOf(ORDER_BYTES_MAX - 2_000)
    expect(correct(large, { name: "Ana" })).toMatchObject({ outcome: "applied" })
    expect(correct(large, { name: "x".repeat(2_000) })).toMatchObject({ refused: "PAYLOAD_TOO_LARGE" })
  })

  it("refuses a correction that exceeds the limit of all corrections", () => {
    const order = anOrder()
    expect(correct(order, { name: "Ana" }, CORRECTIONS_BYTES_MAX - 1_000)).toMatchObject({ outcome: "applied" })
    expect(correct(order, { name: "Ana" }, CORRECTIONS_BYTES_MAX)).toMatchObject({ refused: "PAYLOAD_TOO_LARGE" })
  })

  it("refuses a payment that would make it too large", () => {
    const pay = (order: ReturnType<typeof anOrder>) => {
      const confirmation = { payments: [aTender({ transaction_id: "t".repeat(200) })] }
      return confirmPayment({ order, confirmation, declineReasons: DECLINE_REASONS, now: NOON })
    }
    expect(pay(orderOf(ORDER_BYTES_MAX - 2_000))).toMatchObject({ outcome: "settled" })
    expect(pay(orderOf(ORDER_BYTES_MAX))).toMatchObject({ refused: "PAYLOAD_TOO_LARGE" })
  })
})
