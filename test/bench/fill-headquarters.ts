/** A headquarters of 2,000 stores and 1,000,000 orders, written in bulk into a provisioned hub's database, in the real schema. */
import { COUNT_ALL } from "../../hub/storage/migrations/0045-order-counts.ts"
import { anOrder } from "../kit/orders.ts"
import { type Bulk, fillBulk, literal } from "./bulk.ts"

export const VENDOR = "acme.ec.quito"
export const STORES = 2_000
/** Half of each store's orders. */
export const BUSY_DAY = "2026-11-20"
/** The other half: the same weekday of the week before. */
export const DAY_BEFORE = "2026-11-13"
const DAYS = [DAY_BEFORE, BUSY_DAY]
const ORDERS_OF_STORE_DAY = 250
const OPEN_SECONDS = 37_500
const DEVICES_OF_STORE = 5
const QUARTERS = 56
const KEYS = 2_000
const REQUESTS = 200_000
const AUDIT_ENTRIES = 100_000
const DIFFERENCES = 20_000

/** `url` is a database with the test's tenants in it, and no hub at work. */
export async function fillHeadquarters(url: string): Promise<void> {
  await told("2,000 stores and 1,000,000 orders", () =>
    fillBulk(url, async (bulk) => {
      await fillStores(bulk, STORES)
      await fillOrders(bulk, { stores: STORES, ordersADay: ORDERS_OF_STORE_DAY })
      await told("their figures", () => fillFigures(bulk))
      await told("their devices", () => fillDevices(bulk))
      await told("keys, requests, the trail, cash differences", () => fillOffice(bulk))
    }),
  )
}

export interface Sales {
  readonly stores: number
  /** On each of the two days, at each store. */
  readonly ordersADay: number
}

/** Stores and their orders alone. */
export async function fillSales(url: string, sales: Sales): Promise<void> {
  await told(`${sales.stores} stores and ${sales.stores * sales.ordersADay * DAYS.length} orders`, () =>
    fillBulk(url, async (bulk) => {
      await fillStores(bulk, sales.stores)
      await fillOrders(bulk, sales)
    }),
  )
}

async function told(what: string, act: () => Promise<void>): Promise<void> {
  const from = performance.now()
  await act()
  process.stderr.write(`  written: ${what}, ${((performance.now() - from) / 1000).toFixed(0)} s\n`)
}

/** A table of the numbers from 0 to `count - 1`. */
const series = (name: string, count: number) =>
  `${name}(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM ${name} WHERE n < ${count - 1})`
const storeId = ({ words }: Bulk, number = "s.n") => `'0b8f9c1e-5a6d-4e2b-9d3c-' || ${words.hex(`65536 + ${number}`)}`

async function fillStores(bulk: Bulk, stores: number): Promise<void> {
  const first = JSON.parse(await bulk.value(`SELECT record FROM store WHERE vendor_id = '${VENDOR}' LIMIT 1`))
  const record = literal(JSON.stringify({ ...first, id: "@ID", code: "@CODE", name: "Store @N" }))
  const code = `'S-' || ${bulk.words.padded("s.n", 5)}`
  await bulk.run(`
    WITH RECURSIVE ${series("s", stores)}
    INSERT INTO store (store_id, account_id, vendor_id, code, record, words, country)
      SELECT ${storeId(bulk)}, 'acme', '${VENDOR}', ${code},
        replace(replace(replace(${record}, '@ID', ${storeId(bulk)}), '@CODE', ${code}), '@N', CAST(s.n AS TEXT)),
        's-' || ${bulk.words.padded("s.n", 5)} || ${literal("\nstore ")} || s.n, '${first.countryCode}'
      FROM s`)
  await bulk.run(`
    WITH RECURSIVE ${series("s", stores)}
    INSERT INTO box (store_id, account_id, vendor_id, credential_hash, claimed_at)
      SELECT ${storeId(bulk)}, 'acme', '${VENDOR}', NULL, '2026-01-01T00:00:00.000Z' FROM s`)
  await bulk.run(`
    WITH RECURSIVE ${series("s", stores)}
    INSERT INTO store_link (store_id, account_id, vendor_id, epoch, online, last_heard_at, told_made, told_acked)
      SELECT ${storeId(bulk)}, 'acme', '${VENDOR}', 'e', CASE WHEN s.n % 3 = 0 THEN 0 ELSE 1 END,
        '2026-11-21T17:59:00.000Z', 1000, 990 FROM s`)
}

