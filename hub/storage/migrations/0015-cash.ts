/** The sums of a drawer and of a day are updated with each sale. */
import type { EngineMigration } from "../../../runtime/storage/migrate.ts"

export const cash: EngineMigration = {
  id: 15,
  name: "cash",
  sql: `
    DROP TABLE cash_sale;

    CREATE TABLE money_move (
      order_id TEXT NOT NULL,
      position BIGINT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      store_id TEXT NOT NULL,
      moved_at TEXT NOT NULL,
      operator_uid TEXT NOT NULL,
      method TEXT NOT NULL,
      currency TEXT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (order_id, position)
    );
    CREATE INDEX money_move_by_time ON money_move (store_id, moved_at);

    CREATE TABLE day_row (
      store_id TEXT NOT NULL,
      business_day TEXT NOT NULL,
      shard BIGINT NOT NULL,
      currency TEXT NOT NULL,
      kind TEXT NOT NULL,
      code TEXT NOT NULL,
      rate TEXT NOT NULL,
      account_id TEXT NOT NULL,
      vendor_id TEXT NOT NULL,
      transactions BIGINT NOT NULL,
      amount BIGINT NOT NULL,
      PRIMARY KEY (store_id, business_day, shard, currency, kind, code, rate)
    );
    CREATE INDEX cash_reconciliation_by_day ON cash_reconciliation (store_id, business_day);
  `,
}
