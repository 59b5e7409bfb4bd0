/** The handler of each endpoint that the dashboard's pages about stores and money call. */
import type { STORE_ENDPOINTS } from "../../protocol/http/admin/store-endpoints.ts"
import type { Routes } from "../../protocol/http/endpoint.ts"
import { listStoreDaysHandler, listStoreTotalsHandler, readTotalsHandler } from "../business-day/index.ts"
import {
  listCashDifferencesHandler,
  listDrawerOpeningsHandler,
  listStoreShiftsHandler,
  sumCashDifferencesHandler,
} from "../cash/index.ts"
import { type ClaimBoxDeps, claimBoxHandler, readClaimHandler } from "../enrolment/index.ts"
import { countStoresHandler, listStoreOutagesHandler, listStoresHandler, readStoreHandler } from "../health/index.ts"
import { listStoreAuditHandler } from "../store-audit/index.ts"
import { haltRingHandler, listRingsHandler, putIntoRingHandler, readStoreRingHandler } from "../updates/index.ts"

export type StoreDeps = ClaimBoxDeps

export function storeRoutes(deps: StoreDeps): Routes<typeof STORE_ENDPOINTS> {
  return {
    listStores: listStoresHandler(deps),
    countStores: countStoresHandler(deps),
    readStore: readStoreHandler(deps),
    listStoreDays: listStoreDaysHandler(deps),
    listStoreOutages: listStoreOutagesHandler(deps),
    listStoreAudit: listStoreAuditHandler(deps),
    readTotals: readTotalsHandler(deps),
    listStoreTotals: listStoreTotalsHandler(deps),
    sumCashDifferences: sumCashDifferencesHandler(deps),
    listCashDifferences: listCashDifferencesHandler(deps),
    listStoreShifts: listStoreShiftsHandler(deps),
    listDrawerOpenings: listDrawerOpeningsHandler(deps),
    readClaim: readClaimHandler(deps),
    claimBox: claimBoxHandler(deps),
    listRings: listRingsHandler(deps),
    haltRing: haltRingHandler(deps),
    readStoreRing: readStoreRingHandler(deps),
    putIntoRing: putIntoRingHandler(deps),
  }
}
