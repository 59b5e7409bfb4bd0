/** The payment-link bridge over HTTP, with the sandbox provider as a real server: each row of the contract's tables (docs/contract/payments.md), on both databases. */
import { beforeAll, describe, expect, it } from "vitest"
import type { Sandbox } from "../../../hub/payments/providers/index.ts"
import { sign } from "../../../hub/payments/providers/sandbox/sign.ts"
import type { ChargeIntent } from "../../../protocol/shapes/charge.ts"
import { eachDatabase } from "../../kit/databases.ts"
import {
  type Answer,
  GLOBEX_KEY,
  KEY,
  openTestHub,
  READER_KEY,
  SISTER_KEY,
  STORE,
  type TestHub,
  testTenants,
} from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { openSandbox, SANDBOX_SECRET } from "../../kit/sandbox.ts"

const INTENTS = "/api/v1/external/bridge/intents"
const ATTEMPTS = "/api/v1/external/bridge/attempts"
const HOOK = "/api/v1/webhooks/payments/sandbox"
const WAIT_MS = 30_000

const ANOTHER_STORE = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d77"

/** The first vendor with a second store. */
function withAnotherStore(): string {
  const file = JSON.parse(testTenants())
  const { stores } = file.accounts[0].vendors[0]
  stores.push({
    ...stores[0],
    id: ANOTHER_STORE,
    code: "UIO-077",
    name: "La Brasa Norte",
    stations: [],
    fiscal: undefined,
  })
  return JSON.stringify(file)
}

let count = 0

