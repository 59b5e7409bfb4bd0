/** The dashboard's endpoints of stores and money. */
import type { EndpointTable } from "../endpoint.ts"
import { claimBox, readClaim } from "./boxes.ts"
import { listCashDifferences, listDrawerOpenings, listStoreShifts, sumCashDifferences } from "./cash.ts"
import { countStores, listStoreAudit, listStoreDays, listStoreOutages, listStores, readStore } from "./stores.ts"
import { listStoreTotals, readTotals } from "./totals.ts"
import { haltRing, listRings, putIntoRing, readStoreRing } from "./updates.ts"

export const STORE_ENDPOINTS = {
  listStores,
  countStores,
  readStore,
  listStoreDays,
  listStoreOutages,
  listStoreAudit,
  readTotals,
  listStoreTotals,
  sumCashDifferences,
  listCashDifferences,
  listStoreShifts,
  listDrawerOpenings,
  readClaim,
  claimBox,
  listRings,
  haltRing,
  readStoreRing,
  putIntoRing,
} as const satisfies EndpointTable
