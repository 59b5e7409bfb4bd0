/** Which handler answers which of the dashboard's endpoints of stores and money. */
import type { STORE_ENDPOINTS } from "../../protocol/http/admin/store-endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import { listStoreDaysHandler, listStoreTotalsHandler, readTotalsHandler } from "../business-day/index.ts"
import {
  listCashDifferencesHandler,
  listDrawerOpeningsHandler,
  listStoreShiftsHandler,
  sumCashDifferencesHandler,
} from "../cash/index.ts"
import { type ClaimingBox, claimBoxHandler, readClaimHandler } from "../enrolment/index.ts"
import { countStoresHandler, listStoreOutagesHandler, listStoresHandler, readStoreHandler } from "../health/index.ts"
import { listStoreAuditHandler } from "../store-audit/index.ts"
import { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "../updates/index.ts"

export type StoreDeps = ClaimingBox

export function storeRoutes(parts: StoreDeps): Routes<typeof STORE_ENDPOINTS> {
  return {
    listStores: listStoresHandler(parts),
    countStores: countStoresHandler(parts),
    readStore: readStoreHandler(parts),
    listStoreDays: listStoreDaysHandler(parts),
    listStoreOutages: listStoreOutagesHandler(parts),
    listStoreAudit: listStoreAuditHandler(parts),
    readTotals: readTotalsHandler(parts),
    listStoreTotals: listStoreTotalsHandler(parts),
    sumCashDifferences: sumCashDifferencesHandler(parts),
    listCashDifferences: listCashDifferencesHandler(parts),
    listStoreShifts: listStoreShiftsHandler(parts),
    listDrawerOpenings: listDrawerOpeningsHandler(parts),
    readClaim: readClaimHandler(parts),
    claimBox: claimBoxHandler(parts),
    listRings: listRingsHandler(parts),
    haltRing: haltRingHandler(parts),
    readStoreRing: readStoreRingHandler(parts),
    putIntoRing: putIntoRingHandler(parts),
  }
}
