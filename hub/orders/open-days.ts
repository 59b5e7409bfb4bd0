/** The business days that stores' boxes have open, asked of the day's room by way of main: that room needs orders. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { TenantRead } from "../storage/index.ts"

/** By the stores that have one. */
export type OpenDays = (scope: TenantRead, storeIds: readonly string[]) => Promise<ReadonlyMap<string, BusinessDay>>
