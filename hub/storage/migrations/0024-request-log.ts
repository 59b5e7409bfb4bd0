/** The requests of each key and their answers. Ids rise with time, so the primary key gives the order for lists and pruning. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const requestLog: EngineMigration = {
  id: 24,
  name: "request log",
  sql: `
    CREATE TABLE request_log (
      log_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      key_id TEXT NOT NULL,
      at TEXT NOT NULL,
      method TEXT NOT NULL,
      path TEXT NOT NULL,
      status BIGINT NOT NULL,
      duration_ms BIGINT NOT NULL,
      request_id TEXT NOT NULL,
      asked TEXT NOT NULL,
      answered TEXT NOT NULL
    );
    CREATE INDEX request_log_of_account ON request_log (account_id, log_id, vendor_id, key_id, status, path);
    CREATE INDEX request_log_by_request ON request_log (account_id, request_id);
  `,
}
