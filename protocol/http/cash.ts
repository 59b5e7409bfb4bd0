/**
 * The endpoints of cash reconciliations: of a shift (version 2) and of a day (version 1)
 * (docs/contract/cash.md#cash-reconciliations-version-1, docs/contract/cash.md#cash-reconciliations-version-2).
 */
import { CashCloseRequest, CashReconciliation } from "../shapes/cash-close.ts"
import { CashDayRequest, CashListQuery } from "../shapes/cash-day.ts"
import { listOf } from "../shapes/page.ts"
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
  section: "cash.md#cash-reconciliations-version-2",
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

const V1 = "/api/v1/adapters/partner/cash-management/reconciliations"

export const closeCashDay = endpoint({
  name: "cash.closeDay",
  family: "cash",
  method: "POST",
  path: V1,
  scope: "cash-management:write",
  body: CashDayRequest,
  replies: { 201: CashReconciliation },
  refusals: ["VALIDATION_ERROR", "STORE_UNREACHABLE"],
  summary: "Reconciles the cash of a business day: the count without the float against the day's cash sales.",
  section: "cash.md#cash-reconciliations-version-1",
  example: {
    storeId: "0b8f9c1e-5a6d-4e2b-9d3c-7f1a2b3c4d01",
    currency: "USD",
    declaredCash: 6.5,
    reason: "OTHER",
  },
})

export const listCash = endpoint({
  name: "cash.list",
  family: "cash",
  method: "GET",
  path: V1,
  scope: "cash-management:read",
  query: CashListQuery,
  replies: { 200: listOf("reconciliations", CashReconciliation) },
  refusals: ["VALIDATION_ERROR"],
  summary: "Lists a store's cash reconciliations, of both versions, by day, in pages.",
  section: "cash.md#cash-reconciliations-version-1",
})
