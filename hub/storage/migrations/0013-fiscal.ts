/** Fiscal requests and number sequences. The hub never stores the same number twice, whether the hub or a box drew it. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const fiscal: EngineMigration = {
  id: 13,
  name: "fiscal",
  sql: `
    CREATE TABLE fiscal_sequence (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      sequence_key TEXT NOT NULL,
      last BIGINT NOT NULL,
      PRIMARY KEY (vendor_id, account_id, sequence_key)
    );
    CREATE TABLE fiscal_request (
      fiscal_request_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL REFERENCES store,
      external_id TEXT NOT NULL,
      operation TEXT NOT NULL,
      side TEXT NOT NULL,
      sequence_key TEXT,
      sequence BIGINT,
      -- Null until the order is here.
      order_id TEXT,
      -- The event that was told when the document was handed over: what the authority echoes.
      event_id TEXT,
      -- waiting (for its order), handed over, given to the authority, ruled; none when there is nothing to send.
      submission TEXT NOT NULL,
      -- Why a person must look at it; null while nobody must.
      flag TEXT,
      created_at TEXT NOT NULL,
      record TEXT NOT NULL,
      UNIQUE (vendor_id, account_id, external_id, operation, side),
      UNIQUE (vendor_id, account_id, sequence_key, sequence)
    );
    CREATE INDEX fiscal_request_by_event ON fiscal_request (event_id) WHERE event_id IS NOT NULL;
    CREATE INDEX fiscal_request_flagged ON fiscal_request (account_id, vendor_id, created_at) WHERE flag IS NOT NULL;
    CREATE TABLE fiscal_box_point (
      store_id TEXT NOT NULL REFERENCES store,
      point TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      -- The box that numbers from it.
      epoch TEXT NOT NULL,
      PRIMARY KEY (store_id, point)
    );
  `,
}