async function fillOrders(bulk: Bulk, { stores, ordersADay }: Sales): Promise<void> {
  const fields = { id: "@ID", orderExternal: "@EXT", storeId: "@STORE", vendorId: VENDOR }
  const record = literal(JSON.stringify({ ...anOrder(), ...fields }))
  for (const [place, day] of DAYS.entries()) {
    const n = `(o.n * ${stores} + s.n + ${place * stores * ordersADay})`
    const id = `'0190b000-0000-7000-8000-' || ${bulk.words.hex(n)}`
    const at = bulk.words.after(`${day} 14:00:00`, `o.n * ${Math.floor(OPEN_SECONDS / ordersADay)}`, "second", "moment")
    const pick = (words: readonly string[]) =>
      `CASE ${n} % ${words.length} ${words.map((word, at) => `WHEN ${at} THEN '${word}'`).join(" ")} END`
    await told(`orders of ${day}`, () =>
      bulk.run(`
      WITH RECURSIVE ${series("o", ordersADay)}, ${series("s", stores)}
      INSERT INTO orders (order_id, account_id, vendor_id, store_id, external_id, order_code, status, payment_status,
        channel, fulfilment, business_day, created_at, updated_at, home, version, record)
      SELECT ${id}, 'acme', '${VENDOR}', ${storeId(bulk)}, 'many-' || ${n}, 'A-' || (${n} % 1000),
        ${pick(["COMPLETED", "COMPLETED", "COMPLETED", "OPEN", "CANCELLED"])}, 'SUCCEEDED',
        ${pick(["POS", "POS", "KIOSK", "WEB"])}, ${pick(["TAKE_AWAY", "DINE_IN"])}, '${day}', ${at}, ${at}, 'store', 1,
        replace(replace(replace(${record}, '@ID', ${id}), '@EXT', 'many-' || ${n}), '@STORE', ${storeId(bulk)})
      FROM o CROSS JOIN s`),
    )
  }
  const number = "CAST(substr(external_id, 6) AS BIGINT)"
  const ours = `WHERE external_id LIKE 'many-%'`
  await bulk.run(`
    INSERT INTO order_method (order_id, method, account_id, vendor_id, created_at, business_day, status, payment_status,
      channel, fulfilment, order_code, external_id)
    SELECT order_id, CASE WHEN ${number} % 2 = 1 THEN 'CASH' ELSE 'CARD' END, account_id, vendor_id,
      created_at, business_day, status, payment_status, channel, fulfilment, order_code, external_id FROM orders ${ours}`)
  await bulk.run(`
    INSERT INTO order_buyer (order_id, word, account_id, vendor_id, created_at)
    SELECT order_id, '17' || (${number} % 100000), account_id, vendor_id, created_at FROM orders
    ${ours} AND ${number} % 2 = 1`)
  await bulk.run(COUNT_ALL)
}

/** Channels, methods, taxes, and a row a quarter of an hour, as the hub keeps them where nobody wrote a day's rows at the same time. */
async function fillFigures(bulk: Bulk): Promise<void> {
  const insert = (kind: string, codes: string, shared: number) =>
    bulk.run(`
    WITH RECURSIVE ${series("s", STORES)}
    INSERT INTO day_row (store_id, business_day, shard, currency, kind, code, rate, account_id, vendor_id, transactions, amount)
      SELECT ${storeId(bulk)}, d.column1, 0, 'USD', '${kind}', c.code, '', 'acme', '${VENDOR}', ${shared}, ${shared} * 65000
      FROM s, (VALUES ('${DAY_BEFORE}'), ('${BUSY_DAY}')) d, (${codes}) c`)
  const words = (...list: string[]) => list.map((word) => `SELECT '${word}' AS code`).join(" UNION ALL ")
  await insert("channel", words("POS", "KIOSK", "WEB"), 80)
  await insert("method", words("CASH", "CARD", "WALLET"), 80)
  await insert("tax", words("IVA"), 240)
  const quarter = bulk.words.after("2026-11-20 12:00:00", "15 * q.n", "minute", "minute")
  await insert("quarter", `WITH RECURSIVE ${series("q", QUARTERS)} SELECT ${quarter} AS code FROM q`, 4)
}

