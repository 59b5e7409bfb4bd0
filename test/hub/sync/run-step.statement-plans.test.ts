/** What a store says of an order costs the same whatever its vendor has sold before: no statement of it walks the vendor's rows. */
import type { Database } from "better-sqlite3"
import { expect, it, vi } from "vitest"
import { createApplyBatch } from "../../../hub/sync-handlers/apply-batch.ts"
import { createApplyOp } from "../../../hub/sync-handlers/apply-op.ts"
import { Sqlite } from "../../../runtime/storage/sqlite-library.ts"
import { onSqlite } from "../../kit/databases.ts"
import { NOW, openTestHub, STORE } from "../../kit/hub.ts"
import { anId, anOrder } from "../../kit/orders.ts"

const PLACE = { storeId: STORE, accountId: "acme", vendorId: "acme.ec.quito" }
/** A whole table, or what is found by its owner alone. */
const WALKS = /SCAN (?!CONSTANT|json_each|\d+-ROW)|\((account_id=\?|vendor_id=\?)( AND (account_id|vendor_id)=\?)?\)/
/** As few as a tenant has people or endpoints. */
const FEW = /webhook_endpoint/

onSqlite((open) => {
  it("each statement finds its rows by their keys", async () => {
    const hub = await openTestHub(open)
    const order = anOrder({ orderId: `store-${anId()}`, prepaid: { CASH: 6.5 } })
    const later = { ...order, sequence: order.sequence + 1 }
    const plans = await hub.beside(({ store, ids, validator }) =>
      store.system.write(async (scope) => {
        const apply = createApplyOp({ store, ids, validator })
        const asked = vi.spyOn(Sqlite.prototype, "prepare")
        for (const [said, type] of [
          [order, "order.opened"],
          [later, "order.completed"],
        ] as const) {
          const body = {
            order: said,
            events: [{ type, at: NOW, id: `evt_${anId().replaceAll("-", "").slice(0, 12)}` }],
          }
          expect(await apply(scope, PLACE, { kind: "order.changed", body })).toBeNull()
        }
        const together = createApplyBatch({ store, ids, validator })
        const next = anOrder({ orderId: `store-${anId()}`, prepaid: { CASH: 6.5 } })
        const op = (told: typeof order) => ({ kind: "order.changed", body: { order: told, events: [] } })
        const ops = [op({ ...later, sequence: later.sequence + 1 }), op(next)]
        expect(await together(scope, PLACE, ops)).toEqual(new Set(ops))
        const db = asked.mock.contexts.at(-1) as Database
        const texts = [...new Set(asked.mock.calls.map(([text]) => text))].filter((text) =>
          /^\s*(select|update|delete|insert)/i.test(text),
        )
        asked.mockRestore()
        return texts.map((text) => ({ text, plan: planOf(db, text) }))
      }),
    )
    expect(plans.length).toBeGreaterThan(5)
    expect(plans.filter(({ text, plan }) => WALKS.test(plan) && !FEW.test(text))).toEqual([])
  })
})

function planOf(db: Database, text: string): string {
  const none = Array(text.split("?").length - 1).fill(null)
  const rows = db.prepare<unknown[], { detail: string }>(`EXPLAIN QUERY PLAN ${text}`).all(...none)
  return rows.map(({ detail }) => detail).join("\n")
}
