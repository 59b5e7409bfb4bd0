/** The orders of a store's day, in order. The index also names the tenant; without that, SQLite may scan the vendor's whole day instead. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const ordersOfAStoreDay: EngineMigration = {
  id: 9,
  name: "orders of a store's day",
  sql: `
    DROP INDEX orders_by_store_day;
    CREATE INDEX orders_by_store_day ON orders (store_id, business_day, vendor_id, account_id, created_at, order_id);
  `,
}
