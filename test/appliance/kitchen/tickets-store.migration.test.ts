/** A box that is updated in the middle of its lunch: what the kitchen was at is on its screens afterwards. */
import { join } from "node:path"
import { expect, it } from "vitest"
import { MIGRATIONS } from "../../../appliance/storage/index.ts"
import { ticketOf } from "../../../protocol/rules/kitchen/ticket-states.ts"
import type { OrderRecord } from "../../../protocol/shapes/order.ts"
import { migrateSqlite } from "../../../runtime/storage/migrate.ts"
import { type Fill, fillSqlite } from "../../../runtime/storage/migrate-fill.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { anOrder, NOON } from "../../kit/orders.ts"
import { tempDir } from "../../kit/temp.ts"

const KITCHEN_TICKETS = 19

const dispatch = { eventId: "evt_0123456789ab", station: "grill", at: NOON, lineIds: ["2"] }
const product = (productId: string, more: object = {}) => ({
  productId,
  name: productId,
  quantity: 1.5,
  unitPrice: "1.00",
  ...more,
})

function sent(over: Partial<OrderRecord>, stage: string | null = null): OrderRecord {
  const modifiers = [{ optionId: "o-1", quantity: 2 }]
  const products = [product("cola"), product("burger", { modifiers, notes: "¡con ñ!" })]
  const order = anOrder({ total: "3.00", order: { products } })
  return { ...order, kitchen: { stage, at: null, dispatches: [dispatch], journey: [] }, ...over }
}

it("a migration gives open orders that were sent the ticket that they would have now, and others none", () => {
  const db = openSqlite(join(tempDir(), "box.db"))
  const before = MIGRATIONS.filter(({ id }) => id < KITCHEN_TICKETS)
  migrateSqlite(db, before, NOON)
  const add = db.prepare(
    `INSERT INTO orders (id, external_id, order_code, status, payment_status, channel, fulfilment, business_day, created_at, record)
     VALUES (@id, @orderExternal, @orderCode, @status, @paymentStatus, @channel, 'TAKE_AWAY', @businessDayDate, @createdAt, @record)`,
  )
  const keep = (order: OrderRecord) => add.run({ ...order, record: JSON.stringify(order) })
  const open = sent({})
  const others = [sent({}, "order.dispatched"), sent({ status: "COMPLETED" }), sent({ kitchen: null })]
  for (const [index, order] of [open, ...others].entries()) keep({ ...order, orderExternal: `ext-${index}` })
  migrateSqlite(db, MIGRATIONS, NOON)
  const tickets = db.prepare<[], { record: string }>("SELECT record FROM kitchen_ticket").all()
  expect(tickets.map(({ record }) => JSON.parse(record))).toEqual([ticketOf(open, dispatch)])
  db.close()
})

it("a ticket whose lists SQLite returns as text, as from 3.54 on, has lists", () => {
  const db = openSqlite(join(tempDir(), "box.db"))
  migrateSqlite(db, MIGRATIONS, NOON)
  const ticket = ticketOf(sent({}), dispatch)
  const lines = JSON.stringify(ticket.lines.map((line) => ({ ...line, modifiers: JSON.stringify(line.modifiers) })))
  const add = db.prepare(
    "INSERT INTO kitchen_ticket (ticket_id, order_id, station, state, sent_at, record) VALUES (?, ?, ?, 'open', ?, ?)",
  )
  for (const [id, record] of Object.entries({ texts: { ...ticket, lines }, lists: ticket }))
    add.run(id, ticket.orderId, ticket.station, ticket.sentAt, JSON.stringify(record))
  fillSqlite(db, MIGRATIONS.find(({ id }) => id === KITCHEN_TICKETS)?.fill as Fill)
  const tickets = db.prepare<[], { record: string }>("SELECT record FROM kitchen_ticket").all()
  expect(tickets.map(({ record }) => JSON.parse(record))).toEqual([ticket, ticket])
  db.close()
})
