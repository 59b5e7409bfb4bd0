/** Orders from the hub that arrive while a restored box waits for its own records. The box applies them afterwards. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const putAside: Migration = {
  id: 26,
  name: "put aside",
  sql: `
    CREATE TABLE aside_down (
      position INTEGER PRIMARY KEY,
      seq INTEGER NOT NULL,
      mark TEXT NOT NULL,
      kind TEXT NOT NULL,
      at TEXT NOT NULL,
      body TEXT NOT NULL
    ) STRICT;
  `,
}
