/** The number of orders in each list. Triggers keep it up to date, so that no list counts a million rows. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

/** The columns that orders are counted by. An order without a fulfilment counts under ''. */
const EXACT = ["status", "payment_status", "channel"]
const KEY = ["vendor_id", "method", "part", "span", ...EXACT, "fulfilment", "lane"]
const COLUMNS = ["account_id", ...KEY, "orders"].join(", ")
/** Each order counts three times: among all, among those of its business day, and among those of the hour it was created in. */
const PARTS = ["all", "day", "hour"] as const
const HOUR_CHARS = 13

const TABLES = [
  { table: "orders", method: () => "''" },
  // For lists by method. The table has all columns that a list filters by.
  { table: "order_method", method: (row: string) => `${row}.method` },
] as const
type Counted = (typeof TABLES)[number]

const CHANGING = [...EXACT, "fulfilment", "business_day"]

function spanOf(part: (typeof PARTS)[number], row: string): string {
  return { all: "''", day: `${row}.business_day`, hour: `substr(${row}.created_at, 1, ${HOUR_CHARS})` }[part]
}

/** Selects the counts of `row`, one for each part, multiplied by `by`. */
function counted({ method }: Counted, row: string, { by, lane }: { by: string; lane: string }): string {
  const exact = EXACT.map((column) => `${row}.${column}`).join(", ")
  return PARTS.map(
    (part) => `SELECT ${row}.account_id AS account_id, ${row}.vendor_id AS vendor_id, ${method(row)} AS method,
      '${part}' AS part, ${spanOf(part, row)} AS span, ${exact}, coalesce(${row}.fulfilment, '') AS fulfilment,
      ${lane} AS lane, ${by} AS orders`,
  ).join(" UNION ALL ")
}

const ADD_UP = `ON CONFLICT (${KEY.join(", ")}) DO UPDATE SET orders = order_count.orders + excluded.orders`

/** Counts all existing orders. */
export const COUNT_ALL = TABLES.map((counting) =>
  PARTS.map(
    (part) => `INSERT INTO order_count (${COLUMNS})
      SELECT o.account_id, o.vendor_id, ${counting.method("o")}, '${part}', ${spanOf(part, "o")},
        ${EXACT.map((column) => `o.${column}`).join(", ")}, coalesce(o.fulfilment, ''), 0, count(*)
      FROM ${counting.table} o GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9;`,
  ).join("\n"),
).join("\n")

const TABLE = `
  CREATE TABLE order_count (
    account_id TEXT NOT NULL,
    vendor_id TEXT NOT NULL,
    method TEXT NOT NULL,
    part TEXT NOT NULL,
    span TEXT NOT NULL,
    status TEXT NOT NULL,
    payment_status TEXT NOT NULL,
    channel TEXT NOT NULL,
    fulfilment TEXT NOT NULL,
    lane BIGINT NOT NULL,
    orders BIGINT NOT NULL,
    PRIMARY KEY (${KEY.join(", ")})
  )`

/** SQLite has one writer, so one lane is enough. */
function sqliteTriggers(counting: Counted): string {
  const { table } = counting
  const add = (row: string, by: string) =>
    `INSERT INTO order_count (${COLUMNS}) SELECT * FROM (${counted(counting, row, { by, lane: "0" })}) WHERE true ${ADD_UP};`
  const changed = CHANGING.map((column) => `OLD.${column} IS NOT NEW.${column}`).join(" OR ")
  return `
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} BEGIN ${add("NEW", "1")} END;
    CREATE TRIGGER ${table}_uncounted AFTER DELETE ON ${table} BEGIN ${add("OLD", "-1")} END;
    CREATE TRIGGER ${table}_recounted AFTER UPDATE ON ${table} WHEN ${changed} BEGIN
      ${add("OLD", "-1")} ${add("NEW", "1")}
    END;`
}

/**
 * Concurrent transactions never wait for each other: each takes the first lane that no other transaction uses, until its commit. The count is the sum
 * of all lanes. A statement that writes many orders adds their counts first. Rows that are copied from another database bring their counts along
 * (`brasa.copying`).
 */
const LANE = `
  CREATE FUNCTION free_order_lane() RETURNS BIGINT LANGUAGE plpgsql AS $$
  DECLARE lane INT := 0;
  BEGIN
    WHILE NOT pg_try_advisory_xact_lock(${0x6272_6173}, lane) LOOP lane := lane + 1; END LOOP;
    RETURN lane;
  END $$;`

function postgresTriggers(counting: Counted): string {
  const { table } = counting
  const summed = (from: string) => `
    INSERT INTO order_count (${COLUMNS})
      SELECT account_id, vendor_id, method, part, span, ${EXACT.join(", ")}, fulfilment, free, sum(orders)
      FROM (${from}) AS changed GROUP BY 1, 2, 3, 4, 5, 6, 7, 8, 9 HAVING sum(orders) <> 0 ${ADD_UP};`
  const each = (rows: string, by: string) =>
    `SELECT c.* FROM ${rows} AS r CROSS JOIN LATERAL (${counted(counting, "r", { by, lane: "0" })}) AS c`
  const one = (row: string, by: string) => counted(counting, row, { by, lane: "0" })
  const run = (name: string, from: string) => `
    CREATE FUNCTION ${table}_${name}() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE free BIGINT := free_order_lane();
    BEGIN ${summed(from)} RETURN NULL; END $$;`
  const changed = CHANGING.map((column) => `OLD.${column} IS DISTINCT FROM NEW.${column}`).join(" OR ")
  const unless = "current_setting('brasa.copying', true) IS DISTINCT FROM 'on'"
  return `
    ${run("counted", each("added", "1"))}
    CREATE TRIGGER ${table}_counted AFTER INSERT ON ${table} REFERENCING NEW TABLE AS added
      FOR EACH STATEMENT WHEN (${unless}) EXECUTE FUNCTION ${table}_counted();
    ${run("uncounted", each("removed", "-1"))}
    CREATE TRIGGER ${table}_uncounted AFTER DELETE ON ${table} REFERENCING OLD TABLE AS removed
      FOR EACH STATEMENT EXECUTE FUNCTION ${table}_uncounted();
    ${run("recounted", `${one("OLD", "-1")} UNION ALL ${one("NEW", "1")}`)}
    CREATE TRIGGER ${table}_recounted AFTER UPDATE ON ${table}
      FOR EACH ROW WHEN (${changed}) EXECUTE FUNCTION ${table}_recounted();`
}

/** The previous migration has locked the orders until both are committed, so no order is written between the counting and the triggers. */
export const orderCounts: EngineMigration = {
  id: 45,
  name: "order counts",
  sql: {
    sqlite: [`${TABLE} WITHOUT ROWID;`, COUNT_ALL, ...TABLES.map(sqliteTriggers)].join("\n"),
    // Updated often: free room on each page keeps the index unchanged.
    postgres: [`${TABLE} WITH (fillfactor = 60);`, COUNT_ALL, LANE, ...TABLES.map(postgresTriggers)].join("\n"),
  },
}
