/** Types of the box's answers. */
import type { SuccessOf } from "../../../protocol/client/index.ts"
import type { closeShift, readMenu, readToday } from "../../../protocol/http/register.ts"

export type Today = SuccessOf<typeof readToday>["data"]
export type Menu = SuccessOf<typeof readMenu>["data"]
export type ShiftClose = SuccessOf<typeof closeShift>["data"]
export type OrderSummary = Today["openOrders"][number]