async function fillDevices(bulk: Bulk): Promise<void> {
  const both = `WITH RECURSIVE ${series("s", STORES)}, ${series("d", DEVICES_OF_STORE)}`
  const device = "'dev-' || s.n || '-' || d.n"
  await bulk.run(`${both}
    INSERT INTO component (account_id, component_id, vendor_id, store_id, component_type, via, state, status,
        first_beat_at, last_beat_at, told_seconds, patience_seconds, look_at, record)
      SELECT 'acme', ${device}, '${VENDOR}', ${storeId(bulk)}, 'kiosk', 'box',
        CASE WHEN (s.n + d.n) % 400 = 0 THEN 'down' ELSE 'watched' END, 'online',
        '2026-11-01T00:00:00.000Z', '2026-11-21T17:59:30.000Z', 60, 60, '2027-01-01T00:00:00.000Z', '{}' FROM s, d`)
  await bulk.run(`${both}
    INSERT INTO component_outage (outage_id, account_id, vendor_id, store_id, component_id, component_type, started_at,
        declared_at, ended_at, end_reason, behind)
      SELECT '0190b000-0000-7000-9000-' || ${bulk.words.hex(`s.n * ${DEVICES_OF_STORE} + d.n`)}, 'acme', '${VENDOR}',
        ${storeId(bulk)}, ${device}, 'kiosk', '2026-11-20T10:00:00.000Z', '2026-11-20T10:02:00.000Z',
        '2026-11-20T11:00:00.000Z', 'heard', 0 FROM s, d`)
}

async function fillOffice(bulk: Bulk): Promise<void> {
  const at = bulk.words.after("2026-11-01 00:00:00", "s.n * 8", "second", "moment")
  const id = (place: string, number = "s.n") => `'0190b000-0000-7000-${place}-' || ${bulk.words.hex(number)}`
  const close = JSON.stringify({ id: "@ID", storeId: "@STORE", currency: "USD", reason: "COUNTING_ERROR" })
  await bulk.run(`
    WITH RECURSIVE ${series("s", KEYS)}
    INSERT INTO api_key (key_id, account_id, vendor_id, name, hash, prefix, scopes, created_at)
      SELECT ${id("a000")}, 'acme', '${VENDOR}', 'till ' || ${bulk.words.padded("s.n", 5)}, 'h' || s.n,
        'brasa_test', '["orders:read"]', '2026-01-01T00:00:00.000Z' FROM s`)
  await bulk.run(`
    WITH RECURSIVE ${series("s", REQUESTS)}
    INSERT INTO request_log (log_id, account_id, vendor_id, key_id, at, method, path, status, duration_ms, request_id,
        asked, answered)
      SELECT ${id("b000")}, 'acme', '${VENDOR}', ${id("a000", `s.n % ${KEYS}`)}, ${at}, 'GET',
        '/api/v1/core/external/orders/:orderId', CASE WHEN s.n % 50 = 0 THEN 404 ELSE 200 END, 3, 'req-' || s.n,
        '{}', '{}' FROM s`)
  await bulk.run(`
    WITH RECURSIVE ${series("s", AUDIT_ENTRIES)}
    INSERT INTO person_audit (audit_id, account_id, at, person_id, action, subject, detail)
      SELECT ${id("c000")}, 'acme', ${at}, NULL, 'keys.create', 'till', '{}' FROM s`)
  await bulk.run(`
    WITH RECURSIVE ${series("s", DIFFERENCES)}
    INSERT INTO cash_reconciliation (id, account_id, vendor_id, store_id, business_day, currency, operator_uid,
        session_external_id, reason, discrepancy, record)
      SELECT ${id("d000")}, 'acme', '${VENDOR}', ${storeId(bulk, `s.n % ${STORES}`)},
        ${bulk.words.after("2026-11-01", `s.n / ${STORES}`, "day", "day")}, 'USD', '', 'x' || s.n, 'COUNTING_ERROR', -10000,
        replace(${literal(close)}, '@ID', CAST(s.n AS TEXT)) FROM s`)
}
