/** An order's few events are found by one index: the one by the ids that stores made leads with the order as well. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const fewerIndexes: EngineMigration = {
  id: 38,
  name: "fewer indexes of events",
  sql: "DROP INDEX event_by_order;",
}
