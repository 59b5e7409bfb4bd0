/**
 * Indexes for lists of orders. Each starts with one filter, contains the other filters' columns, and ends in the list's order, so that no row is read
 * and then dropped.
 */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const orderLists: EngineMigration = {
  id: 6,
  name: "order lists",
  sql: `
    DROP INDEX orders_by_day;
    DROP INDEX orders_by_creation;
    CREATE INDEX orders_list ON orders (vendor_id, created_at, order_id,
      account_id, business_day, status, payment_status, channel, fulfilment, order_code, external_id);
    CREATE INDEX orders_list_by_day ON orders (vendor_id, business_day, created_at, order_id,
      account_id, status, payment_status, channel, fulfilment, order_code, external_id);
    CREATE INDEX orders_list_by_status ON orders (vendor_id, status, created_at, order_id,
      account_id, payment_status, channel, fulfilment);
    CREATE INDEX orders_list_by_payment ON orders (vendor_id, payment_status, created_at, order_id,
      account_id, status, channel, fulfilment);
    CREATE INDEX orders_list_by_channel ON orders (vendor_id, channel, created_at, order_id,
      account_id, status, payment_status, fulfilment);
    CREATE INDEX orders_list_by_fulfilment ON orders (vendor_id, fulfilment, created_at, order_id,
      account_id, status, payment_status, channel);

    -- A method's list stands alone: all that a list filters by is beside the method.
    CREATE TABLE order_by_method (
      order_id TEXT NOT NULL,
      method TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      created_at TEXT NOT NULL,
      business_day TEXT NOT NULL,
      status TEXT NOT NULL,
      payment_status TEXT NOT NULL,
      channel TEXT NOT NULL,
      fulfilment TEXT,
      order_code TEXT NOT NULL,
      external_id TEXT NOT NULL,
      PRIMARY KEY (order_id, method)
    );
    INSERT INTO order_by_method
      SELECT m.order_id, m.method, m.account_id, m.vendor_id, o.created_at, o.business_day, o.status, o.payment_status,
        o.channel, o.fulfilment, o.order_code, o.external_id
      FROM order_method m JOIN orders o ON o.order_id = m.order_id;
    DROP TABLE order_method;
    ALTER TABLE order_by_method RENAME TO order_method;
    CREATE INDEX order_method_list ON order_method (vendor_id, method, created_at, order_id,
      account_id, business_day, status, payment_status, channel, fulfilment, order_code, external_id);
    CREATE INDEX order_method_list_by_day ON order_method (vendor_id, method, business_day, created_at, order_id,
      account_id, status, payment_status, channel, fulfilment, order_code, external_id);
  `,
}
