/** Sends the guest's order to the box. An answer after which the request may be repeated is `unknown`. */
import type { Client } from "../../../protocol/client/index.ts"
import { placeKioskOrder } from "../../../protocol/http/kiosk.ts"
import type { BasketLine } from "../../../protocol/shapes/basket.ts"
import type { Notice, PlacedOrder, SentOrder } from "./visit.ts"

type PlaceOutcome =
  | { readonly type: "placed"; readonly order: PlacedOrder }
  | { readonly type: "refused"; readonly notice: Notice }
  | { readonly type: "unknown" }

const NOTICES: readonly string[] = ["menu", "price", "closed"]
const TOO_MANY = 429
const UNAUTHORIZED = 401

export async function placeOrder(client: Client, sent: SentOrder): Promise<PlaceOutcome> {
  const body = { ...sent, lines: sent.lines as BasketLine[] }
  const answer = await client.call(placeKioskOrder, { body })
  if (answer.ok) {
    const { orderId, orderCode, total, paid } = answer.data
    return { type: "placed", order: { orderId, orderCode, total, paid } }
  }
  // A box that fails, is busy or does not know this kiosk any more has not refused the order.
  if (answer.offline || answer.status >= 500 || answer.status === TOO_MANY || answer.status === UNAUTHORIZED) {
    return { type: "unknown" }
  }
  const why = typeof answer.data.why === "string" && NOTICES.includes(answer.data.why) ? answer.data.why : "refused"
  return { type: "refused", notice: why as Notice }
}
