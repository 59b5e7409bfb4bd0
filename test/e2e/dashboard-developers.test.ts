/** A developer's and an owner's pages of the dashboard, clicked through in a real Chromium on a real hub. */
import { writeFileSync } from "node:fs"
import { afterAll, afterEach, beforeAll, expect, it } from "vitest"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub, testTenants } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { stockPath } from "../kit/provoke-menu.ts"
import { openReceiver, type Receiver } from "../kit/receiver.ts"
import { tempFile } from "../kit/temp.ts"
import { type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"
import { tapTwice } from "./tap-twice.ts"

onSqlite((open) => {
  let hub: TestHub
  let receiver: Receiver
  let stage: DashboardStage
  let page: DashboardStage["page"]

  beforeAll(async () => {
    hub = await openTestHub(open, { allowPrivateWebhooks: true })
    receiver = await openReceiver()
    await hub.call("PUT", stockPath("p-cola"), { available: false })
    const owner = await signIn(hub, "owner", { email: "owner@acme.test" })
    stage = await openDashboard(hub, owner.email)
    page = stage.page
  }, START_MS)

  afterAll(() => stage?.close())

  afterEach(async ({ task }) => {
    const dir = process.env.BRASA_SHOTS
    if (dir) await page?.screenshot({ path: `${dir}/dev-${task.name.replaceAll(/\W+/g, "-")}.png`, fullPage: true })
  })

  const button = (name: string | RegExp) => stage.button(name, false)
  const nav = (name: string) => stage.nav(name)
  const see = (text: string | RegExp) => stage.see(text)
  const dialog = () => stage.dialog()
  const keep = async () => {
    const secret = await page.locator("[data-secret]").first().innerText()
    await dialog().getByRole("button", { name: "I have saved it" }).click()
    await dialog().waitFor({ state: "detached" })
    // Shown once: no page that is looked at from now on may show it.
    stage.hide("a secret", secret)
    return secret
  }
  const look = (name: string) => stage.look(name)

  it("creates an endpoint, tests it, and shows both sides of the delivery", { timeout: SCENARIO_MS }, async () => {
    await nav("Webhooks").click()
    await see("There are no endpoints yet.")
    await button("Add endpoint").click()
    await dialog().getByLabel("Name").fill("warehouse")
    await dialog().getByLabel("Address").fill(receiver.url)
    await dialog().getByRole("button", { name: "Create" }).click()
    expect(await keep()).toMatch(/^whsec_/)
    await look("webhooks")
    await page.getByRole("link", { name: "warehouse" }).click()
    await page.getByLabel("Test event").selectOption("order.completed")
    // One long line, as a page of HTML that was made small.
    receiver.mood = { status: 500, body: `the shelf is full ${"x".repeat(900)}` }
    await button("Send test").click()
    await hub.hub.queue.settle()
    await see("the shelf is full")
    await see(/answered 500/)
    receiver.mood = "takes"
    await look("delivery")
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    expect(receiver.heard[0]?.event.event.test).toBe(true)
  })

  it("pauses, resumes, rotates, and replays a period with progress", { timeout: SCENARIO_MS }, async () => {
    const response = await hub.call("POST", ORDERS, orderBody())
    await hub.call("POST", `${ORDERS}/${response.body.data.order?.id ?? response.body.data.id}/payments`, charge())
    await page.getByRole("link", { name: /warehouse/ }).click()
    await see("All events")
    await button("Pause").click()
    await see("Paused")
    await button("Resume").click()
    await tapTwice(button("Rotate the secret"), button("Sure? Tap again"))
    await keep()
    await see(/the old secret also signs until/)
    await page.getByLabel("From").fill("2026-11-20T00:00")
    await page.getByLabel("To").fill("2026-11-23T00:00")
    await button("Start").click()
    await hub.hub.queue.settle()
    await page.locator("[data-replay=ended]").waitFor()
    await look("endpoint")
    await page.getByRole("combobox", { name: "Deliveries" }).selectOption("waiting")
    await page.locator("[data-delivery=waiting]").first().getByRole("link").click()
    await page.getByRole("link", { name: "← warehouse" }).click()
    expect(await page.getByRole("combobox", { name: "Deliveries" }).inputValue()).toBe("waiting")
    await nav("Events").click()
    await see("Pick a vendor above.")
    await page.getByLabel("Vendor").selectOption("acme.ec.quito")
    await page.getByRole("cell", { name: "order.opened" }).waitFor()
    await look("events")
    await page.getByLabel("Vendor").selectOption("")
  })

  it("creates a key, rotates it, and revokes the old one", { timeout: SCENARIO_MS }, async () => {
    await nav("Keys").click()
    await button("Create API key").click()
    await dialog().getByLabel("Name").fill("till feed")
    await dialog().getByLabel("orders:read").check()
    await dialog().getByRole("button", { name: "Create" }).click()
    const first = await keep()
    expect((await hub.call("GET", ORDERS, undefined, first)).status).toBe(200)
    const row = page.locator('[data-key="till feed"]')
    await row.getByRole("button", { name: "Rotate" }).click()
    const second = await keep()
    await page.locator('[data-key^="till feed, until"]').waitFor()
    expect((await hub.call("GET", ORDERS, undefined, first)).status).toBe(200)
    await look("keys")
    await tapTwice(row.getByRole("button", { name: "Revoke" }), row.getByRole("button", { name: "Sure? Tap again" }))
    await row.getByText("Revoked").waitFor()
    expect((await hub.call("GET", ORDERS, undefined, second)).status).toBe(401)
  })

  it("publishes a menu, shows who requested it, and ends a publication that nobody reports on", {
    timeout: SCENARIO_MS,
  }, async () => {
    await nav("Menus").click()
    await see(/until changed/)
    await see("Kiosk · Take away")
    await page.locator('[data-menu^="UIO-001"]').first().getByRole("button", { name: "Publish" }).click()
    const locked = page.getByText(/^Acme .+: a publication waits for its reports/)
    await locked.waitFor()
    await page.getByLabel("Vendor").selectOption("acme.ec.guayaquil")
    await locked.waitFor({ state: "detached" })
    await page.getByLabel("Vendor").selectOption("")
    await see("owner@acme.test")
    await look("menus")
    await tapTwice(button("Count as failed"), button("Sure? Tap again"))
    await see(/Released by hand/)
    await page.locator(".dash-name").click()
    await page.getByText("Português", { exact: true }).click()
    await nav("Cardápios").click()
    await see(/cardápio: falhou · Liberada à mão/)
    await page.locator(".dash-name").click()
    await page.getByText("English", { exact: true }).click()
  })

  it("shows which level a value comes from, and replaces a secret without showing it", {
    timeout: SCENARIO_MS,
  }, async () => {
    await page.goto(`${hub.hub.url}/dashboard#/methods/${STORE}`)
    const field = page.locator("[data-field=terminalKey]")
    await field.waitFor()
    await look("methods")
    await field.getByRole("button", { name: /Change .*, store/ }).click()
    await field.getByLabel("store", { exact: true }).fill("sesame-of-the-store")
    await field.getByRole("button", { name: "Save" }).click()
    await field.getByRole("button", { name: "Save" }).waitFor({ state: "detached" })
    stage.hide("the terminal's key", "sesame-of-the-store")
    await look("methods, after a change")
  })

  it("checks a file, names its faults by line, previews the changes, and applies it", {
    timeout: SCENARIO_MS,
  }, async () => {
    await nav("Provisioning").click()
    const file = JSON.parse(testTenants())
    const own = { accounts: file.accounts.filter(({ id }: { id: string }) => id === "acme") }
    const choose = async (name: string) => {
      const path = tempFile(name)
      writeFileSync(path, JSON.stringify(own, null, 2))
      await page.locator("input[type=file]").setInputFiles(path)
    }
    own.accounts[0].vendors[0].stores[0].timeZone = "Mars/Olympus"
    await choose("bad.json")
    await see(/Nothing was changed/)
    await see(/^line \d+$/)
    await look("bad file")
    own.accounts[0].vendors[0].stores[0].timeZone = "America/Guayaquil"
    own.accounts[0].vendors[0].stores[0].name = "Acme Amazonas Norte"
    await choose("good.json")
    await page.locator("[data-kind=store]").waitFor()
    await look("good file")
    await button("Apply").click()
    await see(/^Applied: /)
  })

  it("no page throws an error or breaks a rule of accessibility", () => {
    expect(stage.wrong).toEqual([])
  })
})
