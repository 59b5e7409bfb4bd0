/** A statement that is built once for all tenants shows and changes only the rows of the one that it is run for. */
import { expect, it } from "vitest"
import {
  createFencedRead,
  createFencedWrite,
  createHubStore,
  type HubTables,
  MIGRATIONS,
} from "../../../hub/storage/index.ts"
import { eachDatabase } from "../../kit/databases.ts"

const TENANTS = [
  { accountId: "one", vendorId: "one.ec.quito" },
  { accountId: "one", vendorId: "one.ec.loja" },
  { accountId: "other", vendorId: "other.br.rio" },
] as const

const add = createFencedWrite((tx, at: { alias: string; order: string }) =>
  tx.insert("order_alias", { alias_id: at.alias, order_id: at.order }),
)
const change = createFencedWrite((tx, at: { order: string }) => tx.update("order_alias").set({ order_id: at.order }))
const all = createFencedRead((tx, _at: object) => tx.select("order_alias").select(["alias_id", "order_id"]))
const ofAccount = createFencedRead((tx, _at: object) => tx.selectAcrossVendors("order_alias").select("alias_id"))

eachDatabase((_engine, open) => {
  it("a statement that is built once is limited to the tenant that runs it", async () => {
    const store = createHubStore(await open<HubTables>({ migrations: MIGRATIONS }))
    for (const tenant of TENANTS) {
      await store.write(tenant, (tx) => add(tx, { alias: `alias of ${tenant.vendorId}`, order: "old" }))
    }
    const [one] = TENANTS
    // A name that is the fence's own does not move it.
    await store.write(one, (tx) => change(tx, { order: "new", ...({ accountId: "other" } as object) }))
    const found = await Promise.all(
      TENANTS.map((tenant) => store.read(tenant, async (scope) => (await all(scope, {})).rows)),
    )
    expect(found).toEqual(
      TENANTS.map((tenant) => [{ alias_id: `alias of ${tenant.vendorId}`, order_id: tenant === one ? "new" : "old" }]),
    )
    expect(await store.read(one, async (scope) => (await ofAccount(scope, {})).rows)).toHaveLength(2)
  })
})
