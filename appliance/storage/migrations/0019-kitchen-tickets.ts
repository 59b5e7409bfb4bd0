/** Kitchen tickets and the actions on them. Open orders from before this version get tickets too. */
import type { Migration } from "../../../runtime/storage/migrate.ts"
import type { FillContext } from "../../../runtime/storage/migrate-fill.ts"

export const kitchenTickets: Migration = {
  id: 19,
  name: "kitchen tickets",
  sql: `
    CREATE TABLE kitchen_ticket (
      ticket_id TEXT PRIMARY KEY,
      order_id TEXT NOT NULL,
      station TEXT NOT NULL,
      state TEXT NOT NULL,
      sent_at TEXT NOT NULL,
      bumped_at TEXT,
      record TEXT NOT NULL
    ) STRICT;
    CREATE INDEX kitchen_ticket_station ON kitchen_ticket (station, state, sent_at);
    CREATE INDEX kitchen_ticket_state ON kitchen_ticket (state, sent_at);
    CREATE INDEX kitchen_ticket_order ON kitchen_ticket (order_id);
    CREATE INDEX kitchen_ticket_age ON kitchen_ticket (sent_at);

    -- before: the ticket as it was, for an undo.
    CREATE TABLE kitchen_action (
      seq INTEGER PRIMARY KEY,
      action_id TEXT NOT NULL UNIQUE,
      device_id TEXT NOT NULL,
      deed TEXT NOT NULL,
      subject TEXT NOT NULL,
      before TEXT,
      undone INTEGER NOT NULL DEFAULT 0,
      at TEXT NOT NULL
    ) STRICT;
    CREATE INDEX kitchen_action_device ON kitchen_action (device_id, seq);
    CREATE INDEX kitchen_action_age ON kitchen_action (at);

    INSERT INTO kitchen_ticket (ticket_id, order_id, station, state, sent_at, record)
    SELECT sent.value ->> 'eventId', orders.id, sent.value ->> 'station', 'open', sent.value ->> 'at', json_object(
      'ticketId', sent.value ->> 'eventId', 'orderId', orders.id, 'station', sent.value ->> 'station',
      'sentAt', sent.value ->> 'at', 'startedAt', null, 'bumpedLines', json('[]'), 'bumpedAt', null, 'recalledAt', null,
      'voids', json('[]'), 'seenVoids', json('[]'), 'endedAt', null,
      'lines', (
        SELECT json_group_array(json_object(
          'lineId', line.value ->> 'lineId', 'productId', line.value ->> 'productId', 'name', line.value ->> 'name',
          'quantity', line.value -> 'quantity', 'notes', line.value ->> 'notes',
          'modifiers', (
            SELECT json_group_array(json_object(
              'name', coalesce(extra.value ->> 'name', extra.value ->> 'optionId', extra.value ->> 'modifierId', ''),
              'quantity', extra.value -> 'quantity'
            )) FROM json_each(line.value, '$.modifiers') AS extra
          )
        )) FROM json_each(orders.record, '$.orderLines') AS line
        WHERE EXISTS (SELECT 1 FROM json_each(sent.value, '$.lineIds') AS own WHERE own.value = line.value ->> 'lineId')
      )
    )
    FROM orders, json_each(orders.record, '$.kitchen.dispatches') AS sent
    WHERE orders.status = 'OPEN' AND orders.record ->> '$.kitchen.stage' IS NOT 'order.dispatched';
  `,
  fill: makeLists,
}

/** Parses lists that SQLite 3.54 and later stores as text here. The SQL above is released and must not change. */
function* makeLists(): FillContext {
  const rows = yield {
    sql: "SELECT ticket_id, record FROM kitchen_ticket WHERE json_type(record, '$.lines') = 'text'",
    values: [],
  }
  for (const { ticket_id, record } of rows) {
    const ticket = JSON.parse(String(record)) as { readonly lines: string }
    const lines = JSON.parse(ticket.lines, listOf)
    const values = [JSON.stringify({ ...ticket, lines }), String(ticket_id)]
    yield { sql: "UPDATE kitchen_ticket SET record = $1 WHERE ticket_id = $2", values }
  }
}

function listOf(key: string, value: unknown): unknown {
  return key === "modifiers" && typeof value === "string" ? JSON.parse(value) : value
}
