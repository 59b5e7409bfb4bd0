/** Orders, action items and the request log of the dashboard, in a real Chromium with a real hub. */
import { afterAll, beforeAll, expect, it } from "vitest"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { charge, correction, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"

const CLIENT = { uid: "c-1", name: "Ana", govIdNumber: "1712345678", email: "ana@example.com" }

/** As a worker leaves a job whose attempts are used up. */
async function leaveDeadJob({ store }: HubContext): Promise<void> {
  const at = "2026-11-21T09:00:00.000Z"
  const times = { run_at: at, first_received_at: at, ended_at: at }
  const row = { kind: "callback.fiscal", lane: "order/1", status: "dead", waiting: 0, attempts: 10, fence: 10 }
  const told = { body: JSON.stringify({ orderId: "web-77" }), error: "the order is of another store" }
  const job = { job_id: "019aa000-0000-7000-8000-000000000009", account_id: "acme", vendor_id: "acme.ec.quito" }
  await store.system.write(({ db }) =>
    db
      .insertInto("job")
      .values({ ...job, ...row, ...times, ...told })
      .execute(),
  )
}

onSqlite((open) => {
  let hub: TestHub
  let stage: DashboardStage
  let page: DashboardStage["page"]

  beforeAll(async () => {
    hub = await openTestHub(open, { requestLog: "on" })
    const { id } = (await hub.call("POST", ORDERS, orderBody({ orderId: "web-77", client: CLIENT }))).body.data
    await hub.call("PUT", `${ORDERS}/${id}`, correction())
    await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "no", method: "CARD", declined: "51" }))
    await hub.call("POST", `${ORDERS}/${id}/confirm-payment`, charge({ id: "yes" }), undefined, {
      "x-request-id": "the-charge",
    })
    await hub.hub.requestLog.flush()
    await hub.beside(leaveDeadJob)
    const owner = await signIn(hub, "owner", { email: "owner@acme.test" })
    stage = await openDashboard(hub, owner.email)
    page = stage.page
  }, START_MS)

  afterAll(() => stage?.close())

  const button = (name: string | RegExp) => stage.button(name, false)
  const nav = (name: string) => stage.nav(name)
  const see = (text: string | RegExp) => stage.see(text)
  const look = (name: string) => stage.look(name)

  it("finds an order by its corrected buyer's document, and shows its timeline", { timeout: SCENARIO_MS }, async () => {
    await nav("Orders").click()
    await look("orders")
    await page.getByLabel("Find an order").fill("nothing-like-it")
    await button("Find").click()
    await see("No orders found")
    await page.getByLabel("Find an order").fill("171.234-5678")
    await button("Find").click()
    await see("web-77")
    await page.locator("table a").first().click()
    for (const told of ["Created", "Corrected", "Tender declined", "Tender approved", "Completed"]) await see(told)
    await see("6.50 USD")
    await page.getByText("The order as JSON").click()
    await look("one order")
    await page.getByRole("link", { name: "Back to the orders" }).click()
    expect(await page.getByLabel("Find an order").inputValue()).toBe("171.234-5678")
  })

  it("shows action items, and dismisses one only with a reason", { timeout: SCENARIO_MS }, async () => {
    await nav("Needs a person").click()
    await see("the order is of another store")
    await see("Report of the fiscal authority")
    await look("attention")
    await button("Dismiss…").click()
    expect(await button("Dismiss").isDisabled()).toBe(true)
    await page.getByLabel("Why nothing needs to be done").fill("asked the store")
    await button("Dismiss").click()
    await see("Nothing needs a person")
    await nav("Audit log").click()
    await see(/^Failed jobs$/)
    await page.getByTitle(/^job 019aa000/).waitFor()
  })

  it("finds a request by its id, and shows both sides without the buyer", { timeout: SCENARIO_MS }, async () => {
    await nav("Requests").click()
    await look("requests")
    await page.getByLabel("X-Request-Id").fill("the-charge")
    await button("Find").click()
    const found = page.getByRole("link", { name: /confirm-payment/ })
    // Until the answer has come all of them stand there.
    await expect.poll(() => found.count()).toBe(1)
    await found.click()
    await see("Response")
    await see(/"transaction_id": "yes"/)
    await look("one request")
    expect(await page.locator("main").innerText()).not.toContain("1712345678")
    await page.getByRole("link", { name: "Back to the requests" }).click()
    expect(await page.getByLabel("X-Request-Id").inputValue()).toBe("the-charge")
  })

  it("no page breaks a rule of accessibility or throws an error", () => {
    expect(stage.wrong).toEqual([])
  })
})
