/** The business days that are open at stores' boxes. Passed in, because business-day depends on orders. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { TenantRead } from "../storage/index.ts"

/** By store id. Stores without an open day are left out. */
export type OpenDays = (scope: TenantRead, storeIds: readonly string[]) => Promise<ReadonlyMap<string, BusinessDay>>
