/** Takes in what a store says of its business day, in the transaction of the batch. */
import type { BusinessDay } from "../../protocol/shapes/business-day.ts"
import type { TenantWrite } from "../storage/index.ts"
import { saveDay } from "./days-store.ts"

/** Answers why the op can never apply, or null once it has. */
export async function applyDay(tx: TenantWrite, storeId: string, day: BusinessDay): Promise<string | null> {
  if (day.storeId !== storeId) return `DAY_OF_ANOTHER_STORE: ${day.storeId}`
  await saveDay(tx, day)
  return null
}
