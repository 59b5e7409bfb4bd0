/** An event's id need not be new in the whole store: it is asked for together with its order, and a ticket's own key keeps tickets apart. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const eventIds: Migration = {
  id: 33,
  name: "event ids",
  sql: `
    DROP INDEX order_event_by_id;
  `,
}
