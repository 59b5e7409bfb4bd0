/** The last kiosk locator of each business day. The box draws them, so that two kiosks never call the same number. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const kiosk: Migration = {
  id: 20,
  name: "numbers of the kiosks",
  sql: `
    CREATE TABLE kiosk_locator (business_day TEXT PRIMARY KEY, last INTEGER NOT NULL) STRICT;
  `,
}
