/** What the box tells the page of the day, as types: today's answer and its parts. */
import type { SuccessOf } from "../../../protocol/client/index.ts"
import type { readMenu, readToday } from "../../../protocol/http/register.ts"

export type Today = SuccessOf<typeof readToday>["data"]
export type Menu = SuccessOf<typeof readMenu>["data"]
export type OrderSummary = Today["openOrders"][number]
