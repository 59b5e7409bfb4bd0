/** The store's payment methods, encrypted as the hub sent them. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const paymentMethods: Migration = {
  id: 15,
  name: "payment-methods",
  sql: "ALTER TABLE store_config ADD COLUMN methods_sealed TEXT;",
}
