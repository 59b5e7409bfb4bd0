/** Sends a sale to the box: the order, then its tenders. All have their own ids, so everything can be repeated. */
import type { Client, NoAnswer, Refused } from "../../../../protocol/client/index.ts"
import { confirmPayment, createOrder } from "../../../../protocol/http/orders.ts"
import { holdTenders } from "../../../../protocol/http/payments-in-doubt.ts"
import type { Sale } from "../sale.ts"
import { injectionOf, type Register, tendersOf } from "./sale-request.ts"

/** `unknown`: no usable answer, so the same sale must be sent again. */
type SaveOutcome =
  | { readonly type: "saved"; readonly id: string }
  | { readonly type: "unknown"; readonly why: NoAnswer["why"] }
  | { readonly type: "refused"; readonly refusal: Refused; readonly orderAtBox: boolean }

export async function saveSale(client: Client, sale: Sale, register: Register): Promise<SaveOutcome> {
  if (sale.order) return pay(client, sale.order.id, { sale, register })
  const created = await client.call(createOrder, { body: injectionOf(sale, register) })
  if (created.ok) return pay(client, created.data.id, { sale, register })
  return failedOutcome(created, false)
}

async function pay(
  client: Client,
  id: string,
  { sale, register }: { sale: Sale; register: Register },
): Promise<SaveOutcome> {
  const payments = tendersOf(sale, register)
  if (payments.length === 0) return { type: "saved", id }
  const params = { orderId: id }
  const paid = sale.doubt
    ? await client.call(holdTenders, { params, body: { doubtId: sale.doubt, payments } })
    : await client.call(confirmPayment, { params, body: { payments } })
  return paid.ok ? { type: "saved", id } : failedOutcome(paid, true)
}

/** A failing or busy server has not refused the sale, so the outcome is unknown. */
function failedOutcome(answer: Refused | NoAnswer, orderAtBox: boolean): SaveOutcome {
  if (answer.offline) return { type: "unknown", why: answer.why }
  if (answer.status >= 500 || answer.status === 429) return { type: "unknown", why: "garbled" }
  return { type: "refused", refusal: answer, orderAtBox }
}
