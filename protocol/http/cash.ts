/** The endpoints of cash: reconciliation of a shift, version 2 (document 2, *Cash reconciliations v2*). */
import { CashCloseRequest, CashReconciliation } from "../shapes/cash-close.ts"
import { endpoint } from "./endpoint.ts"

export const closeCash = endpoint({
  name: "cash.close",
  family: "core",
  method: "POST",
  path: "/api/v2/external/cash-management/reconciliations",
  scope: "cash-management:write",
  body: CashCloseRequest,
  replies: { 201: CashReconciliation },
  refusals: ["VALIDATION_ERROR", "NOT_FOUND", "CONFLICT", "STORE_UNREACHABLE"],
  summary: "Closes a shift's drawer: gross count against float, cash sales and withdrawals.",
  section: "document 2, Cash reconciliations v2",
  example: {
    storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    currency: "USD",
    sessionExternalId: "2026-11-21-pos-1-1",
    declaredCash: 106.5,
    openingBalance: 100,
    shiftStart: "2026-11-21T08:00:00-05:00",
    shiftEnd: "2026-11-21T16:00:00-05:00",
    reason: "OTHER",
    withdrawals: [],
  },
})
