/** Lists of orders by time, day and payment method. Each index covers all filters of its list. */
import type { Migration } from "../../../runtime/storage/migrate.ts"

export const orderLists: Migration = {
  id: 6,
  name: "order lists",
  sql: `
    ALTER TABLE orders ADD COLUMN order_code TEXT NOT NULL DEFAULT '';
    ALTER TABLE orders ADD COLUMN payment_status TEXT NOT NULL DEFAULT '';
    ALTER TABLE orders ADD COLUMN channel TEXT NOT NULL DEFAULT '';
    ALTER TABLE orders ADD COLUMN fulfilment TEXT;
    UPDATE orders SET
      order_code = json_extract(record, '$.orderCode'),
      payment_status = json_extract(record, '$.paymentStatus'),
      channel = json_extract(record, '$.channel'),
      fulfilment = json_extract(record, '$.fulfillment.method');
    DROP INDEX orders_by_day;
    CREATE INDEX orders_list ON orders (created_at, id,
      business_day, status, payment_status, channel, fulfilment, order_code, external_id);
    CREATE INDEX orders_list_by_day ON orders (business_day, created_at, id,
      status, payment_status, channel, fulfilment, order_code, external_id);

    CREATE TABLE order_method (
      id TEXT NOT NULL REFERENCES orders (id),
      method TEXT NOT NULL,
      external_id TEXT NOT NULL,
      order_code TEXT NOT NULL,
      status TEXT NOT NULL,
      payment_status TEXT NOT NULL,
      channel TEXT NOT NULL,
      fulfilment TEXT,
      business_day TEXT NOT NULL,
      created_at TEXT NOT NULL,
      PRIMARY KEY (id, method)
    ) STRICT, WITHOUT ROWID;
    INSERT INTO order_method
      SELECT DISTINCT o.id, json_extract(m.value, '$.method'), o.external_id, o.order_code, o.status, o.payment_status, o.channel,
        o.fulfilment, o.business_day, o.created_at
      FROM orders o, json_each(o.record, '$.paymentMethods') m;
    CREATE INDEX order_method_list ON order_method (method, created_at, id,
      business_day, status, payment_status, channel, fulfilment, order_code, external_id);
  `,
}
