/** Every migration of the box's database, in order; append only. */
import type { Migration } from "../../runtime/storage/migrate.ts"
import { storeDay } from "./migrations/0001-store-day.ts"
import { spool } from "./migrations/0002-spool.ts"
import { sync } from "./migrations/0003-sync.ts"
import { orderCorrections } from "./migrations/0004-order-corrections.ts"
import { idempotencyKeys } from "./migrations/0005-idempotency-keys.ts"
import { orderLists } from "./migrations/0006-order-lists.ts"
import { lostSales } from "./migrations/0007-lost-sales.ts"
import { kitchen } from "./migrations/0008-kitchen.ts"
import { fiscal } from "./migrations/0009-fiscal.ts"
import { cash } from "./migrations/0010-cash.ts"
import { spoolChain } from "./migrations/0011-spool-chain.ts"
import { componentHealth } from "./migrations/0012-component-health.ts"
import { catalog } from "./migrations/0013-catalog.ts"
import { printTemplates } from "./migrations/0014-print-templates.ts"
import { paymentMethods } from "./migrations/0015-payment-methods.ts"
import { charges } from "./migrations/0016-charges.ts"
import { devices } from "./migrations/0017-devices.ts"
import { staff } from "./migrations/0018-staff.ts"
import { kitchenTickets } from "./migrations/0019-kitchen-tickets.ts"
import { kiosk } from "./migrations/0020-kiosk.ts"
import { cashPaper } from "./migrations/0021-cash-paper.ts"
import { chargesReturned } from "./migrations/0022-charges-returned.ts"
import { drill } from "./migrations/0023-drill.ts"
import { parkedSettled } from "./migrations/0024-parked-settled.ts"
import { paymentsInDoubt } from "./migrations/0025-tender-doubts.ts"
import { putAside } from "./migrations/0026-put-aside.ts"
import { clockSkew } from "./migrations/0027-clock-skew.ts"
import { standby } from "./migrations/0028-standby.ts"
import { parkedTried } from "./migrations/0031-parked-tried.ts"
import { fewerIndexes } from "./migrations/0032-fewer-indexes.ts"
import { eventIds } from "./migrations/0033-event-ids.ts"
import { orderAliases } from "./migrations/0034-order-aliases.ts"
import { orderConflicts } from "./migrations/0040-order-conflicts.ts"
import { moneyToReturn } from "./migrations/0044-money-to-return.ts"
import { shiftMoves } from "./migrations/0050-shift-moves.ts"
import { pinsByPerson } from "./migrations/0065-pins-by-person.ts"
import { clockJumps } from "./migrations/0071-clock-jumps.ts"
import { listIndexes } from "./migrations/0072-list-indexes.ts"
import { openPrintJobs } from "./migrations/0073-open-print-jobs.ts"

export const MIGRATIONS: readonly Migration[] = [
  storeDay,
  spool,
  sync,
  orderCorrections,
  idempotencyKeys,
  orderLists,
  lostSales,
  kitchen,
  fiscal,
  cash,
  spoolChain,
  componentHealth,
  catalog,
  printTemplates,
  paymentMethods,
  charges,
  devices,
  staff,
  kitchenTickets,
  kiosk,
  cashPaper,
  chargesReturned,
  drill,
  parkedSettled,
  paymentsInDoubt,
  putAside,
  clockSkew,
  standby,
  parkedTried,
  fewerIndexes,
  eventIds,
  orderAliases,
  orderConflicts,
  moneyToReturn,
  shiftMoves,
  pinsByPerson,
  clockJumps,
  listIndexes,
  openPrintJobs,
]
