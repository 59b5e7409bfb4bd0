/** Indexes for the dashboard's lists, for accounts with thousands of keys and stores. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const dashboard: EngineMigration = {
  id: 30,
  name: "dashboard",
  sql: `
    CREATE INDEX client_credential_of_account ON client_credential (account_id, client_id);
  `,
}
