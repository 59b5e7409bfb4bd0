/** Removes an index. An order's few events are found by the other one, which also starts with the order. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const fewerIndexes: EngineMigration = {
  id: 38,
  name: "fewer indexes of events",
  sql: "DROP INDEX event_by_order;",
}
