import { expect, it } from "vitest"
import { eachDatabase } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { jsonsOf, runPage } from "../kit/run-page.ts"

eachDatabase((_engine, open) => {
  it("the page on counting drawers is true", async () => {
    const { hub } = await openTestHub(open)
    expect(jsonsOf(await runPage("docs/integrators/cash.md", hub.url))).toMatchObject([
      { success: true, data: { apiVersion: 2, systemCash: 60, discrepancy: -0.5, discrepancyType: "SHORTAGE" } },
      { apiVersion: 1, systemCash: 0, discrepancyType: "MATCH" },
      { reconciliations: [{ apiVersion: 1 }, { apiVersion: 2 }] },
    ])
  })
})
