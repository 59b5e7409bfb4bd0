/** A filter by delivery status looks deliveries up by their event: by status alone, each event would read every delivery that stands so. */
import { sql } from "kysely"
import { expect, it } from "vitest"
import { createHubStore, type HubTables, MIGRATIONS } from "../../../hub/storage/index.ts"
import { listEvents } from "../../../hub/webhooks/event-list-store.ts"
import { onSqlite } from "../../kit/databases.ts"
import { explainOnSqlite } from "../../kit/explain-asked.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }

onSqlite((open) => {
  it.each([
    ["before ANALYZE", false],
    ["after ANALYZE", true],
  ])("the list of pending events finds deliveries by their event, %s", async (_when, isAnalysed) => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    await store.system.write(async ({ db }) => {
      await sql`INSERT INTO account (account_id, name) VALUES ('acme', 'Acme')`.execute(db)
      await sql`INSERT INTO webhook_endpoint (endpoint_id, account_id, name, url, events, secret_sealed, created_at)
        VALUES ('erp', 'acme', 'erp', 'https://erp.example', '["*"]', 'x', '2026-11-21')`.execute(db)
      await sql`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
        INSERT INTO delivery
          (delivery_id, account_id, vendor_id, event_key, endpoint_id, status, round, attempts, created_at, updated_at)
        SELECT 'd' || i, 'acme', 'acme.ec.quito', 'e' || i, 'erp', 'waiting', 0, 0, '2026-11-21', '2026-11-21' FROM n`.execute(
        db,
      )
      await sql`
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2500)
        INSERT INTO event (id, account_id, vendor_id, event_id, type, version, sequence, created_at, body)
        SELECT 'e' || i, 'acme', 'acme.ec.quito', 'evt_' || i, 'menu.updated', 1, 0, '2026-11-21', '{}' FROM n`.execute(
        db,
      )
      if (isAnalysed) await sql`ANALYZE`.execute(db)
    })
    let total = 0
    const asked = await explainOnSqlite(async () => {
      total = (await store.read(TENANT, (scope) => listEvents(scope, { status: "waiting", size: 1 }))).total
    })
    expect(total).toBe(2500)
    const plans = asked.map(({ plan }) => plan).filter((plan) => plan.includes("delivery") && plan.includes("event"))
    expect(plans).toHaveLength(2)
    for (const plan of plans) expect(plan).toMatch(/SEARCH delivery (EXISTS )?USING INDEX \S+ \(event_key=\?\)/)
  })
})
