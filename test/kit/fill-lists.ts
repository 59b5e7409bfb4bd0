/** Fills a hub's database so that every list is long, with a common and a rare value for each filter. */
import { type Bulk, fillBulk } from "../bench/bulk.ts"
import { fillSales, VENDOR } from "../bench/fill-headquarters.ts"
import { STORE } from "./tenants.ts"

const STORES = 20
/** Rows with the rare values: the oldest, so that a walk from the newest meets them last. */
const RARE = 5
const OWNER = `'acme', '${VENDOR}'`
export const RARE_PERSON = "0190b000-0000-7000-e000-000000000001"
export const ENDPOINT = "0190b000-0000-7000-e000-00000000000e"

/** `url` is a database with the test's tenants in it, and no hub at work. */
export async function fillLists(url: string, count: number): Promise<void> {
  await fillSales(url, { stores: STORES, ordersADay: Math.ceil(count / 2 / STORES) })
  await fillBulk(url, async (bulk) => {
    await fillEvents(bulk, count)
    await fillOffice(bulk, count)
    await fillStore(bulk, count)
  })
}

const rare = (common: string, other: string) => `CASE WHEN s.n < ${RARE} THEN '${other}' ELSE '${common}' END`
const id = ({ words }: Bulk, place: string) => `'0190b000-0000-7000-${place}-' || ${words.hex("s.n")}`
const at = ({ words }: Bulk) => words.after("2026-11-01 00:00:00", "s.n", "second", "moment")
const each = (count: number, statement: string) =>
  `WITH RECURSIVE s(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM s WHERE n < ${count - 1}) ${statement} FROM s`

async function fillEvents(bulk: Bulk, count: number): Promise<void> {
  await bulk.run(`INSERT INTO webhook_endpoint (endpoint_id, account_id, vendor_id, name, url, events, secret_sealed, created_at)
    VALUES ('${ENDPOINT}', ${OWNER}, 'long', 'https://erp.example', '["*"]', 'x', '2026-11-01T00:00:00.000Z')`)
  const order = `'0190b000-0000-7000-8000-' || ${bulk.words.hex("s.n")}`
  await bulk.run(
    each(
      count,
      `INSERT INTO event (id, event_id, account_id, vendor_id, type, version, order_id, sequence, created_at, body)
      SELECT ${id(bulk, "e001")}, ${id(bulk, "e002")}, ${OWNER}, ${rare("order.completed", "menu.updated")}, 1, ${order}, 1, ${at(bulk)}, '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO delivery (delivery_id, account_id, vendor_id, event_key, endpoint_id, status, round, attempts, created_at, updated_at)
      SELECT ${id(bulk, "e003")}, ${OWNER}, ${id(bulk, "e001")}, '${ENDPOINT}', ${rare("delivered", "dead")}, 0, 1, ${at(bulk)}, ${at(bulk)}`,
    ),
  )
}

async function fillOffice(bulk: Bulk, count: number): Promise<void> {
  await bulk.run(
    each(
      count,
      `INSERT INTO request_log (log_id, account_id, vendor_id, key_id, at, method, path, status, duration_ms, request_id, asked, answered)
      SELECT ${id(bulk, "e004")}, ${OWNER}, ${rare("key-1", "key-2")}, ${at(bulk)}, 'GET', ${rare("/orders", "/menu")},
        CASE WHEN s.n < ${RARE} THEN 500 ELSE 200 END, 1, 'req-' || s.n, '{}', '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO person_audit (audit_id, account_id, at, person_id, action, subject, detail)
      SELECT ${id(bulk, "e005")}, 'acme', ${at(bulk)}, CASE WHEN s.n < ${RARE} THEN '${RARE_PERSON}' END,
        ${rare("keys.create", "webhooks.test")}, 'till', '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO job (job_id, account_id, vendor_id, kind, lane, status, waiting, attempts, fence, run_at, first_received_at, ended_at, body)
      SELECT ${id(bulk, "e006")}, ${OWNER}, 'webhook.deliver', 'long', ${rare("processed", "dead")}, 0, 1, 1, ${at(bulk)}, ${at(bulk)}, ${at(bulk)}, '{}'`,
    ),
  )
}

async function fillStore(bulk: Bulk, count: number): Promise<void> {
  const store = `'${STORE}', ${OWNER}`
  const sale = `'{"id":"' || ${id(bulk, "e007")} || '","storeId":"${STORE}","orderId":"l-' || s.n || '","orderCode":null,"recordedAt":"2026-11-01T00:00:00.000Z","reason":"FISCAL_NUMBERING_FAILED","total":null}'`
  await bulk.run(
    each(
      count,
      `INSERT INTO lost_sale (id, store_id, account_id, vendor_id, external_id, recorded_at, record)
      SELECT ${id(bulk, "e007")}, ${store}, 'lost-' || s.n, ${at(bulk)}, ${sale}`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO cash_reconciliation (id, store_id, account_id, vendor_id, business_day, currency, operator_uid, session_external_id, reason, discrepancy, record)
      SELECT ${id(bulk, "e008")}, ${store}, ${bulk.words.after("2026-01-01", "s.n % 320", "day", "day")}, 'USD', ${rare("anna", "bert")},
        'long-' || s.n, ${rare("COUNTING_ERROR", "OTHER")}, CASE WHEN s.n % 100 = 0 THEN -1 ELSE 0 END, '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO store_audit (entry_id, store_id, account_id, vendor_id, at, action, record)
      SELECT ${id(bulk, "e009")}, ${store}, ${at(bulk)}, 'drawer.open', '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO drawer_opening (opening_id, store_id, account_id, vendor_id, opened_at, record)
      SELECT ${id(bulk, "e00a")}, ${store}, ${at(bulk)}, '{}'`,
    ),
  )
  await bulk.run(
    each(
      count,
      `INSERT INTO component_outage (outage_id, store_id, account_id, vendor_id, component_id, component_type, started_at, declared_at, ended_at, end_reason, behind)
      SELECT ${id(bulk, "e00b")}, ${store}, 'kiosk-1', 'kiosk', ${at(bulk)}, ${at(bulk)}, ${at(bulk)}, 'heard', 0`,
    ),
  )
}
