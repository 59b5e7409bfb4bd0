/** The business day that is open, asked of the day's room by way of main: that room needs orders, so orders must not need it. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { BoxTx } from "../storage/index.ts"

export type OpenDay = (tx: BoxTx) => BusinessDay | null
