/** No list and no search of the box walks a table that grows with what the store sells: as SQLite plans it, before and after ANALYZE. */
import { join } from "node:path"
import type { Database } from "better-sqlite3"
import { beforeAll, describe, expect, it, vi } from "vitest"
import { saveOrder } from "../../appliance/orders/store/orders-store.ts"
import { createBoxStore } from "../../appliance/storage/index.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import type { StoreMenu } from "../../protocol/shapes/menu.ts"
import { systemClock } from "../../runtime/clock.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { API_KEY, aStoreConfig, type LoneBox, NOW, openLoneBox } from "../kit/lone-box.ts"
import { rowOrder } from "../kit/order-rows.ts"
import { anId } from "../kit/orders.ts"

const LONG = process.env.BRASA_LISTS
const ROWS = Number(LONG ?? 3_000)
/** Alone in the long form: no test measures speed. */
const STATEMENT_MS_MAX = LONG === undefined ? Number.POSITIVE_INFINITY : 250
const FILL_MS = 3_600_000
const LARGE =
  /^SCAN (orders|order_method|order_event|money_move|shift|cash_reconciliation|drawer_opening|audit|spool_job|kitchen_ticket|kitchen_action|staff_token|tender_doubt|charge|fiscal_request|lost_sale|parked_down|outbox)\b/
/** Indexes that hold only rows which wait or are under way. */
const OF_FEW =
  /INDEX (orders_open|order_to_return|one_open_shift|tender_doubt_open|charge_unfit|parked_down_open|spool_job_open|spool_job_torn|spool_job_waiting|audit_clock)\b/

const API = "/api/v1/core/external"
const LAN = "/api/lan/v1"

const INTEGRATOR = [
  ...[
    "",
    "status=OPEN",
    "paymentStatus=PENDING",
    "businessDayDate=2024-01-06",
    "dateFrom=2024-01-05&dateTo=2024-01-09",
    "dateFrom=2024-01-05&dateTo=2024-01-09&dateFilterMode=created_at",
    "channel=WEB",
    "channel=WEB&status=OPEN",
    "fulfillmentMethod=DELIVERY",
    "paymentMethod=CASH",
    "paymentMethod=CASH&status=OPEN",
    "orderCode=A-99",
    "search=7-99",
    "page=100",
  ].map((query) => `${API}/orders?${query}`),
  `${API}/orders/pos-7-100`,
]
const MANAGER = [
  "/state",
  "/audit",
  "/audit?before=1500",
  "/days",
  "/drawer",
  "/spool",
  "/spool/alerts",
  "/parked",
  "/drills",
  "/devices",
  "/staff",
  "/update",
  "/setup",
]
const REGISTER = ["/today", "/spool", "/spool/alerts", "/staff/me", "/device"]
const STATION = ["/kitchen/station"]
const PASS = ["/kitchen/expo", "/kitchen/station?station=grill"]
const BOARD = ["/kitchen/board"]
const KIOSK = ["/kiosk", "/kiosk/menu"]

const JUICE = { productId: "juice", name: "Jugo", type: "PRODUCTO" as const, price: "25000" }
const menu: StoreMenu = {
  currency: "USD",
  categories: [{ id: "all", name: "Todo", products: ["juice"] }],
  products: [{ ...JUICE, taxes: [], station: null, modifierGroups: [], available: true }],
  modifierGroups: [],
  paymentMethods: [],
}

let box: LoneBox
let keys: Record<string, string>

beforeAll(async () => {
  box = await openLoneBox({ config: { ...aStoreConfig(), menu } })
  keys = {
    ...{ integrator: API_KEY, register: box.registerKey },
    ...{ manager: await pair("manager"), station: await pair("kds_station", "grill"), pass: await pair("expo") },
    ...{ board: await pair("board"), kiosk: await pair("kiosk") },
  }
  await box.call("POST", `${LAN}/days`)
  fill(join(box.data, "box.db"))
}, FILL_MS)

async function pair(kind: DeviceKind, deviceId = `${kind}-1`): Promise<string> {
  const code = box.box.pairingCode({ kind, deviceId })
  return (await box.call("POST", `${LAN}/pair`, { code }, null)).body.data.key
}

