/** After all kills, compares hub, store, printed documents and drawer with what was sold. */
import { isDeepStrictEqual } from "node:util"
import { closeDay } from "../../../protocol/http/days.ts"
import { getOrder } from "../../../protocol/http/orders.ts"
import { closeShift } from "../../../protocol/http/register.ts"
import { toMajor } from "../../../protocol/money.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { eventually, insist } from "../store-day/insist.ts"
import { type Sale, takings } from "../store-day/sales.ts"
import { everythingSent, STORE_ID, type Stage } from "../store-day/stage.ts"

export interface Sold {
  readonly sales: readonly Sale[]
  readonly shiftId: string
  readonly businessDayDate: string
  readonly float: number
}

export interface Judgement {
  readonly faults: readonly string[]
  readonly printed: number
  /** Papers in doubt: a person is asked. */
  readonly inDoubt: number
}

export async function checkRun(stage: Stage, sold: Sold): Promise<Judgement> {
  const faults: string[] = []
  // What the web has paid and no kitchen has handed over is completed by the close.
  await judgeMoney(stage, sold, faults)
  for (const sale of sold.sales) await judgeSale(stage, sale, faults)
  judgeRows(stage, sold.sales, faults)
  return { faults, ...(await judgePaper(stage, sold.sales, faults)) }
}

async function judgeSale(stage: Stage, { orderId, total, declines }: Sale, faults: string[]): Promise<void> {
  const read = (side: Stage["hub"]) => insist(() => side.call(getOrder, { params: { orderId }, query: {} }))
  await eventually(async () => {
    const [store, hub] = [await read(stage.lan), await read(stage.hub)]
    return isDeepStrictEqual(store, hub) ? null : { store, hub }
  })
  const { status, settlement } = await read(stage.hub)
  const is = [status, settlement?.paidSoFar, settlement?.declinedCount]
  if (!isDeepStrictEqual(is, ["COMPLETED", `${total}`, declines])) faults.push(`${orderId}: ${is}`)
}

/** The drawer to the cent, and the day as the hub finds it in its own copy. */
async function judgeMoney(stage: Stage, sold: Sold, faults: string[]): Promise<void> {
  const cash = takings(sold.sales, (sale, method) => sale.channel === "POS" && method === "CASH")
  const counted = [{ denomination: 0.01, count: Math.round((sold.float + toMajor(cash)) * 100) }]
  const params = { shiftId: sold.shiftId }
  const closed = await insist(() => stage.register.call(closeShift, { params, body: { counted, reason: "OTHER" } }))
  if (closed.discrepancy !== 0) faults.push(`the drawer is off by ${closed.discrepancy}`)
  const at = { storeId: STORE_ID, businessDayDate: sold.businessDayDate }
  const day = await insist(() => stage.register.call(closeDay, { params: at }))
  const [figures] = day.figures
  const is = [figures?.transactions, figures?.gross]
  const should = [sold.sales.length, takings(sold.sales, () => true)]
  if (!isDeepStrictEqual(is, should)) faults.push(`the day says ${is}, sold was ${should}`)
  await everythingSent(stage)
  const checks = rows<{ agrees: number }>(stage.hubDatabase, "SELECT agrees FROM day_check")
  if (!isDeepStrictEqual(checks, [{ agrees: 1 }])) faults.push(`the hub finds another day: ${JSON.stringify(checks)}`)
}

/** Not one too many of anything, and nothing that was put aside. */
function judgeRows(stage: Stage, sales: readonly Sale[], faults: string[]): void {
  const orders = rows<{ record: string }>(stage.hubDatabase, "SELECT record FROM orders")
  const tenders = orders.flatMap(({ record }) => JSON.parse(record).payments.map((tender: Tender) => tender))
  const charged = sales.filter(({ route }) => !route.endsWith("prepaid"))
  const due = charged.reduce((all, { methods, declines }) => all + methods.length + declines, 0)
  const ids = new Set(tenders.map(({ transactionId }: Tender) => transactionId))
  if (orders.length !== sales.length) faults.push(`${orders.length} orders at the hub of ${sales.length}`)
  if (tenders.length !== due || ids.size !== due) faults.push(`${tenders.length} tenders, ${ids.size} ids, of ${due}`)
  const told = "SELECT count(*) AS n, count(DISTINCT order_id) AS orders FROM event WHERE type = 'order.completed'"
  const [events] = rows<{ n: number; orders: number }>(stage.hubDatabase, told)
  if (events?.n !== sales.length || events.orders !== sales.length) faults.push(`events: ${JSON.stringify(events)}`)
  for (const [side, table] of [
    [stage.hubDatabase, "parked_op"],
    [stage.boxDatabase, "parked_down"],
  ] as const) {
    const parked = rows<object>(side, `SELECT * FROM ${table} WHERE settled_at IS NULL`)
    if (parked.length > 0) faults.push(`parked: ${JSON.stringify(parked)}`)
  }
}

interface Tender {
  readonly transactionId: string
}

/** Each paper that the box says is printed came out, and none came out again by itself. */
async function judgePaper({ boxDatabase, printer }: Stage, sales: readonly Sale[], faults: string[]) {
  const of = "SELECT status, body FROM spool_job WHERE document <> 'drawer'"
  const jobs = () => rows<{ status: string; body: string }>(boxDatabase, of)
  await eventually(async () => {
    const open = jobs().filter(({ status }) => status !== "printed" && status !== "unknown")
    return open.length === 0 ? null : open.map(({ status }) => status)
  })
  const all = jobs()
  for (const { orderId } of sales) {
    const code = orderId.toUpperCase()
    const mine = all.filter(({ body }) => body.includes(code))
    const printed = mine.filter(({ status }) => status === "printed").length
    const papers = printer.receipts.filter(({ text }) => text.includes(code)).length
    if (papers < printed || papers > mine.length) faults.push(`${code}: ${papers} papers, ${printed} of ${mine.length}`)
  }
  const printed = all.filter(({ status }) => status === "printed").length
  return { printed, inDoubt: all.length - printed }
}

function rows<R>(database: string, sql: string): R[] {
  const db = new Sqlite(database, { readonly: true })
  try {
    return db.prepare<[], R>(sql).all()
  } finally {
    db.close()
  }
}
