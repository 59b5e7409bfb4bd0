/** All schema migrations of the hub, in order. New ones are appended; old ones never change. */
import type { EngineMigration } from "../../runtime/storage/migrate.ts"
import { tenantsAndOrders } from "./migrations/0001-tenants-and-orders.ts"
import { sync } from "./migrations/0002-sync.ts"
import { clientRevocation } from "./migrations/0003-client-revocation.ts"
import { orderCorrections } from "./migrations/0004-order-corrections.ts"
import { idempotencyKeys } from "./migrations/0005-idempotency-keys.ts"
import { orderLists } from "./migrations/0006-order-lists.ts"
import { refunds } from "./migrations/0007-refunds.ts"
import { lostSales } from "./migrations/0008-lost-sales.ts"
import { ordersOfAStoreDay } from "./migrations/0009-orders-of-a-store-day.ts"
import { queue } from "./migrations/0010-queue.ts"
import { callbacks } from "./migrations/0011-callbacks.ts"
import { webhooks } from "./migrations/0012-webhooks.ts"
import { fiscal } from "./migrations/0013-fiscal.ts"
import { bridge } from "./migrations/0014-bridge.ts"
import { cash } from "./migrations/0015-cash.ts"
import { componentHealth } from "./migrations/0016-component-health.ts"
import { catalog } from "./migrations/0017-catalog.ts"
import { printTemplates } from "./migrations/0018-print-templates.ts"
import { boxKey } from "./migrations/0019-box-key.ts"
import { formerBoxes } from "./migrations/0020-former-boxes.ts"
import { cashPaper } from "./migrations/0021-cash-paper.ts"
import { people } from "./migrations/0023-people.ts"
import { requestLog } from "./migrations/0024-request-log.ts"
import { storeAudit } from "./migrations/0025-store-audit.ts"
import { orderSearch } from "./migrations/0026-order-search.ts"
import { developers } from "./migrations/0027-developers.ts"
import { storeFigures } from "./migrations/0028-store-figures.ts"
import { dashboard } from "./migrations/0030-dashboard.ts"
import { updates } from "./migrations/0031-updates.ts"
import { openShifts } from "./migrations/0032-open-shifts.ts"
import { keptOps } from "./migrations/0035-kept-ops.ts"
import { drill } from "./migrations/0036-drill.ts"
import { clockSkews } from "./migrations/0037-clock-skews.ts"
import { fewerIndexes } from "./migrations/0038-fewer-indexes.ts"
import { storeLists } from "./migrations/0039-store-lists.ts"
import { parkedInStores } from "./migrations/0040-parked-in-stores.ts"
import { rollouts } from "./migrations/0041-rollouts.ts"
import { archive } from "./migrations/0042-archive.ts"
import { dayCheck } from "./migrations/0043-day-check.ts"
import { orderMirror } from "./migrations/0044-order-mirror.ts"
import { orderCounts } from "./migrations/0045-order-counts.ts"
import { auditVendors } from "./migrations/0046-audit-vendors.ts"
import { replacedOrders } from "./migrations/0047-replaced-orders.ts"
import { orderConflicts } from "./migrations/0050-order-conflicts.ts"
import { moneyToReturn } from "./migrations/0054-money-to-return.ts"
import { sandboxPayments } from "./migrations/0079-sandbox-payments.ts"
import { listIndexes } from "./migrations/0080-list-indexes.ts"
import { namesByAccount } from "./migrations/0081-names-by-account.ts"
import { resetEpochs } from "./migrations/0082-reset-epochs.ts"

export const MIGRATIONS: readonly EngineMigration[] = [
  tenantsAndOrders,
  sync,
  clientRevocation,
  orderCorrections,
  idempotencyKeys,
  orderLists,
  refunds,
  lostSales,
  ordersOfAStoreDay,
  queue,
  callbacks,
  webhooks,
  fiscal,
  bridge,
  cash,
  componentHealth,
  catalog,
  printTemplates,
  boxKey,
  formerBoxes,
  cashPaper,
  people,
  requestLog,
  storeAudit,
  orderSearch,
  developers,
  storeFigures,
  dashboard,
  updates,
  openShifts,
  keptOps,
  drill,
  clockSkews,
  fewerIndexes,
  storeLists,
  parkedInStores,
  rollouts,
  archive,
  dayCheck,
  orderMirror,
  orderCounts,
  auditVendors,
  replacedOrders,
  orderConflicts,
  moneyToReturn,
  sandboxPayments,
  listIndexes,
  namesByAccount,
  resetEpochs,
]
