/** Why a sale that was charged never became an order. */
import type { Static } from "typebox"
import { oneOf } from "./scalars.ts"

export const LostSaleReason = oneOf("FISCAL_NUMBERING_FAILED")
export type LostSaleReason = Static<typeof LostSaleReason>
