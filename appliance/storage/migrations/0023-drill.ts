/** Outage tests: the running one and the reports of earlier ones. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const drill: Migration = {
  id: 23,
  name: "drill",
  sql: `
    CREATE TABLE drill (
      drill_id TEXT PRIMARY KEY,
      started_at TEXT NOT NULL,
      ends_at TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('cut', 'catching_up', 'over')),
      body TEXT NOT NULL
    ) STRICT;
    CREATE UNIQUE INDEX one_drill ON drill ((1)) WHERE state <> 'over';
    CREATE INDEX drill_by_start ON drill (started_at);
  `,
}
