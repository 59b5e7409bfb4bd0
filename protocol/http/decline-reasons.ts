/** The endpoint of the decline catalogue (docs/contract/payments.md#decline-reasons). */
import { DeclineCatalog } from "../shapes/decline-catalog.ts"
import { endpoint } from "./endpoint.ts"

export const listDeclineReasons = endpoint({
  name: "declineReasons.list",
  family: "core",
  method: "GET",
  path: "/api/v1/core/external/payment-decline-reasons",
  scope: "orders:read",
  replies: { 200: DeclineCatalog },
  refusals: [],
  summary:
    "Lists the reasons for declined tenders by group, in three languages; map your acquirer's codes to them once.",
  section: "payments.md#decline-reasons",
})
