/** Reads the decline catalogue that the hub sent down (docs/contract/payments.md#decline-reasons). */
import type { listDeclineReasons } from "../../protocol/http/decline-reasons.ts"
import { declineCatalog } from "../../protocol/rules/payments/decline-catalog.ts"
import type { BoxHandler } from "../storage/index.ts"
import { requireConfig } from "./store-config-store.ts"

export const listDeclineReasonsHandler: BoxHandler<typeof listDeclineReasons> = (tx) => ({
  status: 200,
  data: declineCatalog(requireConfig(tx).declineReasons),
})
