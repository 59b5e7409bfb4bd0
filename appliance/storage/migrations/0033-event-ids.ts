/** Drops the unique index on event ids: an event is looked up with its order, and tickets have their own key. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const eventIds: Migration = {
  id: 33,
  name: "event ids",
  sql: `
    DROP INDEX order_event_by_id;
  `,
}
