/** A headquarters of 2,000 stores and 1,000,000 orders, written in bulk into a provisioned hub's SQLite file, in the real schema. */
import SQLite from "better-sqlite3"
import { anOrder } from "../kit/orders.ts"

export const VENDOR = "acme.ec.quito"
export const STORES = 2_000
/** Half of each store's orders. */
export const BUSY_DAY = "2026-11-20"
/** The other half: the same weekday of the week before. */
export const DAY_BEFORE = "2026-11-13"
const ORDERS_OF_STORE_DAY = 250
const DEVICES_OF_STORE = 5
const QUARTERS = 56
const KEYS = 2_000
const REQUESTS = 200_000
const DEEDS = 100_000
const DIFFERENCES = 20_000

export interface Filled {
  readonly stores: number
  readonly orders: number
  readonly seconds: number
}

export function fillHeadquarters(file: string): Filled {
  const from = performance.now()
  const db = new SQLite(file)
  // It is thrown away when it breaks.
  db.pragma("synchronous = OFF")
  db.pragma("journal_mode = OFF")
  db.pragma("foreign_keys = OFF")
  db.pragma("temp_store = MEMORY")
  const indexes = db
    .prepare<[], { name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL",
    )
    .all()
  for (const { name } of indexes) db.exec(`DROP INDEX "${name}"`)
  db.transaction(() => {
    fillStores(db)
    fillOrders(db)
    fillFigures(db)
    fillDevices(db)
    fillOffice(db)
  })()
  for (const { sql } of indexes) db.exec(sql)
  db.exec("PRAGMA optimize")
  const count = (table: string) => db.prepare<[], { n: number }>(`SELECT count(*) AS n FROM ${table}`).get()?.n ?? 0
  const filled = { stores: count("store"), orders: count("orders"), seconds: (performance.now() - from) / 1000 }
  db.pragma("journal_mode = WAL")
  db.close()
  return filled
}

/** A table of the numbers from 0 to `count - 1`. */
const series = (name: string, count: number) =>
  `${name}(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${count - 1})`
const storeId = "printf('0b8f9c1e-5a6d-4e2b-9d3c-%012x', 65536 + s.n)"

function fillStores(db: SQLite.Database): void {
  db.exec(`
    CREATE TEMP TABLE first_store AS SELECT * FROM store WHERE vendor_id = '${VENDOR}' LIMIT 1;
    WITH RECURSIVE ${series("s", STORES)}
    INSERT INTO store (store_id, account_id, vendor_id, code, record, words, country)
      SELECT ${storeId}, f.account_id, f.vendor_id, printf('S-%05d', s.n),
        json_set(f.record, '$.id', ${storeId}, '$.code', printf('S-%05d', s.n), '$.name', printf('Store %d', s.n)),
        printf('s-%05d', s.n) || char(10) || printf('store %d', s.n), f.country
      FROM s, first_store f;
    WITH RECURSIVE ${series("s", STORES)}
    INSERT INTO box (store_id, account_id, vendor_id, credential_hash, claimed_at)
      SELECT ${storeId}, 'acme', '${VENDOR}', NULL, '2026-01-01T00:00:00.000Z' FROM s;
    WITH RECURSIVE ${series("s", STORES)}
    INSERT INTO store_link (store_id, account_id, vendor_id, epoch, online, last_heard_at, told_made, told_acked)
      SELECT ${storeId}, 'acme', '${VENDOR}', 'e', s.n % 3 <> 0, '2026-11-21T17:59:00.000Z', 1000, 990 FROM s;`)
}

function fillOrders(db: SQLite.Database): void {
  const record = JSON.stringify({ ...anOrder(), id: "@ID", orderExternal: "@EXT", storeId: "@STORE", vendorId: VENDOR })
  for (const [place, day] of [DAY_BEFORE, BUSY_DAY].entries()) {
    const n = `(o.n * ${STORES} + s.n + ${place * STORES * ORDERS_OF_STORE_DAY})`
    const id = `printf('0190b000-0000-7000-8000-%012x', ${n})`
    const at = `strftime('%Y-%m-%dT%H:%M:%S.000Z', '${day} 14:00:00', '+' || (o.n * 150) || ' seconds')`
    const pick = (of: string, words: readonly string[]) =>
      `CASE ${of} % ${words.length} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(" ")} END`
    db.prepare(
      `WITH RECURSIVE ${series("o", ORDERS_OF_STORE_DAY)}, ${series("s", STORES)}
      INSERT INTO orders (order_id, account_id, vendor_id, store_id, external_id, order_code, status, payment_status,
        channel, fulfilment, business_day, created_at, updated_at, home, version, record)
      SELECT ${id}, 'acme', '${VENDOR}', ${storeId}, 'many-' || ${n}, 'A-' || (${n} % 1000),
        ${pick(n, ["COMPLETED", "COMPLETED", "COMPLETED", "OPEN", "CANCELLED"])}, 'SUCCEEDED',
        ${pick(n, ["POS", "POS", "KIOSK", "WEB"])}, ${pick(n, ["TAKE_AWAY", "DINE_IN"])}, '${day}', ${at}, ${at}, 'box', 1,
        replace(replace(replace(?, '@ID', ${id}), '@EXT', 'many-' || ${n}), '@STORE', ${storeId})
      FROM o CROSS JOIN s`,
    ).run(record)
  }
  db.exec(`
    INSERT INTO order_method SELECT order_id, CASE WHEN rowid % 2 THEN 'CASH' ELSE 'CARD' END, account_id, vendor_id,
      created_at, business_day, status, payment_status, channel, fulfilment, order_code, external_id FROM orders;
    INSERT INTO order_buyer (order_id, word, account_id, vendor_id, created_at)
      SELECT order_id, '17' || (rowid % 100000), account_id, vendor_id, created_at FROM orders WHERE rowid % 2;`)
}

