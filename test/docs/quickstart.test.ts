/** The quickstart, run from its own text: the first order, and a webhook that its receiver has verified. */
import { expect, it } from "vitest"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub } from "../kit/hub.ts"
import { freePorts } from "../kit/ports.ts"
import { runPage } from "../kit/run-page.ts"

/** Two programs and a receiver are started. */
const PATIENCE_MS = 90_000

onSqlite((open) => {
  it("the quickstart leads from nothing to an order and a verified webhook", { timeout: PATIENCE_MS }, async () => {
    const [port = 0] = await freePorts(1)
    const { hub } = await openTestHub(open)
    const said = await runPage("docs/integrators/quickstart.md", hub.url, { PORT: String(port) })
    expect(said).toContain('"orderId":"first-1"')
    expect(said).toContain('"status":"OPEN"')
    expect(said).toContain('"outcome":"settled"')
    expect(said).toMatch(/verified order\.opened evt_[0-9a-f]{12} first-1$/m)
    expect(said).toMatch(/verified order\.completed evt_[0-9a-f]{12} first-1$/m)
  })
})
