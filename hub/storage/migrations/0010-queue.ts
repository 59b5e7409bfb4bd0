/** Durable jobs. Each partial index holds only the jobs in one state, so that claiming a job costs the same beside a million finished ones. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const queue: EngineMigration = {
  id: 10,
  name: "queue",
  sql: `
    CREATE TABLE job (
      job_id TEXT PRIMARY KEY,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      lane TEXT NOT NULL,
      status TEXT NOT NULL,
      -- 1: due, 2: later (at run_at), 0: being worked on or ended.
      waiting SMALLINT NOT NULL,
      attempts BIGINT NOT NULL,
      -- Grows with each claim: only its latest holder may end the job.
      fence BIGINT NOT NULL,
      run_at TEXT NOT NULL,
      lease_until TEXT,
      first_received_at TEXT NOT NULL,
      ended_at TEXT,
      body TEXT NOT NULL,
      result TEXT,
      error TEXT,
      dismissed_at TEXT,
      dismissed_note TEXT
    );
    CREATE INDEX job_due ON job (kind, lane, job_id) WHERE waiting = 1;
    CREATE INDEX job_later ON job (kind, run_at) WHERE waiting = 2;
    CREATE INDEX job_held ON job (kind, lane) WHERE waiting = 2;
    CREATE INDEX job_busy ON job (kind, lane, lease_until) WHERE status = 'processing';
    CREATE INDEX job_ended ON job (ended_at, job_id) WHERE ended_at IS NOT NULL;
    CREATE INDEX job_asks ON job (kind, job_id) WHERE status IN ('failed', 'dead') AND dismissed_at IS NULL;
  `,
}
