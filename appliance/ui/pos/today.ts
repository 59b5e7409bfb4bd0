/** What the box tells the page of the day, as types: today's answer and its parts. */
import type { SuccessOf } from "../../../protocol/client/index.ts"
import type { closeShift, readMenu, readToday } from "../../../protocol/http/register.ts"

export type Today = SuccessOf<typeof readToday>["data"]
export type Menu = SuccessOf<typeof readMenu>["data"]
/** The close in the shift's own currency, with those in others. */
export type ShiftClose = SuccessOf<typeof closeShift>["data"]
export type OrderSummary = Today["openOrders"][number]
