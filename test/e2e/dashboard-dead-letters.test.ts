/** Operations that a store's box could not apply are shown and settled at the dashboard, in a real Chromium with hub and box. */
import { afterAll, beforeAll, expect, it } from "vitest"
import type { DownWrite } from "../../protocol/sync/ops.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { signIn } from "../kit/people.ts"
import { type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"
import { eventually } from "./store-day/insist.ts"

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let stage: DashboardStage

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
    await box.stop()
    // As a newer hub would that a box of before does not understand.
    for (const moon of ["full", "new"]) {
      const rises = { kind: "moon.rose", body: { moon } } as unknown as DownWrite
      await hub.beside(({ store, downlink }) => store.system.write((scope) => downlink.append(scope, STORE, rises)))
    }
    await box.restart()
    const person = await signIn(hub, "operations", { email: "ops@acme.test" })
    await eventually(async () => {
      const { items } = (await person.call("GET", "/api/admin/attention?kind=parkedInStore")).body.data
      return items.length === 2 ? null : items
    })
    stage = await openDashboard(hub, person.email)
  }, START_MS)

  afterAll(() => stage?.close())

  const items = () => stage.page.getByRole("article")

  it("lists what the box could not apply, with the store", { timeout: SCENARIO_MS }, async () => {
    await stage.nav("Needs a person").click()
    await stage.page.getByRole("link", { name: "Failed in the store 2" }).click()
    await stage.see("UNKNOWN_KIND: moon.rose")
    expect(await items().count()).toBe(2)
    await stage.look("parked in the store")
  })

  it("retries it at the box, and shows the result by itself", { timeout: SCENARIO_MS }, async () => {
    // Off, so that there is something to wait for: a box that is on has answered before the page has drawn.
    await box.stop()
    await items().first().getByRole("button", { name: "Try again" }).click()
    await stage.see(/Sent to the store/)
    await stage.look("asked of the box")
    await box.restart()
    await stage.page.getByText(/Sent to the store/).waitFor({ state: "detached" })
    expect(await items().count()).toBe(2)
  })

  it("dismisses it at the box with a reason, and it is gone", { timeout: SCENARIO_MS }, async () => {
    for (const left of [1, 0]) {
      await items().first().getByRole("button", { name: "Dismiss…" }).click()
      await stage.page.getByLabel("Why nothing needs to be done").fill("the box is updated tonight")
      await stage.button("Dismiss").click()
      await stage.page.getByRole("link", { name: `Failed in the store ${left}` }).waitFor()
    }
    await stage.see("Nothing needs a person")
  })

  it("no page breaks a rule of accessibility or throws an error", () => {
    expect(stage.wrong).toEqual([])
  })
})
