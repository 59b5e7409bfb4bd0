/** A page of keys or of clients is a walk along an index, however many the account and the others have. */
import { type CompiledQuery, sql } from "kysely"
import { expect, it } from "vitest"
import { clientsQuery, keysQuery } from "../../../hub/tenants/manage-keys-store.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"

const ASKED = { accountId: "acme", vendorIds: ["acme.ec.quito"], after: "a", limit: 51 }

eachDatabase((engine, open) => {
  it("a page of keys or clients reads an index by account and name", async () => {
    const hub = await openTestHub(open)
    const plans = await hub.beside(({ store }) =>
      store.system.read(async (scope) => {
        // Of a handful of rows PostgreSQL reads all: it is asked which index it could go by.
        if (engine === "postgres") await sql`SET LOCAL enable_seqscan = off`.execute(scope.db)
        const planOf = async ({ sql: text, parameters }: CompiledQuery) => {
          const explain = engine === "sqlite" ? "EXPLAIN QUERY PLAN" : "EXPLAIN (COSTS OFF)"
          const query = { ...sql`${sql.raw(explain)}`.compile(scope.db), sql: `${explain} ${text}`, parameters }
          const { rows } = await scope.db.executeQuery<Record<string, unknown>>(query)
          return rows.map((row) => String(row.detail ?? row["QUERY PLAN"])).join("\n")
        }
        return [
          await planOf(keysQuery(scope, ASKED).selectAll().compile()),
          await planOf(clientsQuery(scope, ASKED).selectAll().compile()),
        ]
      }),
    )
    const [keys, clients] = plans
    expect(keys).toMatch(
      engine === "sqlite" ? /sqlite_autoindex_api_key_\d \(account_id=\? AND name>\?\)/ : /api_key_account_id_name_key/,
    )
    expect(clients).toMatch(
      engine === "sqlite" ? /sqlite_autoindex_client_credential_\d/ : /client_credential_next_pkey/,
    )
    for (const plan of plans) expect(plan).not.toMatch(/Seq Scan|SCAN |TEMP B-TREE|Sort/)
  })
})
