/** The dashboard of an owner who is limited to some vendors, in a real Chromium: it offers nothing that would be refused. */
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, type TestHub } from "../kit/hub.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { type DashboardStage, openDashboard, SCENARIO_MS, START_MS } from "./dashboard/stage.ts"

const OURS = "acme.ec.guayaquil"
const BOTH = ["acme.ec.guayaquil", "acme.ec.quito"]

onSqlite((open) => {
  let hub: TestHub
  let head: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    head = await signIn(hub, "owner", { email: "head@acme.test" })
    await signIn(hub, "developer", { email: "quito@acme.test", vendorIds: ["acme.ec.quito"] })
    await signIn(hub, "owner", { email: "one@acme.test", vendorIds: [OURS] })
    await signIn(hub, "owner", { email: "both@acme.test", vendorIds: BOTH })
    const key = { name: "wide", vendorId: null, scopes: ["orders:read"] }
    expect((await head.call("POST", ADMIN_ENDPOINTS.createApiKey.path, key)).status).toBe(201)
  }, START_MS)

  /** What the hub has of somebody. */
  const vendorsOf = async (email: string) => {
    const { items } = (await head.call("GET", `${ADMIN_ENDPOINTS.listUsers.path}?size=200`)).body.data
    return items.find((person: { email: string }) => person.email === email)?.vendorIds
  }

  const fill = async ({ button, dialog }: DashboardStage, email: string) => {
    await button("Invite a person").click()
    await dialog().getByLabel("E-mail address").fill(email)
    await dialog().getByLabel("Name").fill("New")
  }

  describe("an owner of one vendor", () => {
    let stage: DashboardStage
    beforeAll(async () => {
      stage = await openDashboard(hub, "one@acme.test")
      for (const who of ["head@acme.test", "quito@acme.test"]) stage.hide("somebody who sees more", who)
    }, START_MS)
    afterAll(() => stage?.close())

    it("invites users of that vendor without choosing one", { timeout: SCENARIO_MS }, async () => {
      const { nav, button, dialog, see, look } = stage
      await nav("People").click()
      await see("one@acme.test")
      await look("people of a vendor")
      await fill(stage, "luis@acme.test")
      expect(await dialog().getByRole("checkbox").count()).toBe(0)
      await button("Create the invitation").click()
      await dialog().locator(".code").waitFor()
      expect(await vendorsOf("luis@acme.test")).toEqual([OURS])
      await stage.page.keyboard.press("Escape")
      await see("luis@acme.test")
    })

    it("reads audit entries of that vendor", { timeout: SCENARIO_MS }, async () => {
      const { nav, see, look } = stage
      await nav("Audit log").click()
      await see("Invited a person")
      await look("the trail of a vendor")
    })

    it("is offered nothing of the whole account", { timeout: SCENARIO_MS }, async () => {
      const { page, nav, button, dialog, see, look } = stage
      expect(await nav("Provisioning").count()).toBe(0)
      await page.goto(`${hub.hub.url}/dashboard#/provisioning`)
      await see("This belongs to the whole account, and you may see only some of its vendors.")
      await nav("Keys").click()
      const row = (name: string) => page.locator(`tr[data-key="${name}"]`)
      await row("sister").getByRole("button", { name: "Rotate" }).waitFor()
      expect(await row("wide").getByRole("button").count()).toBe(0)
      await look("keys of a vendor")
      await nav("Webhooks").click()
      await button("Add endpoint").click()
      expect(await dialog().getByLabel("Vendor").locator("option").allInnerTexts()).toEqual(["Acme Guayaquil"])
      expect(stage.wrong).toEqual([])
    })
  })

  describe("an owner of several vendors", () => {
    let stage: DashboardStage
    beforeAll(async () => {
      stage = await openDashboard(hub, "both@acme.test")
    }, START_MS)
    afterAll(() => stage?.close())

    it("chooses at least one of those", { timeout: SCENARIO_MS }, async () => {
      const { nav, button, dialog, see, look } = stage
      await nav("People").click()
      await see("quito@acme.test")
      await fill(stage, "ana@acme.test")
      await see("At least one.")
      expect(await button("Create the invitation").isDisabled()).toBe(true)
      await dialog().getByLabel("Acme Guayaquil").check()
      await look("an invitation to some vendors")
      await button("Create the invitation").click()
      await dialog().locator(".code").waitFor()
      expect(await vendorsOf("ana@acme.test")).toEqual([OURS])
      expect(stage.wrong).toEqual([])
    })
  })
})
