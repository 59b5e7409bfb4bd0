import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on menus is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/menu.md", hub.url))).toMatchObject([
      { data: { menu: { list: { channelId: "POS" } }, sync: { status: "PENDING", syncedAt: null } } },
      { data: { productId: "p-cola", available: false, until: null } },
      { data: { productId: "p-cola", available: true } },
      { data: { menus: [{ channel: "POS" }, { channel: "POS", autoPublish: true }] } },
      { success: true, data: { ok: true, updated: 4 } },
    ])
  })
})