/** As the hub on SQLite keeps them: channels, methods, taxes, and a row a quarter of an hour. */
function fillFigures(db: SQLite.Database): void {
  const insert = (kind: string, codes: string, shared: number) => `
    WITH RECURSIVE ${series("s", STORES)}
    INSERT INTO day_row (store_id, business_day, shard, currency, kind, code, rate, account_id, vendor_id, transactions, amount)
      SELECT ${storeId}, d.column1, 0, 'USD', '${kind}', c.code, '', 'acme', '${VENDOR}', ${shared}, ${shared} * 65000
      FROM s, (VALUES ('${DAY_BEFORE}'), ('${BUSY_DAY}')) d, (${codes}) c;`
  const words = (...list: string[]) => list.map((word) => `SELECT '${word}' AS code`).join(" UNION ALL ")
  db.exec(insert("channel", words("POS", "KIOSK", "WEB"), 80))
  db.exec(insert("method", words("CASH", "CARD", "WALLET"), 80))
  db.exec(insert("tax", words("IVA"), 240))
  const quarter = "strftime('%Y-%m-%dT%H:%M', '2026-11-20 12:00:00', '+' || (15 * q.n) || ' minutes')"
  db.exec(insert("quarter", `WITH RECURSIVE ${series("q", QUARTERS)} SELECT ${quarter} AS code FROM q`, 4))
}

function fillDevices(db: SQLite.Database): void {
  db.exec(`
    WITH RECURSIVE ${series("s", STORES)}, ${series("d", DEVICES_OF_STORE)}
    INSERT INTO component (account_id, component_id, vendor_id, store_id, component_type, via, state, status,
        first_beat_at, last_beat_at, told_seconds, patience_seconds, look_at, record)
      SELECT 'acme', printf('dev-%d-%d', s.n, d.n), '${VENDOR}', ${storeId}, 'kiosk', 'box',
        CASE WHEN (s.n + d.n) % 400 = 0 THEN 'down' ELSE 'watched' END, 'online',
        '2026-11-01T00:00:00.000Z', '2026-11-21T17:59:30.000Z', 60, 60, '2027-01-01T00:00:00.000Z', '{}' FROM s, d;
    INSERT INTO component_outage (outage_id, account_id, vendor_id, store_id, component_id, component_type, started_at,
        declared_at, ended_at, end_reason, behind)
      SELECT printf('0190b000-0000-7000-9000-%012x', rowid), account_id, vendor_id, store_id, component_id, component_type,
        '2026-11-20T10:00:00.000Z', '2026-11-20T10:02:00.000Z', '2026-11-20T11:00:00.000Z', 'heard', 0 FROM component;`)
}

function fillOffice(db: SQLite.Database): void {
  const at = (n: string) => `strftime('%Y-%m-%dT%H:%M:%S.000Z', '2026-11-01', '+' || (${n} * 8) || ' seconds')`
  const close = JSON.stringify({ id: "@ID", storeId: "@STORE", currency: "USD", reason: "COUNTING_ERROR" })
  db.exec(`
    WITH RECURSIVE ${series("s", KEYS)}
    INSERT INTO api_key (key_id, account_id, vendor_id, name, hash, prefix, scopes, created_at)
      SELECT printf('0190b000-0000-7000-a000-%012x', s.n), 'acme', '${VENDOR}', printf('till %05d', s.n), 'h' || s.n,
        'brasa_test', '["orders:read"]', '2026-01-01T00:00:00.000Z' FROM s;
    WITH RECURSIVE ${series("s", REQUESTS)}
    INSERT INTO request_log SELECT printf('0190b000-0000-7000-b000-%012x', s.n), 'acme', '${VENDOR}',
      printf('0190b000-0000-7000-a000-%012x', s.n % ${KEYS}), ${at("s.n")}, 'GET', '/api/v1/core/external/orders/:orderId',
      CASE WHEN s.n % 50 THEN 200 ELSE 404 END, 3, 'req-' || s.n, '{}', '{}' FROM s;
    WITH RECURSIVE ${series("s", DEEDS)}
    INSERT INTO person_audit SELECT printf('0190b000-0000-7000-c000-%012x', s.n), 'acme', ${at("s.n")}, NULL, 'keys.create',
      'till', '{}' FROM s;
    WITH RECURSIVE ${series("s", DIFFERENCES)}
    INSERT INTO cash_reconciliation (id, account_id, vendor_id, store_id, business_day, currency, operator_uid,
        session_external_id, reason, discrepancy, record)
      SELECT printf('0190b000-0000-7000-d000-%012x', s.n), 'acme', '${VENDOR}',
        printf('0b8f9c1e-5a6d-4e2b-9d3c-%012x', 65536 + s.n % ${STORES}), date('2026-11-01', '+' || (s.n / ${STORES}) || ' days'),
        'USD', '', 'x' || s.n, 'COUNTING_ERROR', -10000, replace('${close}', '@ID', s.n) FROM s;`)
}
