/** For the list of stores: the log state that each box reported, unhealthy components, and the outages of a store. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const storeFigures: EngineMigration = {
  id: 28,
  name: "store figures",
  sql: `
    ALTER TABLE store_link ADD COLUMN told_made BIGINT;
    ALTER TABLE store_link ADD COLUMN told_acked BIGINT;
    CREATE INDEX store_link_of_account ON store_link (account_id, store_id);
    CREATE INDEX parked_op_waiting ON parked_op (account_id, store_id) WHERE settled_at IS NULL;
    -- All that the health of an account's stores is judged by: the table itself, with its beats, is not read. Beats change none of it.
    CREATE INDEX component_health ON component (account_id, store_id, component_type, state, status);
    CREATE INDEX component_outage_of_store ON component_outage (store_id, started_at, outage_id);
  `,
}
