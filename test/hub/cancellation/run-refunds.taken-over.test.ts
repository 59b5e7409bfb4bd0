/** A process that stood still while it asked a provider for money goes on when another one has taken the refund up: it decides nothing any more. */
import { expect, it } from "vitest"
import type { PaymentProvider, RefundAnswer } from "../../../hub/payments/providers/index.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { lifeOf } from "../../kit/events.ts"
import { openTestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"

const LEASE_MS = 61_000
const REFUSED: RefundAnswer = { outcome: "refused", message: "This key is being worked on." }
const REFUNDED: RefundAnswer = { outcome: "refunded", reference: "r-1" }

/** Answers as the test says, each question by itself. */
function openSlowProvider() {
  const asked: ((answer: RefundAnswer) => void)[] = []
  const waiting: (() => void)[] = []
  const adapter: PaymentProvider = {
    refund: () =>
      new Promise((answer) => {
        asked.push(answer)
        for (const tell of waiting.splice(0)) tell()
      }),
  }
  const whenAsked = async (times: number) => {
    while (asked.length < times) await new Promise<void>((resolve) => void waiting.push(resolve))
  }
  return { adapter, whenAsked, answer: (question: number, said: RefundAnswer) => asked[question]?.(said) }
}

eachDatabase((_engine, open) => {
  /** One asks and stands still, the other takes the refund up and asks as well. */
  async function twoAsk() {
    const provider = openSlowProvider()
    const frozen = await openTestHub(open, { providers: { sandbox: provider.adapter } })
    const body = orderBody({ channel: "WEB", paid: "LINK" })
    const { id } = (await frozen.call("POST", ORDERS, body)).body.data
    const cancel = `/api/v1/adapters/partner/stores/orders/${body.orderId}/cancel`
    const cancelling = frozen.call("POST", cancel, { reason: "El cliente se retiró" })
    await provider.whenAsked(1)
    frozen.clock.advance(LEASE_MS)
    const next = await frozen.another({ sandbox: provider.adapter })
    const sweeping = next.sweep()
    await provider.whenAsked(2)
    const read = async () => (await next.call("GET", `${ORDERS}/${id}`)).body.data
    return { provider, cancelling, sweeping, next, read }
  }

  const CANCELLED = { status: "CANCELLED", paymentStatus: "REFUNDED" }

  it("a refusal that a paused process receives does not reopen an order that another process refunds", async () => {
    const { provider, cancelling, sweeping, next, read } = await twoAsk()
    provider.answer(0, REFUSED)
    expect((await cancelling).body.code).toBe("CANCELLATION_IN_PROGRESS")
    provider.answer(1, REFUNDED)
    await sweeping
    expect(await read()).toMatchObject(CANCELLED)
    expect(lifeOf(await next.events())).toEqual(["order.opened", "order.cancelled"])
  })

  it("a refund that a paused process receives is kept even if the other process was refused", async () => {
    const { provider, cancelling, sweeping, next, read } = await twoAsk()
    provider.answer(0, REFUNDED)
    expect((await cancelling).body.code).toBe("CANCELLATION_IN_PROGRESS")
    provider.answer(1, REFUSED)
    await sweeping
    expect(await read()).toMatchObject({ status: "OPEN" })
    next.clock.advance(2 * LEASE_MS)
    await next.sweep()
    expect(await read()).toMatchObject(CANCELLED)
    expect(lifeOf(await next.events())).toEqual(["order.opened", "order.cancelled"])
  })
})
