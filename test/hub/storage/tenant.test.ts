import { describe, expect, it } from "vitest"
import { createHubStore, type HubTables, MIGRATIONS, type TenantWrite } from "../../../hub/storage/index.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { eachDatabase, type OpenStore } from "../../kit/databases.ts"

const ONE = { accountId: "one", vendorId: "one.ec.quito" }
const SISTER = { accountId: "one", vendorId: "one.ec.loja" }
const OTHER = { accountId: "other", vendorId: "other.br.rio" }

async function setUp(open: OpenStore) {
  return createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
}

const addAlias = (tx: TenantWrite, alias: string) =>
  tx.insert("order_alias", { alias_id: alias, order_id: "o" }).execute()

eachDatabase((_engine, open) => {
  describe("a query of a tenant", () => {
    it("shows, changes and removes only the tenant's own rows", async () => {
      const store = await setUp(open)
      for (const tenant of [ONE, SISTER, OTHER]) await store.write(tenant, (tx) => addAlias(tx, tenant.vendorId))
      await store.write(ONE, async (tx) => {
        await tx.update("order_alias").set({ order_id: "changed" }).execute()
      })
      await store.write(SISTER, async (tx) => {
        await tx.remove("order_alias").execute()
      })
      const rows = await store.system.read(({ db }) =>
        db.selectFrom("order_alias").select(["vendor_id", "order_id"]).orderBy("vendor_id").execute(),
      )
      expect(rows).toEqual([
        { vendor_id: ONE.vendorId, order_id: "changed" },
        { vendor_id: OTHER.vendorId, order_id: "o" },
      ])
    })

    it("reaches the account's other vendors only by an explicit name", async () => {
      const store = await setUp(open)
      for (const tenant of [ONE, SISTER, OTHER]) await store.write(tenant, (tx) => addAlias(tx, tenant.vendorId))
      await store.read(ONE, async (scope) => {
        expect(await scope.select("order_alias").select("alias_id").execute()).toHaveLength(1)
        expect(await scope.selectAcrossVendors("order_alias").select("alias_id").execute()).toHaveLength(2)
      })
    })
  })

  it("a returned refusal rolls back what was written before it", async () => {
    const store = await setUp(open)
    const answer = await store.write(ONE, async (tx) => {
      await addAlias(tx, "gone")
      return refuse("CONFLICT", "no")
    })
    expect(answer).toEqual({ refused: "CONFLICT", message: "no" })
    expect(await store.read(ONE, (scope) => scope.select("order_alias").select("alias_id").execute())).toEqual([])
  })
})
