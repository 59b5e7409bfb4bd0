import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, expect, it } from "vitest"
import type { Register } from "../../../../../appliance/ui/pos/charge/sale-request.ts"
import { saveSale } from "../../../../../appliance/ui/pos/charge/save-sale.ts"
import { newSale, type Sale, type SaleStep, stepSale, type TakenTender } from "../../../../../appliance/ui/pos/sale.ts"
import { createClient } from "../../../../../protocol/client/index.ts"
import { confirmPayment, createOrder } from "../../../../../protocol/http/orders.ts"
import { createValidator } from "../../../../../runtime/validate.ts"

const ORDER_ID = "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d99"
const register: Register = { storeId: "s-1", deviceId: "pos-1", currency: "USD", decimals: 2, operatorUid: "c-7" }
const line = {
  lineId: "l-1",
  productId: "p-burger",
  name: "Hamburguesa",
  unitPrice: 65_000,
  quantity: 2,
  taxes: [{ code: "IVA", rate: "0.15" }],
  modifiers: [{ groupId: "g-1", productId: "m-1", name: "Queso", unitPrice: 7_500 }],
  notes: "sin sal",
  station: "grill",
}
const card: TakenTender = {
  transactionId: "t-1",
  status: "declined",
  method: "CARD",
  amount: 145_000,
  received: null,
  declineReason: "wrong_pin",
  occurredAt: "2026-11-21T12:00:00.000Z",
}
const cash: TakenTender = {
  ...card,
  transactionId: "t-2",
  status: "approved",
  method: "CASH",
  received: 200_000,
  declineReason: null,
}
const send: SaleStep = { type: "send", orderCode: "A-001", at: "2026-11-21T12:00:01.000Z", window: "w-1" }
const sold = (...tenders: TakenTender[]): Sale =>
  [
    { type: "add", line } as const,
    { type: "charge" } as const,
    ...tenders.map((tender) => ({ type: "tender", tender }) as const),
    send,
  ].reduce<Sale>(stepSale, newSale("sale-1"))

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

type Answer = (response: ServerResponse) => void
const ok =
  (data: unknown): Answer =>
  (response) =>
    response.end(JSON.stringify({ success: true, data }))
const lost: Answer = (response) => response.socket?.destroy()
const refuse =
  (status: number, error: string): Answer =>
  (response) =>
    response.writeHead(status).end(JSON.stringify({ success: false, error, message: "No." }))

/** A box with these answers, in order, that records the requests. */
async function box(...answers: Answer[]) {
  const asked: { path: string; body: unknown }[] = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    asked.push({ path: request.url ?? "", body: JSON.parse(body) })
    answers.shift()?.(response)
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { client: createClient({ baseUrl, key: "k" }), asked }
}

it("sends the order, then its tenders, as the contract says", async () => {
  const { client, asked } = await box(ok({ id: ORDER_ID }), ok({ outcome: "settled" }))
  expect(await saveSale(client, sold(card, cash), register)).toEqual({ type: "saved", id: ORDER_ID })
  const [order, charge] = asked
  const validator = createValidator()
  expect(validator.check(createOrder.body, order?.body)).toEqual([])
  expect(validator.check(confirmPayment.body, charge?.body)).toEqual([])
  expect(order?.body).toMatchObject({
    orderId: "sale-1",
    orderCode: "A-001",
    channel: "POS",
    operatorUid: "c-7",
    order: {
      products: [
        {
          unitPrice: "6.5000",
          quantity: 2,
          taxes: [{ code: "IVA", rate: "0.15", amount: "1.8900" }],
          modifiers: [{ modifierId: "g-1", optionId: "m-1", quantity: 1, unitPrice: "0.7500" }],
          notes: "sin sal",
          stationCode: "grill",
        },
      ],
    },
    payments: {
      status: "PENDING",
      totals: [
        { code: "SUBTOTAL", amount: "12.6100" },
        { code: "TAX", amount: "1.8900" },
        { code: "TOTAL", amount: "14.5000" },
      ],
    },
    metadata: { locator: "A-001", change: "55000" },
  })
  expect(charge?.path).toContain(ORDER_ID)
  expect(charge?.body).toMatchObject({
    payments: [
      { transaction_id: "t-1", status: "declined", decline_reason: "wrong_pin", amount: "14.5000" },
      { transaction_id: "t-2", status: "approved", method: "CASH", operator_uid: "c-7" },
    ],
  })
})

it("sends exactly the same bytes again after each lost answer", async () => {
  const { client, asked } = await box(
    lost,
    ok({ id: ORDER_ID }),
    lost,
    ok({ id: ORDER_ID }),
    ok({ outcome: "duplicate" }),
  )
  const sale = sold(cash)
  expect(await saveSale(client, sale, register)).toMatchObject({ type: "unknown" })
  expect(await saveSale(client, sale, register)).toMatchObject({ type: "unknown" })
  expect(await saveSale(client, sale, register)).toEqual({ type: "saved", id: ORDER_ID })
  const [first, second, charge, third, chargeAgain] = asked
  expect([second, third]).toEqual([first, first])
  expect(chargeAgain).toEqual(charge)
})

it("keeps an order open if there is nothing to pay with", async () => {
  const { client, asked } = await box(ok({ id: ORDER_ID }))
  expect(await saveSale(client, sold(), register)).toEqual({ type: "saved", id: ORDER_ID })
  expect(asked).toHaveLength(1)
})

it("charges an existing order without creating another", async () => {
  const { client, asked } = await box(ok({ outcome: "settled" }))
  const sale = { ...sold(), order: { id: ORDER_ID, orderCode: "WEB-7", total: 145_000, lines: [] }, tenders: [cash] }
  expect(await saveSale(client, sale, register)).toEqual({ type: "saved", id: ORDER_ID })
  expect(asked.map(({ path }) => path)).toEqual([`/api/v1/core/external/orders/${ORDER_ID}/confirm-payment`])
})

it.each([
  ["the order", [refuse(400, "VALIDATION_ERROR")], false],
  ["the charge", [ok({ id: ORDER_ID }), refuse(409, "ORDER_NOT_OPEN")], true],
] as const)("reports that %s was refused", async (_, answers, orderAtBox) => {
  const { client } = await box(...answers)
  expect(await saveSale(client, sold(cash), register)).toMatchObject({ type: "refused", orderAtBox })
})

it.each([
  [500, "INTERNAL_SERVER_ERROR"],
  [503, "SERVICE_UNAVAILABLE"],
  [429, "RATE_LIMITED"],
])("treats %i %s as no answer: the sale is sent again", async (status, error) => {
  const { client } = await box(refuse(status, error))
  expect(await saveSale(client, sold(cash), register)).toMatchObject({ type: "unknown" })
})