describe.each(["before ANALYZE", "after ANALYZE"])("%s", (when) => {
  beforeAll(() => {
    if (when !== "after ANALYZE") return
    const db = openSqlite(join(box.data, "box.db"))
    db.exec("ANALYZE")
    db.close()
  }, FILL_MS)

  const lists = [
    ...INTEGRATOR.map((path) => ["integrator", path] as const),
    ...MANAGER.map((path) => ["manager", LAN + path] as const),
    ...REGISTER.map((path) => ["register", LAN + path] as const),
    ...STATION.map((path) => ["station", LAN + path] as const),
    ...PASS.map((path) => ["pass", LAN + path] as const),
    ...BOARD.map((path) => ["board", LAN + path] as const),
    ...KIOSK.map((path) => ["kiosk", LAN + path] as const),
  ]
  it.each(lists)("the %s's %s", async (caller, path) => {
    let answer = { status: 0, body: undefined as unknown }
    const plans = await explainStatements(async () => {
      answer = await box.call("GET", path, undefined, keys[caller])
    })
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBe(200)
    expect(plans.length).toBeGreaterThan(0)
    expect(plans.filter(({ text, plan, ms }) => walks(text, plan) || ms > STATEMENT_MS_MAX)).toEqual([])
  })
})

/** The box keeps its statements, so that each is seen when it runs and not when it is prepared. */
async function explainStatements(work: () => Promise<void>): Promise<{ text: string; plan: string; ms: number }[]> {
  const db = openSqlite(join(box.data, "box.db"), { readonly: true })
  const statement = Object.getPrototypeOf(db.prepare("SELECT 1"))
  const runs = (["get", "all", "iterate"] as const).map((how) => vi.spyOn(statement, how))
  await work()
  const asked = runs.flatMap(({ mock }) =>
    mock.contexts.map((one, at) => ({ text: (one as { source: string }).source, values: mock.calls[at] ?? [] })),
  )
  for (const run of runs) run.mockRestore()
  try {
    return asked
      .filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text))
      .map(({ text, values }) => ({ text, plan: planOf(db, text, values), ms: timeOf(db, text, values) }))
  } finally {
    db.close()
  }
}

function planOf(db: Database, text: string, values: readonly unknown[]): string {
  const steps = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...values)
  return steps.map(({ detail }) => detail).join("\n")
}

function timeOf(db: Database, text: string, values: readonly unknown[]): number {
  const from = performance.now()
  db.prepare(text).all(...values)
  return performance.now() - from
}

/** All but the open jobs: the newest page of them ends early. */
const NEWEST_PAPERS = /FROM spool_job WHERE status IN \('printed'/

/** A page that comes from an index in its order ends early; a count may go along an index. */
function walks(text: string, plan: string): boolean {
  const isPage =
    /\bLIMIT\b/i.test(text) &&
    (!/\bWHERE\b/i.test(text) || NEWEST_PAPERS.test(text)) &&
    !plan.includes("TEMP B-TREE FOR ORDER BY")
  return plan
    .split("\n")
    .some((step) => LARGE.test(step) && !OF_FEW.test(step) && !step.includes("COVERING INDEX") && !isPage)
}

function fill(path: string): void {
  const db = openSqlite(path)
  createBoxStore(db, systemClock).write((tx) => {
    for (let n = 0; n < ROWS; n += 1) saveOrder(tx, rowOrder(n))
  })
  const each = (into: string, values: string) =>
    db.exec(`WITH RECURSIVE s(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM s WHERE n < ${ROWS})
      INSERT INTO ${into} SELECT ${values} FROM s`)
  const id = "'0190b000-0000-7000-8000-' || printf('%012d', n)"
  const entry = JSON.stringify({
    ...{ at: NOW, action: "printer.change", deviceId: null, deviceName: null, staffId: null, staffName: null },
    ...{ authorisedBy: null, subject: null, detail: {} },
  })
  const opening = JSON.stringify({
    ...{ at: NOW, reason: "change", by: null, terminalUid: null, shiftId: null, operatorName: null, jobId: anId() },
  })
  each("audit (id, at, body)", `${id}, '${NOW}', json_set('${entry}', '$.id', ${id})`)
  each(
    "shift (shift_id, terminal_uid, closed_at, body, sequence)",
    `'shift-' || n, 'pos-1', '${NOW}', '{"operatorUid":"anna"}', n`,
  )
  each("drawer_opening (opening_id, opened_at, body)", `${id}, '${NOW}', json_set('${opening}', '$.openingId', ${id})`)
  each(
    "spool_job (job_id, printer_id, document, title, body, status, created_at, updated_at)",
    `${id}, 'printer-1', 'receipt', 'A-1', '{}', 'printed', '${NOW}', '${NOW}'`,
  )
  each(
    "kitchen_ticket (ticket_id, order_id, station, state, sent_at, record)",
    `'ticket-' || n, 'order-' || n, 'grill', 'ended', '2026-11-01T00:00:00.000Z', '{}'`,
  )
  each(
    "tender_doubt (doubt_id, order_id, terminal, payments, at, settled_at)",
    `'doubt-' || n, 'order-' || n, 'pos-1', '[]', '${NOW}', '${NOW}'`,
  )
  each(
    "cash_reconciliation (id, currency, business_day, operator_uid, body)",
    `'count-' || n, 'USD', date('2020-01-01', n || ' days'), 'anna', '{}'`,
  )
  db.close()
}
