/** Menus are made anew while a report of their delivery is worked in: on PostgreSQL, where both are transactions at once, neither undoes the other's. */
import { expect, it } from "vitest"
import { listMenus, noteSynced, saveContent, saveMenu } from "../../../hub/catalog/menus-store.ts"
import type { TenantWrite } from "../../../hub/storage/index.ts"
import { onPostgres } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"
import { meetWrite } from "../../kit/meet-step.ts"
import { TENANT } from "../../kit/orders.ts"
import { MENU_SYNC, menuPath, publishPath, syncReport } from "../../kit/provoke-menu.ts"

const HASH = "another"

/** As a provisioning that changes what is sold: the content of before is dropped with it. */
async function makeAnew(tx: TenantWrite): Promise<void> {
  const menus = (await listMenus(tx)).map((menu) => ({ ...menu, version: HASH, contentHash: HASH }))
  await saveContent(tx, HASH, JSON.stringify({ categories: [], products: [], modifierGroups: [] }))
  for (const menu of menus) await saveMenu(tx, { ...menu, sync: { ...menu.sync, status: "PENDING" } })
}

onPostgres((open) => {
  it("a menu that is regenerated while its delivery is reported waits for a delivery of its own", async () => {
    const hub = await openTestHub(open)
    await hub.call("POST", publishPath(), {})
    const meet = () => hub.call("POST", MENU_SYNC, syncReport())
    const reported = await hub.beside(({ store }) => meetWrite(store, TENANT, { write: makeAnew, meet }))
    expect(reported.body).toMatchObject({ data: { ok: true } })
    const menus = await hub.beside(({ store }) => store.read(TENANT, (scope) => listMenus(scope)))
    expect(menus.map(({ contentHash, sync }) => [contentHash, sync.status])).toEqual(menus.map(() => [HASH, "PENDING"]))
  })

  it("a delivery that is reported while its menu is published again is recognised by its moment", async () => {
    const hub = await openTestHub(open)
    const [menu] = await hub.beside(({ store }) => store.read(TENANT, (scope) => listMenus(scope)))
    if (!menu) throw new Error("there is no menu")
    const { channel, fulfillment } = menu
    const asked = { channel, fulfillmentType: fulfillment }
    const [write, meet] = [(tx: TenantWrite) => noteSynced(tx, menu), () => hub.call("POST", publishPath(), asked)]
    await hub.beside(({ store }) => meetWrite(store, TENANT, { write, meet }))
    expect((await hub.call("GET", menuPath(channel, fulfillment))).body.data.sync).toMatchObject({
      status: "PENDING",
      syncedAt: hub.clock.iso(),
    })
  })
})
