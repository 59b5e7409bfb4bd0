/** Users, the audit log, one's own account and a store's audit log at the dashboard, in a real Chromium with a real hub. */
import { afterAll, beforeAll, expect, it } from "vitest"
import type { HubContext } from "../../hub/composition/hub-context.ts"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import { onSqlite } from "../kit/databases.ts"
import { KEY, NOW, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { asPerson, cookieOf, knock, PASSWORD, signIn } from "../kit/people.ts"
import { DASHBOARD_WINDOW, type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"
import { tapTwice } from "./tap-twice.ts"

const NEXT_PASSWORD = "another-good-password"

/** As the store's box tells it. */
async function tellOfStore({ store }: HubContext): Promise<void> {
  const who = { deviceId: "pos-1", deviceName: "Front till", staffId: null, staffName: "Marta", authorisedBy: "Luis" }
  const deeds = [
    { action: "drawer.open", subject: "pos-1", detail: {} },
    { action: "drawer.withdraw", subject: STORE, detail: { amount: 40, currency: null, category: "SAFE_DROP" } },
    { action: "paper.reprint", subject: "A-7", detail: { document: "receipt", copyNumber: 1 } },
    { action: "drill.start", subject: STORE, detail: { minutes: 5 } },
  ]
  const entries = deeds.map((deed) => ({ id: crypto.randomUUID(), at: NOW, ...who, ...deed }))
  await store.write({ accountId: "acme", vendorId: "acme.ec.quito" }, async (tx) => {
    for (const entry of entries) {
      const row = { store_id: STORE, entry_id: entry.id, at: NOW, action: entry.action, record: JSON.stringify(entry) }
      await tx.insert("store_audit", row).execute()
    }
  })
}

onSqlite((open) => {
  let hub: TestHub
  let stage: DashboardStage

  beforeAll(async () => {
    hub = await openTestHub(open)
    await hub.beside(tellOfStore)
    await signIn(hub, "owner", { account: "globex", email: "stranger@globex.test" })
    await signIn(hub, "operations", { email: "ops@acme.test" })
    const owner = await signIn(hub, "owner", { email: "owner@acme.test" })
    stage = await openDashboard(hub, owner.email)
    stage.hide("another account's person", "stranger@globex.test")
    stage.hide("a key", KEY)
  }, START_MS)

  afterAll(() => stage?.close())

  it("invites a user by a link that is shown once, changes their role, removes them", {
    timeout: SCENARIO_MS,
  }, async () => {
    const { page, nav, button, dialog, see, look } = stage
    await nav("People").click()
    await see("ops@acme.test")
    await look("people")
    await button("Invite a person").click()
    await dialog().getByLabel("E-mail address").fill("luis@acme.test")
    await dialog().getByLabel("Name").fill("Luis")
    await dialog().getByLabel("Role").selectOption("developer")
    await look("invitation")
    await button("Create the invitation").click()
    const url = await dialog().locator(".code").innerText()
    await page.keyboard.press("Escape")
    await dialog().waitFor({ state: "detached" })
    const token = url.split("/").at(-1) ?? ""
    stage.hide("a one-time link", token)
    const opened = await knock(hub, ADMIN_ENDPOINTS.openByLink.path, { token, password: PASSWORD })
    const luis = asPerson(hub, { personId: "", email: "luis@acme.test", cookie: cookieOf(opened) })
    const row = page.getByRole("row", { name: /luis@acme\.test/ })
    await row.getByRole("button", { name: "Change" }).click()
    await dialog().getByLabel("Role").selectOption("read-only")
    await button("Save").click()
    await dialog().waitFor({ state: "detached" })
    const me = async () => (await luis.call("GET", ADMIN_ENDPOINTS.readMe.path)).body
    expect((await me()).data.role).toBe("read-only")
    await tapTwice(row.getByRole("button", { name: "Disable" }), row.getByRole("button", { name: "Sure? Tap again" }))
    // The state, not the button, which says almost the same.
    await row.getByText("disabled", { exact: true }).waitFor()
    expect((await me()).error).toBe("UNAUTHORIZED")
    await look("people, one shut out")
  })

  it("shows who did that in the audit log, by person and by action", { timeout: SCENARIO_MS }, async () => {
    const { page, nav, see, look } = stage
    await nav("Audit log").click()
    await see("Invited a person")
    await see("role: operations")
    await look("audit")
    await page.setViewportSize({ width: 390, height: 844 })
    await look("audit on a telephone")
    await page.setViewportSize(DASHBOARD_WINDOW)
    await page.getByLabel("About").selectOption({ label: "Sessions" })
    await see("Signed in")
    await page.getByText("Invited a person").first().waitFor({ state: "detached" })
    await page.getByLabel("Who").selectOption({ label: "ops@acme.test" })
    await see("Signed in by a link")
    await look("audit, narrowed")
  })

  it("shows what was done in a store, and by whom", { timeout: SCENARIO_MS }, async () => {
    await stage.page.goto(`${hub.hub.url}/dashboard#/stores/${STORE}`)
    await stage.see("Opened the drawer")
    await stage.see("Marta · allowed by Luis · Front till")
    for (const beside of ["40.00 · Safe drop", "A-7 · Receipt, copy 1", "minutes: 5"]) await stage.see(beside)
    const outageTest = stage.page.getByRole("row", { name: /Started an outage test/ })
    expect(await outageTest.innerText()).not.toContain(STORE)
    expect(await outageTest.getByTitle(STORE).count()).toBe(1)
    await stage.look("store with its trail")
  })

  it("changes one's own password, which ends other sessions, and signs out everywhere", {
    timeout: SCENARIO_MS,
  }, async () => {
    const { page, button, see, look } = stage
    const before = await knock(hub, ADMIN_ENDPOINTS.signIn.path, { email: "owner@acme.test", password: PASSWORD })
    const elsewhere = asPerson(hub, { personId: "", email: "owner@acme.test", cookie: cookieOf(before) })
    await page.locator(".dash-name").click()
    await page.getByLabel("Current password").fill(PASSWORD)
    const [first, again] = await page.locator("input[autocomplete=new-password]").all()
    await first?.fill(NEXT_PASSWORD)
    await again?.fill(NEXT_PASSWORD)
    await look("account")
    await page.locator("form").getByRole("button", { name: "Change the password" }).click()
    await see("Password changed. All other sessions have ended.")
    expect((await elsewhere.call("GET", ADMIN_ENDPOINTS.readMe.path)).status).toBe(401)
    await tapTwice(button("Sign out everywhere"), button("Sure? Tap again"))
    await page.getByLabel("E-mail address").waitFor()
    await look("signed out")
    await stage.signIn("owner@acme.test", NEXT_PASSWORD)
  })

  it("no page breaks a rule of accessibility, throws an error or shows a secret", () => {
    expect(stage.wrong).toEqual([])
  })
})
