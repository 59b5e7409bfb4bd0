/** Stores, totals, cash and a waiting box, clicked through in a real Chromium on a real hub. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { writeBoxComponent, writeLine } from "../kit/store-line.ts"
import { boxRuns } from "./dashboard/box-runs.ts"
import { type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"
import { tapTwice } from "./tap-twice.ts"

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
const DAY = "2026-11-21"
const DAY_AFTER = "2026-11-22"
const HEALTH = "/api/v1/core/external/component-health"
const CASH = "/api/v2/external/cash-management/reconciliations"

onSqlite((open) => {
  let hub: TestHub
  let stage: DashboardStage
  let page: DashboardStage["page"]

  beforeAll(async () => {
    hub = await openTestHub(open)
    const sold = await hub.call("POST", ORDERS, orderBody())
    await hub.call("POST", `${ORDERS}/${sold.body.data.id}/confirm-payment`, charge({ amount: 6.5 }))
    const shift = { shiftStart: `${DAY}T08:00:00-05:00`, shiftEnd: `${DAY}T09:00:00-05:00`, openingBalance: 100 }
    const count = {
      storeId: STORE,
      currency: "USD",
      sessionExternalId: "s1",
      declaredCash: 90,
      reason: "COUNTING_ERROR",
    }
    await hub.call("POST", CASH, { ...count, ...shift, operatorName: "Ana" })
    const beat = { componentType: "kiosk", componentId: "kiosk-1", storeId: STORE, status: "online" }
    await hub.hub.health.look()
    await hub.call("POST", HEALTH, beat)
    hub.clock.advance(HOUR_MS)
    await hub.hub.health.look()
    await hub.call("POST", HEALTH, beat)
    for (let minute = 0; minute < 32; minute += 1) {
      hub.clock.advance(MINUTE_MS)
      await hub.hub.health.look()
    }
    const person = await signIn(hub, "operations", { email: "ops@acme.test" })
    stage = await openDashboard(hub, person.email)
    page = stage.page
  }, START_MS)

  afterAll(() => stage?.close())

  const button = (name: string) => stage.button(name)
  const nav = (name: string) => stage.nav(name)
  const see = (text: string | RegExp) => stage.see(text)
  const look = (name: string) => stage.look(name)

  it("shows the stores with the worst first, the reason, and a store's outage", { timeout: SCENARIO_MS }, async () => {
    await nav("Stores").click()
    await see("kiosk-1 has been silent for 32 opening minutes")
    await look("stores")
    await page.getByLabel("State").selectOption("fine")
    await see("No stores found.")
    await page.getByLabel("State").selectOption("")
    await page.getByLabel("Country").selectOption("EC")
    await page.getByRole("link", { name: /UIO-001/ }).click()
    await see("ongoing")
    await see("This store has no box.")
    await look("store")
    await page.getByRole("link", { name: "All stores" }).click()
    expect(await page.getByLabel("Country").inputValue()).toBe("EC")
    await page.getByRole("link", { name: /UIO-001/ }).click()
  })

  it("draws a day by hour, method and channel, for vendor and store", {
    timeout: SCENARIO_MS,
  }, async () => {
    await page.getByRole("main").getByRole("link", { name: "Day totals" }).click()
    await page.getByRole("table", { name: "By hour" }).waitFor()
    await see("12:00")
    await look("totals")
    await nav("Day totals").click()
    await see("Pick a vendor above.")
    await page.getByLabel("Vendor").selectOption("acme.ec.quito")
    await page.getByRole("table", { name: "By channel" }).waitFor()
    const stores = page.getByRole("table", { name: "By store" })
    await stores.getByRole("row", { name: /UIO-001 .* 1 \$?6\.50/ }).waitFor()
    await look("totals of a vendor")
  })

  it("leads from a sum of cash differences to its counts", { timeout: SCENARIO_MS }, async () => {
    await nav("Cash differences").click()
    await page.getByLabel("From").fill(DAY)
    await page.getByLabel("To", { exact: true }).fill(DAY)
    await look("cash")
    await page.getByRole("link", { name: /UIO-001/ }).click()
    await page.getByRole("cell", { name: "Ana" }).waitFor()
    await see("No drawer was opened.")
    await page.getByRole("link", { name: DAY }).click()
    await see(`No shifts on ${DAY}.`)
    await look("cash, counts of a store")
  })

  it("gives a waiting box its store, and explains what replacing one does", { timeout: SCENARIO_MS }, async () => {
    const waiting = async () => {
      const box = { appVersion: "1.2.3", epoch: crypto.randomUUID() }
      return (await hub.call("POST", "/api/box/v1/claims", box)).body.data.code as string
    }
    for (const deed of ["Assign the store", "Replace the box"]) {
      await nav("Claim a box").click()
      await page.getByLabel("Code of the box").fill((await waiting()).toLowerCase())
      await button("Find").click()
      await see(/Version 1\.2\.3/)
      await page.getByLabel("Store", { exact: true }).selectOption(STORE)
      await button(deed).waitFor()
      await look(deed)
      await button(deed).click()
      await see(/The box now serves/)
    }
    await page.getByRole("status").getByRole("link").click()
    await see("The box has not reported yet.")
  })

  it("a store's page says unknown, without green and without 0, after the last contact", {
    timeout: SCENARIO_MS,
  }, async () => {
    await writeLine(hub, { told_made: 7, told_acked: 7, last_heard_at: hub.clock.iso(), online: 1 })
    const beat = { componentType: "kiosk", componentId: "kiosk-1", storeId: STORE, status: "online" }
    await hub.call("POST", HEALTH, beat)
    await writeBoxComponent(hub)
    const open = async () => {
      await page.goto(`${hub.hub.url}/dashboard#/stores`)
      await page.goto(`${hub.hub.url}/dashboard#/stores/${STORE}`)
    }
    await open()
    await see(/^Figures as of Nov 21/)
    await see("Connected")
    const main = page.getByRole("main")
    const parts = page.getByRole("table", { name: "Box and devices" })
    const boxRow = parts.getByRole("row", { name: /^Box/ })
    await main.getByText("Fine", { exact: true }).waitFor()
    expect(await boxRow.innerText()).toContain("Online")
    await look("store in contact")
    hub.clock.advance(5 * MINUTE_MS)
    await open()
    await see(/^Unknown since Nov 21/)
    await see("Last known figures")
    expect(await page.getByText("Nothing is lost").count()).toBe(0)
    expect(await page.getByText("Connected").count()).toBe(0)
    expect(await main.getByText("Fine", { exact: true }).count()).toBe(0)
    const fact = (name: string) => page.locator("dl.facts div", { hasText: name }).innerText()
    expect(await fact("Unsent")).toContain("7 (as of Nov 21")
    expect(await fact("Not yet sent to the store")).toContain("(as of Nov 21")
    expect(await fact("Failed operations")).toContain("Unknown since")
    expect(await boxRow.innerText()).toContain("Unknown since")
    expect(await boxRow.innerText()).not.toContain("Online")
    await look("store out of contact")
    await page.goto(`${hub.hub.url}/dashboard#/stores`)
    await page
      .getByRole("row", { name: /UIO-001/ })
      .getByText("Unknown", { exact: true })
      .first()
      .waitFor()
    await look("stores, one out of contact")
    await page.getByLabel("State").selectOption({ label: "Unknown (1)" })
    await page.getByRole("link", { name: /UIO-001/ }).waitFor()
    expect(await page.getByLabel("State").innerText()).toContain("Fine (0)")
    await page.getByRole("link", { name: /UIO-001/ }).click()
    await main.getByRole("link", { name: "Day totals" }).click()
    await see(/^No contact since Nov 21.*the store may have sold more/)
    await page.getByLabel("Day", { exact: true }).fill(DAY_AFTER)
    await see(/^No contact since/)
    expect(await page.getByText("No sales on that day").count()).toBe(0)
    await look("totals of a store out of contact")
    await page.getByRole("link", { name: "All stores" }).click()
    await see(/^1 store out of contact, the first since Nov 21/)
    const own = page.getByRole("table", { name: "By store" }).getByRole("row", { name: /UIO-001/ })
    expect(await own.innerText()).toMatch(/Unknown\s.*Unknown since Nov 21/)
    await look("totals of a vendor with a store out of contact")
  })

  it("halts a version, and moves a store to another ring", { timeout: SCENARIO_MS }, async () => {
    await boxRuns(hub, "1.2.3")
    await nav("Versions").click()
    await see("Gets 1.3.0")
    await see("0 of 1 box has it.")
    await tapTwice(button("Halt"), button("Sure? Tap again"))
    await see("Halted since")
    await page.getByRole("heading", { name: "Ring of all stores" }).waitFor()
    await look("versions")
    await button("Resume").click()
    await button("Halt").waitFor()
    await page.getByLabel("Store", { exact: true }).selectOption(STORE)
    await see("The store is in the ring of all stores; its box runs 1.2.3.")
    await page.getByLabel("Another ring").fill("first")
    await button("Move").click()
    await see("The store is in the ring first")
    await page.getByRole("region", { name: "Ring first" }).getByText("1.2.3", { exact: true }).waitFor()
  })

  it("no page breaks a rule of accessibility or throws an error", () => {
    expect(stage.wrong).toEqual([])
  })
})
