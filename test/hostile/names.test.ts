/** Names that are scripts, on every screen of the store and page of the dashboard, in a real Chromium: nothing of them runs, and they stand there as they are. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub, testTenants } from "../kit/hub.ts"
import { dish } from "../kit/kitchen.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { PASSWORD, type SignedIn, signIn } from "../kit/people.ts"
import { pairScreen, takeOn } from "../kit/store-staff.ts"
import { hostileName, hostileText, seeText, type Watch, watchPage } from "./hostile-names.ts"

const START_MS = 90_000
const STORY_MS = 180_000
const PATIENCE_MS = 15_000
const DAY = "2026-11-21"
const CASH = "/api/v2/external/cash-management/reconciliations"
const PIN = "482913"

const [STORE_NAME, PRODUCT, GROUP] = [hostileText("Tienda"), hostileText("Burger"), hostileText("Grupo")]
const [MODIFIER, NOTE, BUYER] = [hostileText("Modifier"), hostileText("Nota"), hostileName("Buyer")]
const [CODE, STAFF, DEVICE] = [hostileName("O-1"), hostileName("Rosa"), hostileName("Tablet")]
const [PERSON, ENDPOINT, KEY_NAME] = [hostileName("Person"), hostileName("Hook"), hostileName("Key")]
const [OPERATOR, COUNT_NOTE, TENDER] = [hostileName("Ana"), hostileName("Count"), hostileName("tx")]

/** The demo's tenants under such names. */
function hostileTenants(): string {
  const file = JSON.parse(testTenants())
  const [acme] = file.accounts
  const [quito] = acme.vendors
  acme.name = hostileText("Cuenta")
  quito.name = hostileText("Vendor")
  quito.stores[0].name = STORE_NAME
  for (const product of quito.products) if (product.id === "p-burger") product.name = PRODUCT
  for (const group of quito.modifierGroups) {
    // One must be chosen, so that till and kiosk ask.
    if (group.id === "g-extras") Object.assign(group, { name: GROUP, type: "RADIO", minOptions: 1, maxOptions: 1 })
  }
  for (const option of quito.products) if (option.id === "m-cheese") option.name = MODIFIER
  return JSON.stringify(file)
}

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let owner: SignedIn
  let browser: Browser
  let orderId: string

  beforeAll(async () => {
    hub = await openTestHub(open, { requestLog: "on" })
    const done = await hub.hub.operator.provision(hostileTenants())
    if ("code" in done) throw new Error(JSON.stringify(done))
    browser = await launchBrowser()
    box = await openTestBox(hub)
    await box.call("POST", "/api/lan/v1/days")
    const line = { ...dish("p-burger", "grill"), name: PRODUCT, notes: NOTE }
    const products = [{ ...line, modifiers: [{ name: MODIFIER, quantity: 1 }] }]
    const client = { uid: "c-1", name: BUYER, lastName: BUYER, govIdNumber: "1712345678" }
    const body = orderBody({ channel: "WEB", paid: "CASH", orderCode: CODE, order: { products }, client })
    const response = await box.call("POST", ORDERS, body)
    expect([response.status, response.body.error]).toEqual([201, undefined])
    orderId = response.body.data.id
    await box.whenSynced()
    await tellTheHub()
  }, START_MS)

  afterAll(() => browser?.close())

  async function tellTheHub(): Promise<void> {
    const shift = { shiftStart: `${DAY}T08:00:00-05:00`, shiftEnd: `${DAY}T09:00:00-05:00`, openingBalance: 100 }
    const count = { storeId: STORE, currency: "USD", sessionExternalId: "s1", declaredCash: 90, reason: "OTHER" }
    const said = { operatorName: OPERATOR, notes: COUNT_NOTE }
    await hub.call("POST", CASH, { ...count, ...shift, ...said })
    const web = await hub.call("POST", ORDERS, orderBody({ client: { uid: "c-2", name: BUYER } }))
    const tender = charge({ id: TENDER, method: "CARD", declined: hostileName("declined") })
    await hub.call("POST", `${ORDERS}/${web.body.data.id}/confirm-payment`, tender)
    await hub.call("GET", `${ORDERS}/${encodeURIComponent(hostileName("path"))}`)
    owner = await signIn(hub, "owner", { email: "owner@acme.test" })
    const more: readonly [string, string, object][] = [
      ["POST", ADMIN_ENDPOINTS.inviteUser.path, { email: "b@acme.test", name: PERSON, role: "operations" }],
      [
        "POST",
        ADMIN_ENDPOINTS.createWebhook.path,
        { name: ENDPOINT, vendorId: "acme.ec.quito", url: "https://receiver.example/hook", events: ["*"] },
      ],
      ["POST", ADMIN_ENDPOINTS.createApiKey.path, { name: KEY_NAME, vendorId: null, scopes: ["orders:read"] }],
    ]
    for (const [method, path, body] of more) {
      const answer = await owner.call(method, path, body)
      expect([path, answer.status, answer.body?.message]).toEqual([path, 201, undefined])
    }
    await hub.hub.requestLog.flush()
  }

  async function openContext(locale: string): Promise<BrowserContext> {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale })
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }

  async function openScreen(kind: DeviceKind, deviceId: string, path: string): Promise<{ page: Page; watch: Watch }> {
    const page = await (await openContext("es-EC")).newPage()
    const watch = await watchPage(page)
    await page.goto(`${box.box.url}${path}#pair=${box.box.pairingCode({ kind, deviceId })}`)
    return { page, watch }
  }

  const tap = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click()

  it("the test would see a name that runs, loads or enters a page as code", async () => {
    const { page, watch } = await openScreen("board", "board-0", "/kds/board")
    await seeText(page, CODE)
    expect(await watch.signs()).toEqual([])
    await page.evaluate((text) => document.body.insertAdjacentHTML("beforeend", text), hostileText("a"))
    await expect.poll(async () => (await watch.signs()).join("\n")).toMatch(/loads [\s\S]*script-src-attr[\s\S]*stands/)
    await page.context().close()
  })

  describe("hostile names at the store", { timeout: STORY_MS }, () => {
    it.each([
      ["kds_station", "grill", "/kds", [CODE, PRODUCT, MODIFIER, NOTE]],
      ["expo", "expo-1", "/kds/expo", [CODE, PRODUCT, MODIFIER, NOTE]],
      ["board", "board-1", "/kds/board", [CODE, STORE_NAME]],
    ] as const)("stay text on the %s", async (kind, deviceId, path, texts) => {
      const { page, watch } = await openScreen(kind, deviceId, path)
      for (const text of texts) await seeText(page, text)
      expect(await watch.signs()).toEqual([])
      await page.context().close()
    })

    it("stay text at a kiosk, from the menu to the basket", async () => {
      const { page, watch } = await openScreen("kiosk", "kiosk-1", "/kiosk")
      await tap(page, "Para llevar")
      await seeText(page, PRODUCT)
      await tap(page, /^Burger/)
      for (const text of [GROUP, MODIFIER]) await seeText(page, text)
      await page.getByRole("radio", { name: /^Modifier/ }).click()
      await tap(page, /^Agregar/)
      await tap(page, /^Ver pedido/)
      for (const text of [PRODUCT, MODIFIER]) await seeText(page, text)
      expect(await watch.signs()).toEqual([])
      await page.context().close()
    })

    it("stay text at the register, from the menu to the sale", async () => {
      const { page, watch } = await openScreen("pos", "pos-2", "/pos")
      await page.getByLabel("Su nombre").fill(STAFF)
      await page.getByLabel("Su código").fill("c-7")
      await page.getByLabel("Fondo de caja").fill("100")
      await page.keyboard.press("Enter")
      await seeText(page, PRODUCT)
      await tap(page, /^Burger/)
      for (const text of [GROUP, MODIFIER]) await seeText(page, text)
      await page.getByRole("radio", { name: /^Modifier/ }).click()
      await page.getByRole("dialog").getByLabel("Nota").fill(NOTE.slice(0, 60))
      await page
        .getByRole("dialog")
        .getByRole("button", { name: /Agregar/ })
        .click()
      for (const text of [PRODUCT, MODIFIER]) await seeText(page, text)
      expect(await watch.signs()).toEqual([])
      await page.context().close()
    })

    it("stay text on every part of the manager's page", async () => {
      const manager = await pairScreen(box.box, "manager", "manager-1")
      await takeOn(manager, { role: "manager", pin: PIN, name: STAFF })
      const { page, watch } = await openScreen("manager", "manager-2", "/manage")
      await page.getByLabel("PIN", { exact: true }).fill(PIN)
      await page.keyboard.press("Enter")
      await seeText(page, STAFF)
      await tap(page, "Pantallas")
      await tap(page, "Conectar una pantalla")
      await page.getByRole("dialog").getByLabel("Nombre").fill(DEVICE)
      await tap(page, "Mostrar el código")
      await seeText(page, DEVICE)
      await page.keyboard.press("Escape")
      for (const tab of ["Impresoras", "Impresiones", "Cierre", "Simulacro", "Personal", "Hoy"]) {
        await page.getByRole("navigation").getByRole("button", { name: tab }).click()
        await page.getByRole("heading").first().waitFor()
        expect([tab, await watch.signs()]).toEqual([tab, []])
      }
      await seeText(page, STAFF)
      expect(await watch.signs()).toEqual([])
      await box.whenSynced()
      await page.context().close()
    })
  })

  describe("hostile names at the dashboard", { timeout: STORY_MS }, () => {
    let page: Page
    let watch: Watch

    beforeAll(async () => {
      page = await (await openContext("en-US")).newPage()
      watch = await watchPage(page)
      await page.goto(`${hub.hub.url}/dashboard`)
      await page.getByLabel("E-mail address").fill(owner.email)
      await page.getByLabel("Password").first().fill(PASSWORD)
      await page.getByRole("button", { name: "Sign in" }).click()
      await page.getByRole("navigation").first().waitFor()
    }, START_MS)

    it.each([
      ["stores", [STORE_NAME]],
      [`stores/${STORE}`, [STORE_NAME, STAFF]],
      ["boxes", []],
      ["updates", [STORE_NAME]],
      ["totals", []],
      ["cash", []],
      ["attention", []],
      ["orders", [CODE]],
      ["requests", []],
      ["webhooks", [ENDPOINT]],
      ["events", []],
      ["keys", [KEY_NAME]],
      ["menus", [STORE_NAME]],
      [`methods/${STORE}`, [STORE_NAME]],
      ["provisioning", []],
      ["people", [PERSON]],
      ["audit", [KEY_NAME]],
      ["account", []],
    ] as const)("stay text at %s", async (path, texts) => {
      await page.goto(`${hub.hub.url}/dashboard#/${path}`)
      await page.getByRole("main").getByRole("heading").first().waitFor()
      for (const text of texts) await seeText(page, text)
      expect(await watch.signs()).toEqual([])
    })

    it("stay text in an order's timeline, and in the order itself", async () => {
      await page.goto(`${hub.hub.url}/dashboard#/orders/${orderId}`)
      await seeText(page, CODE)
      await page.getByText("The order as JSON").click()
      // As JSON writes them.
      for (const text of [PRODUCT, NOTE, BUYER]) await seeText(page, JSON.stringify(text).slice(1, -1))
      expect(await watch.signs()).toEqual([])
    })

    it("stay text in a drawer count, a webhook's page and a stored request", async () => {
      const links: readonly [string, RegExp, readonly string[]][] = [
        ["cash", /UIO-001/, [OPERATOR]],
        ["webhooks", /^Hook/, [ENDPOINT]],
        ["requests", /confirm-payment/, [JSON.stringify(TENDER).slice(1, -1)]],
      ]
      for (const [path, name, texts] of links) {
        await page.goto(`${hub.hub.url}/dashboard#/${path}`)
        if (path === "cash") {
          await page.getByLabel("From").fill(DAY)
          await page.getByLabel("To", { exact: true }).fill(DAY)
        }
        await page.getByRole("main").getByRole("link", { name }).first().click()
        for (const text of texts) await seeText(page, text)
        expect([path, await watch.signs()]).toEqual([path, []])
      }
    })
  })
})
