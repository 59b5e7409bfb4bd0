/** All tables of the hub for Kysely, one file per subject. Times are ISO text, JSON is text, flags are 0 or 1. */
import type { ArchiveTables } from "./schema-archive.ts"
import type { StoreAuditTable } from "./schema-audit.ts"
import type { CallbackTable } from "./schema-callbacks.ts"
import type { CatalogTables } from "./schema-catalog.ts"
import type { DashboardTables } from "./schema-dashboard.ts"
import type { EventTables } from "./schema-events.ts"
import type { FiscalTables } from "./schema-fiscal.ts"
import type { HealthTables } from "./schema-health.ts"
import type { OrderTables } from "./schema-orders.ts"
import type { PaymentTables } from "./schema-payments.ts"
import type { TenantTables } from "./schema-tenants.ts"
import type { UpdateTables } from "./schema-updates.ts"
import type { UserTables } from "./schema-users.ts"

export interface HubTables
  extends TenantTables,
    OrderTables,
    EventTables,
    FiscalTables,
    PaymentTables,
    HealthTables,
    CatalogTables,
    UserTables,
    DashboardTables,
    UpdateTables,
    ArchiveTables {
  callback: CallbackTable
  store_audit: StoreAuditTable
}
