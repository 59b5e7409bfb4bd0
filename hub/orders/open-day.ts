/** The business day that a store's box has open, asked of the day's room by way of main: that room needs orders. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { TenantRead } from "../storage/index.ts"

export type OpenDay = (scope: TenantRead, storeId: string) => Promise<BusinessDay | null>
