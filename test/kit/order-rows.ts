/** Many orders written straight into a database: what lists look at, in the proportions of a real vendor. */
import type { OrderRecord } from "../../protocol/shapes/order.ts"
import { anOrder } from "./orders.ts"

const CHANNELS = ["POS", "POS", "POS", "KIOSK", "WEB", "APP"]
const METHODS = ["CASH", "CARD", "CARD", "WALLET"]
const FULFILMENTS = ["TAKE_AWAY", "DINE_IN", "DELIVERY"]
const DAY_ORDERS = 200

/** Order `n` of a long row: 200 a day from the first of 2024 on, one in fifty still open. */
export function rowOrder(n: number): OrderRecord {
  const createdAt = new Date(Date.UTC(2024, 0, 1 + Math.floor(n / DAY_ORDERS), 12) + (n % DAY_ORDERS) * 60_000)
  const open = n % 50 === 0
  const pick = <T>(words: readonly T[]) => words[n % words.length] as T
  return {
    ...TEMPLATE,
    id: `0190b000-0000-7000-8000-${String(n).padStart(12, "0")}`,
    orderCode: `A-${n}`,
    orderExternal: `pos-7-${n}`,
    status: open ? "OPEN" : "COMPLETED",
    paymentStatus: open ? "PENDING" : "SUCCEEDED",
    channel: pick(CHANNELS),
    fulfillment: { method: pick(FULFILMENTS) },
    paymentMethods: [{ method: pick(METHODS), amount: "65000" }],
    createdAt: createdAt.toISOString(),
    businessDayDate: createdAt.toISOString().slice(0, 10),
  }
}

const TEMPLATE = anOrder()
