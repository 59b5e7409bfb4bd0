/** Drops indexes that slowed every order and served few queries. Open orders get a partial index. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const fewerIndexes: Migration = {
  id: 32,
  name: "fewer indexes",
  sql: `
    DROP INDEX orders_by_status;
    DROP INDEX orders_by_day_status;
    CREATE INDEX orders_open ON orders (created_at, id) WHERE status = 'OPEN';
    DROP INDEX kitchen_ticket_age;
  `,
}
