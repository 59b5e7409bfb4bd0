/** How far the kiosks' numbers have come on each business day: the box gives them out, so that two kiosks never call the same one. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const kiosk: Migration = {
  id: 20,
  name: "numbers of the kiosks",
  sql: `
    CREATE TABLE kiosk_locator (business_day TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
  `,
}