eachDatabase((_engine, open) => {
  let hub: TestHub
  let sandbox: Sandbox

  beforeAll(async () => {
    sandbox = await openSandbox()
    hub = await openTestHub(open, { sandbox })
  })

  const body = (over: object = {}) => {
    count += 1
    return {
      externalOrderId: `link-${count}`,
      methodCode: "LINK",
      amount: 6.5,
      currency: "USD",
      storeId: STORE,
      terminalId: "web-1",
      channel: "WEB",
      ...over,
    }
  }
  const create = (over: object = {}) => hub.call("POST", INTENTS, body(over))
  const made = async (over: object = {}) => intentOf(await create(over))
  const read = async (intentId: string) => intentOf(await hub.call("GET", `${INTENTS}/${intentId}`))
  const orderOf = async (externalId: string) => (await hub.call("GET", `${ORDERS}/${externalId}`)).body.data

  /** Asks until the charge is as it shall be; works off the queue meanwhile. */
  async function until(intentId: string, fits: (intent: ChargeIntent) => boolean): Promise<ChargeIntent> {
    for (const end = Date.now() + WAIT_MS; ; ) {
      await hub.hub.queue.settle()
      const intent = await read(intentId)
      if (fits(intent)) return intent
      if (Date.now() > end) throw new Error(`still ${JSON.stringify(intent)}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
  const states = (intent: ChargeIntent) => [intent.status, ...intent.attempts.map(({ status }) => status)]
  const attempt = ({ attempts }: ChargeIntent, place = -1) => attempts.at(place)?.attemptId ?? ""

  async function placed(orderId: string) {
    const order = orderBody({ orderId, channel: "WEB" })
    expect((await hub.call("POST", ORDERS, order)).status).toBe(201)
    return order
  }

  async function paid(over: object = {}): Promise<ChargeIntent> {
    const intent = await made(over)
    expect(sandbox.act(attempt(intent), "approved")).toBe(true)
    return until(intent.intentId, ({ attempts }) => attempts[0]?.status === "succeeded")
  }

  describe("create", () => {
    it("answers 201 with an open link", async () => {
      const answer = await create({ externalOrderId: "first" })
      expect(answer.status).toBe(201)
      expect(answer.body).toMatchObject({
        success: true,
        data: { intent: { externalOrderId: "first", status: "requires_action" } },
      })
      expect(intentOf(answer)).toMatchObject({
        amountTotal: 6.5,
        amountPaid: 0,
        currency: "USD",
        storeId: STORE,
        terminalId: "web-1",
        channel: "WEB",
        expiresAt: null,
        attempts: [
          {
            slot: 1,
            attemptNumber: 1,
            methodCode: "LINK",
            status: "requires_redirect",
            amount: 6.5,
            errorDescription: null,
          },
        ],
      })
      const page = await fetch(intentOf(answer).attempts[0]?.paymentLink ?? "", {
        headers: { "accept-language": "pt-BR" },
      })
      expect(await page.text()).toContain("Aguardando o pagamento")
    })

    it("returns the same charge for the same order and makes one link, also when 50 ask at once", async () => {
      const before = Object.keys(sandbox.states()).length
      const same = body()
      const answers = await Promise.all(Array.from({ length: 50 }, () => hub.call("POST", INTENTS, same)))
      expect(new Set(answers.map((answer) => intentOf(answer).intentId)).size).toBe(1)
      expect(answers.map(({ status }) => status).sort()).toEqual([...Array(49).fill(200), 201])
      const again = await hub.call("POST", INTENTS, { ...same, amount: 99 })
      expect([again.status, intentOf(again).amountTotal]).toEqual([200, 6.5])
      expect(Object.keys(sandbox.states()).length).toBe(before + 1)
    })

    it.each([
      ["a method that is not in the catalogue", { methodCode: "SHELLS" }, 400],
      ["nothing to pay", { amount: 0 }, 400],
      ["five decimals", { amount: "1.00001" }, 400],
      ["another currency", { currency: "EUR" }, 400],
      ["an order id that is too long", { externalOrderId: "x".repeat(81) }, 400],
      ["another channel", { channel: "GLOVO" }, 400],
      ["a store of nobody", { storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4dff" }, 404],
    ])("refuses %s, and stores nothing", async (_what, over, status) => {
      const wrong = body(over)
      const answer = await hub.call("POST", INTENTS, wrong)
      expect(answer.status).toBe(status)
      expect(
        (await hub.call("POST", INTENTS, body({ externalOrderId: wrong.externalOrderId.slice(0, 80) }))).status,
      ).toBe(201)
    })

    it("refuses a store other than the order's, and stores nothing", async () => {
      await hub.hub.operator.provision(withAnotherStore())
      const { orderId: externalOrderId } = await placed("elsewhere")
      const wrong = await create({ externalOrderId, storeId: ANOTHER_STORE })
      expect([wrong.status, wrong.body.details]).toEqual([
        400,
        [{ path: "storeId", message: expect.stringContaining(STORE) }],
      ])
      expect((await create({ externalOrderId, storeId: STORE.toUpperCase() })).status).toBe(201)
      const again = await create({ externalOrderId, storeId: ANOTHER_STORE })
      expect([again.status, intentOf(again).storeId]).toEqual([200, STORE])
    })

    it("answers 201 with a failed attempt when the provider rejects the payment", async () => {
      const intent = await made({ amount: 6.01 })
      expect(states(intent)).toEqual(["failed", "failed"])
      expect(intent.attempts[0]).toMatchObject({
        paymentLink: null,
        errorDescription: expect.stringContaining("rejected"),
      })
    })

    it("records a failed attempt for a method without links or of another country", async () => {
      expect(states(await made({ methodCode: "CASH", country: "EC" }))).toEqual(["failed", "failed"])
      const abroad = await made({ country: "CO" })
      expect(abroad.attempts[0]).toMatchObject({ status: "failed", errorDescription: expect.stringContaining("CO") })
      expect(states(await made({ methodCode: "CARD" }))).toEqual(["failed", "failed"])
    })

    it("records an attempt without a provider's answer as created, and asks again under its key", async () => {
      const intent = await made({ amount: 6.02 })
      expect(states(intent)).toEqual(["processing", "created"])
      expect((await hub.call("POST", `${ATTEMPTS}/${attempt(intent)}/cancel`)).status).toBe(409)
      const links = Object.keys(sandbox.states()).length
      hub.clock.advance(60_000)
      const linked = await until(intent.intentId, ({ status }) => status === "requires_action")
      expect(linked.attempts).toHaveLength(1)
      expect(Object.keys(sandbox.states()).length).toBe(links)
    })
  })

  describe("the payment provider's webhook", () => {
    it("approved: the attempt has succeeded, and everything is paid", async () => {
      const intent = await paid()
      expect(intent).toMatchObject({ status: "succeeded", amountPaid: 6.5 })
    })

    it("declined: the attempt has failed, with the reason", async () => {
      const intent = await made()
      sandbox.act(attempt(intent), "declined")
      const failed = await until(intent.intentId, ({ status }) => status === "failed")
      expect(failed.attempts[0]).toMatchObject({ status: "failed", errorDescription: "The payment was declined." })
    })

    it("expired: the attempt says so, stays active, and can be cancelled", async () => {
      const intent = await made()
      sandbox.act(attempt(intent), "expired")
      const expired = await until(intent.intentId, ({ attempts }) => attempts[0]?.errorDescription !== null)
      expect(states(expired)).toEqual(["requires_action", "requires_redirect"])
      const canceled = await hub.call("POST", `${ATTEMPTS}/${attempt(intent)}/cancel`)
      expect(states(intentOf(canceled))).toEqual(["canceled", "canceled"])
    })

    it("may arrive before the answer to the create call", async () => {
      const intent = await made({ amount: 6.03 })
      const early = await until(intent.intentId, ({ status }) => status === "succeeded")
      expect(early.attempts[0]).toMatchObject({ status: "succeeded", paymentLink: expect.stringContaining("/pay/") })
    })

    it("for an unknown payment waits until the provider's answer brings that name", async () => {
      const intent = await made({ amount: 6.02 })
      const list = await (await fetch(sandbox.url)).text()
      const payment = new RegExp(`/pay/([^"]+)">${intent.externalOrderId}<`).exec(list)?.[1]
      expect(payment).toMatch(/^pay_/)
      const notice = { id: "evt-early", type: "payment.approved", payment, at: "2026-11-21T18:00:00Z" }
      expect((await hook(notice)).status).toBe(200)
      expect((await hook(notice)).status).toBe(200)
      expect(states(await read(intent.intentId))).toEqual(["processing", "created"])
      hub.clock.advance(60_000)
      const paid = await until(intent.intentId, ({ status }) => status !== "processing")
      expect([paid.amountPaid, ...states(paid)]).toEqual([6.02, "succeeded", "succeeded"])
    })

    it("may arrive twice, under one id or two, also after a refund", async () => {
      const intent = await paid({ amount: 6.04 })
      const notice = {
        id: "evt-again",
        type: "payment.approved",
        payment: "pay_x",
        key: attempt(intent),
        at: "2026-11-21T18:00:00Z",
      }
      for (let n = 0; n < 3; n += 1) expect((await hook(notice)).status).toBe(200)
      expect(await read(intent.intentId)).toMatchObject({ status: "succeeded", amountPaid: 6.5 - 0.46 })
      await hub.call("POST", `${ATTEMPTS}/${attempt(intent)}/refund`)
      await until(intent.intentId, ({ status }) => status === "reversed")
      for (const id of ["evt-again", "evt-anew"]) expect((await hook({ ...notice, id })).status).toBe(200)
      expect(await read(intent.intentId)).toMatchObject({ status: "reversed", amountPaid: 0 })
    })

    it.each([
      ["no signature", undefined],
      ["another signature", "0".repeat(64)],
    ])("is refused with %s", async (_what, signature) => {
      const answer = await hook({ id: "e", type: "payment.approved" }, signature ?? "")
      expect([answer.status, answer.body.error]).toEqual([401, "UNAUTHORIZED"])
    })

    it("is refused if its provider is not configured", async () => {
      expect((await hub.call("POST", "/api/v1/webhooks/payments/nobody", { id: "e" }, null)).status).toBe(401)
    })
  })

  function hook(notice: object, signature?: string): Promise<Answer> {
    const text = JSON.stringify(notice)
    const header = signature ?? sign(Buffer.from(text), SANDBOX_SECRET)
    return hub.call("POST", HOOK, text, null, { "x-sandbox-signature": header })
  }

  describe("further attempts", () => {
    const pay = (intent: ChargeIntent, asked: object) => hub.call("POST", `${INTENTS}/${intent.intentId}/pay`, asked)

    it("retry in the failed slot", async () => {
      const failed = await made({ amount: 6.01 })
      const answer = await pay(failed, { methodCode: "LINK", slot: 1, amount: 6 })
      expect(answer.status).toBe(201)
      expect(intentOf(answer).attempts.map(({ slot, attemptNumber, status }) => [slot, attemptNumber, status])).toEqual(
        [
          [1, 1, "failed"],
          [1, 2, "requires_redirect"],
        ],
      )
    })

    it("split the payment: partially paid, then fully", async () => {
      const failed = await made({ amount: "10.01" })
      const half = intentOf(await pay(failed, { methodCode: "LINK", slot: 1, amount: 4 }))
      sandbox.act(attempt(half), "approved")
      const part = await until(failed.intentId, ({ status }) => status === "partially_paid")
      expect(part.amountPaid).toBe(4)
      const rest = intentOf(await pay(failed, { methodCode: "LINK", amount: 6 }))
      expect(rest.attempts.at(-1)).toMatchObject({ slot: 2, attemptNumber: 1, amount: 6 })
      sandbox.act(attempt(rest), "approved")
      await until(failed.intentId, ({ amountPaid }) => amountPaid === 10)
      const cent = await pay(failed, { methodCode: "LINK", amount: 0.02 })
      expect([cent.status, cent.body.details[0].path]).toEqual([400, "amount"])
    })

    it("refund what was paid beyond the total", async () => {
      const intent = await made({ amount: 5 })
      const second = intentOf(await pay(intent, { methodCode: "LINK" }))
      expect(second.attempts.at(-1)).toMatchObject({ slot: 2, amount: 5 })
      sandbox.act(attempt(second, 0), "approved")
      await until(intent.intentId, ({ status }) => status === "succeeded")
      sandbox.act(attempt(second, 1), "approved")
      const back = await until(intent.intentId, ({ attempts }) => attempts[1]?.status === "refunded")
      expect(back).toMatchObject({ status: "succeeded", amountPaid: 5 })
      expect(sandbox.states()[attempt(second, 1)]).toBe("refunded")
    })

    it("are refused for an active slot and for a closed charge", async () => {
      const active = await made()
      expect((await pay(active, { methodCode: "LINK", slot: 1 })).status).toBe(400)
      expect((await pay(await paid(), { methodCode: "LINK" })).status).toBe(400)
      expect((await pay(active, { methodCode: "SHELLS" })).status).toBe(400)
      await hub.call("POST", `${ATTEMPTS}/${attempt(active)}/cancel`)
      expect((await pay(active, { methodCode: "LINK" })).status).toBe(400)
    })
  })

  describe("cancel", () => {
    it("is accepted by the provider while the link is open", async () => {
      const intent = await made()
      const answer = await hub.call("POST", `${ATTEMPTS}/${attempt(intent)}/cancel`)
      expect([answer.status, ...states(intentOf(answer))]).toEqual([200, "canceled", "canceled"])
      expect(sandbox.states()[attempt(intent)]).toBe("canceled")
    })

    it("changes nothing if the provider refuses, and returns the reason", async () => {
      const intent = await made({ amount: 6.06 })
      const answer = await hub.call("POST", `${ATTEMPTS}/${attempt(intent)}/cancel`)
      expect([answer.status, answer.body.error, answer.body.message]).toEqual([
        409,
        "CONFLICT",
        "Cancellation does not apply to this payment.",
      ])
      expect(states(await read(intent.intentId))).toEqual(["requires_action", "requires_redirect"])
    })

    it("is refused for a paid attempt", async () => {
      const answer = await hub.call("POST", `${ATTEMPTS}/${attempt(await paid())}/cancel`)
      expect([answer.status, answer.body.data.status]).toEqual([409, "succeeded"])
    })
  })

  describe("refund", () => {
    const refund = (id: string, key = KEY) => hub.call("POST", `${ATTEMPTS}/${id}/refund`, undefined, key)

    it("is solving, then refunded once the provider confirms", async () => {
      const intent = await paid()
      const answer = await refund(attempt(intent))
      expect([answer.status, ...states(intentOf(answer))]).toEqual([200, "succeeded", "solving"])
      const back = await until(intent.intentId, ({ status }) => status === "reversed")
      expect([back.amountPaid, ...states(back)]).toEqual([0, "reversed", "refunded"])
      expect(sandbox.states()[attempt(intent)]).toBe("refunded")
      expect((await refund(attempt(intent))).status).toBe(409)
    })

    it("is made once: repeated under its key if no answer came", async () => {
      const intent = await paid({ amount: 6.08 })
      await refund(attempt(intent))
      const back = await until(intent.intentId, (now) => {
        hub.clock.advance(5_000)
        return now.status === "reversed"
      })
      expect(back.attempts).toMatchObject([{ status: "refunded", errorDescription: null }])
    })

    it("and a cancellation of its order at the same time return the money once", async () => {
      const externalOrderId = "both-ways"
      const intent = await paid({ externalOrderId })
      await hub.call("POST", ORDERS, orderBody({ orderId: externalOrderId, channel: "WEB", paid: "LINK" }))
      const path = `/api/v1/adapters/partner/stores/orders/${externalOrderId}/cancel`
      const [, cancelled] = await Promise.all([refund(attempt(intent)), hub.call("POST", path, { reason: "No rider" })])
      expect(cancelled.status).toBe(200)
      const back = await until(intent.intentId, ({ status }) => status === "reversed")
      expect(back.attempts).toMatchObject([{ status: "refunded", errorDescription: null }])
    })

    it("that the provider refuses leaves the money, and returns the reason", async () => {
      const intent = await paid({ amount: 6.07 })
      await refund(attempt(intent))
      const kept = await until(intent.intentId, ({ attempts }) => attempts[0]?.errorDescription !== null)
      expect([kept.amountPaid, ...states(kept)]).toEqual([6.07, "succeeded", "succeeded"])
    })

    it("is accepted only for a paid attempt", async () => {
      expect((await refund(attempt(await made()))).status).toBe(409)
    })

    it.each([
      ["another account's key", GLOBEX_KEY, 404],
      ["another vendor's key", SISTER_KEY, 404],
      ["a key without the scope", READER_KEY, 403],
    ])("with %s is %s: %i", async (_what, key, status) => {
      const intent = await made()
      expect((await refund(attempt(intent), key)).status).toBe(status)
      expect((await hub.call("GET", `${INTENTS}/${intent.intentId}`, undefined, key)).status).toBe(status)
    })
  })

  it.each(["nope", "0", "%20", "00000000-0000-4000-8000-000000000000"])(
    "finds no charge and no attempt by %s",
    async (id) => {
      const attempts = INTENTS.replace("intents", "attempts")
      const asked = [
        hub.call("GET", `${INTENTS}/${id}`),
        hub.call("POST", `${INTENTS}/${id}/pay`, { methodCode: "LINK" }),
        hub.call("POST", `${attempts}/${id}/cancel`),
        hub.call("POST", `${attempts}/${id}/refund`),
      ]
      for (const { status, body } of await Promise.all(asked)) expect([status, body.error]).toEqual([404, "NOT_FOUND"])
    },
  )

  describe("the order of a charge", () => {
    const sell = (externalId: string, more: object = {}) =>
      hub.call("POST", ORDERS, orderBody({ orderId: externalId, channel: "WEB", ...more }))

    it("settles with the payment, by the rule of every charge", async () => {
      await sell("settles")
      const intent = await paid({ externalOrderId: "settles" })
      expect(await orderOf("settles")).toMatchObject({
        status: "COMPLETED",
        paymentStatus: "SUCCEEDED",
        payments: [{ transactionId: attempt(intent), method: "LINK", amount: "65000", status: "approved" }],
      })
      const events = (await hub.events()).filter(({ envelope }) => JSON.stringify(envelope).includes("settles"))
      const told = events.map(({ type }) => type).filter((type) => type !== "order.sent_to_kitchen")
      expect(told).toEqual(["order.opened", "order.completed"])
    })

    it("settles when it arrives after its payment", async () => {
      await paid({ externalOrderId: "late-order" })
      const answer = await sell("late-order")
      expect([answer.status, answer.body.data.status]).toEqual([201, "COMPLETED"])
    })

    it("that was cancelled meanwhile is refunded, and the refund is shown", async () => {
      await sell("gone")
      const intent = await made({ externalOrderId: "gone" })
      await hub.call("POST", "/api/v1/adapters/partner/stores/orders/gone/cancel", { reason: "Customer left" })
      sandbox.act(attempt(intent), "approved")
      expect((await until(intent.intentId, ({ status }) => status === "reversed")).amountPaid).toBe(0)
      expect((await orderOf("gone")).status).toBe("CANCELLED")
    })

    it("stays open if the payment is not its total, and nothing is refunded by itself", async () => {
      await sell("unfit", { total: 9 })
      const intent = await paid({ externalOrderId: "unfit" })
      expect([(await orderOf("unfit")).status, intent.status]).toEqual(["OPEN", "succeeded"])
    })

    it("that was prepaid by link is cancelled with the link's refund", async () => {
      const intent = await paid({ externalOrderId: "prepaid" })
      await sell("prepaid", { paid: "LINK" })
      const answer = await hub.call("POST", "/api/v1/adapters/partner/stores/orders/prepaid/cancel", {
        reason: "No rider",
      })
      expect(answer.status).toBe(200)
      expect(states(await read(intent.intentId))).toEqual(["reversed", "refunded"])
      expect(await orderOf("prepaid")).toMatchObject({ status: "CANCELLED", paymentStatus: "REFUNDED" })
      expect(sandbox.states()[attempt(intent)]).toBe("refunded")
    })

    it("whose refund the provider refuses is unchanged", async () => {
      const intent = await paid({ externalOrderId: "kept", amount: 6.07 })
      await sell("kept", { paid: "LINK", total: 6.07 })
      const answer = await hub.call("POST", "/api/v1/adapters/partner/stores/orders/kept/cancel", {
        reason: "No rider",
      })
      expect([answer.status, answer.body.code]).toEqual([409, "REFUND_FAILED"])
      expect(states(await read(intent.intentId))).toEqual(["succeeded", "succeeded"])
    })
  })
})

function intentOf({ body }: Answer): ChargeIntent {
  return body.data.intent
}
