/** Columns for lists of stores, beside the store's JSON: search words and country. */

import { storeWords } from "../../../protocol/rules/health/store-words.ts"
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"
import type { FillContext } from "../../../runtime/storage/migrate-fill.ts"

export const storeLists: EngineMigration = {
  id: 39,
  name: "store lists",
  sql: `
    ALTER TABLE store ADD COLUMN words TEXT NOT NULL DEFAULT '';
    ALTER TABLE store ADD COLUMN country TEXT NOT NULL DEFAULT '';
    -- All that stores are chosen by: of thousands of records only those of one page are read.
    CREATE INDEX store_list ON store (account_id, vendor_id, code, store_id, country, words);
  `,
  fill: fillWords,
}

function* fillWords(): FillContext {
  const rows = yield { sql: "SELECT store_id, record FROM store", values: [] }
  for (const { store_id, record } of rows) {
    const { code, name, countryCode } = JSON.parse(String(record))
    const values = [storeWords({ code: code ?? null, name: name ?? "" }), String(countryCode ?? ""), String(store_id)]
    yield { sql: "UPDATE store SET words = $1, country = $2 WHERE store_id = $3", values }
  }
}
