/** A product runs out in a store that is given its box in the same moment: the box knows it, on PostgreSQL too. */
import { expect, it } from "vitest"
import { applyAvailabilityAtHub } from "../../../hub/catalog/apply-availability.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { writing } from "../../../hub/sync/sync-tables.ts"
import { requireStore } from "../../../hub/tenants/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"
import { meetWrite, openClaim } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"

const PRODUCT = "p-cola"

onPostgres((open) => {
  it("a product that runs out during the claim of its store's box is known to that box", async () => {
    const hub = await openTestHub(open)
    const code = await openClaim(hub)
    const sent = await hub.beside(async ({ store, ids, downlink }) => {
      const write = async (tx: TenantWrite) => {
        const place = await requireStore(tx, STORE)
        await applyAvailabilityAtHub(tx, { ids, downlink }, { place, productId: PRODUCT, said: { available: false } })
      }
      await meetWrite(store, TENANT, { write, meet: () => hub.hub.operator.claim(code, STORE) })
      return store.system.write((scope) =>
        writing(scope).selectFrom("down_op").select("body").where("kind", "=", "stock.changed").execute(),
      )
    })
    expect(sent.map(({ body }) => JSON.parse(body).fact.productId)).toContain(PRODUCT)
  })
})
