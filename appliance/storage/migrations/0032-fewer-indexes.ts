/** Indexes that every order paid for and few questions asked for: open orders have one of their own, old tickets are found by their state. */
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
