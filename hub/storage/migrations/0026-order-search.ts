/** Search for orders by code and by buyer, indexes for action items, and the items that a user has dismissed. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

/** Removed from phone and document numbers, as `buyerWordOf` does. E-mail addresses become lower case. */
const ORNAMENT = [".", "-", "/", " ", "(", ")", "+"]
const FIELDS = ["customer", "billing"].flatMap((who) =>
  ["govIdNumber", "phone", "phoneNumber", "mobile", "email"].map((field) => ({ who, field })),
)

type Engine = "sqlite" | "postgres"

function wordOf(engine: Engine, who: string, field: string): string {
  const value =
    engine === "sqlite" ? `json_extract(record, '$.${who}.${field}')` : `(record::jsonb -> '${who}' ->> '${field}')`
  const text = `lower(trim(CAST(${value} AS TEXT)))`
  if (field === "email") return text
  return ORNAMENT.reduce((inner, mark) => `replace(${inner}, '${mark}', '')`, text)
}

/** For existing orders. Later orders write these rows themselves. */
function fill(engine: Engine): string {
  return FIELDS.map(({ who, field }) => {
    const word = wordOf(engine, who, field)
    const ours = field === "email" ? `${word} LIKE '%@%'` : `length(${word}) >= 5 AND ${word} NOT LIKE '%@%'`
    return `INSERT INTO order_buyer (order_id, word, account_id, vendor_id, created_at)
      SELECT order_id, ${word}, account_id, vendor_id, created_at FROM orders WHERE ${ours} ON CONFLICT DO NOTHING;`
  }).join("\n")
}

const TABLES = `
    CREATE INDEX orders_by_code ON orders (account_id, order_code, created_at, order_id);
    CREATE TABLE order_buyer (
      order_id TEXT NOT NULL,
      word TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (order_id, word)
    );
    CREATE INDEX order_buyer_by_word ON order_buyer (account_id, word, created_at, order_id);

    CREATE INDEX job_asks_of ON job (account_id, vendor_id, job_id)
      WHERE status IN ('failed', 'dead') AND dismissed_at IS NULL;
    CREATE INDEX parked_op_of ON parked_op (account_id, vendor_id, parked_at) WHERE settled_at IS NULL;
    CREATE INDEX fiscal_request_unruled ON fiscal_request (account_id, vendor_id, created_at)
      WHERE flag IS NULL AND submission IN ('handed', 'submitted');
    CREATE INDEX charge_unplaced ON charge_intent (account_id, vendor_id, created_at) WHERE placed IN ('waiting', 'unfit');
    ALTER TABLE parked_op ADD COLUMN settled_note TEXT;
    CREATE TABLE put_aside (
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      kind TEXT NOT NULL,
      item_key TEXT NOT NULL,
      at TEXT NOT NULL,
      person_id TEXT NOT NULL,
      note TEXT NOT NULL,
      PRIMARY KEY (account_id, kind, item_key)
    );
`

export const orderSearch: EngineMigration = {
  id: 26,
  name: "order search and attention",
  sql: { sqlite: TABLES + fill("sqlite"), postgres: TABLES + fill("postgres") },
}
