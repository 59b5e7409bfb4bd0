/** Headquarters: the stores, the day, an order's story, what an endpoint answered, requests, keys, drawers, a file that is looked at first. */
import { createServer } from "node:http"
import type { Locator, Page } from "playwright-core"
import demoTenant from "../../hub/tenants/demo-tenant.json" with { type: "json" }
import { sell } from "./lunch.ts"
import { shotDark } from "./register-pictures.ts"
import { OWNER, type Scene, STORE_ID } from "./scene.ts"

const DESK = { width: 1360, height: 850 }
const ACCOUNT = "acme"

export async function takeDashboard(scene: Scene): Promise<void> {
  await sell(scene.hub, {
    code: "W-733",
    channel: "WEB",
    way: "DELIVERY",
    guest: ["Sofía", "Rivas"],
    method: "CARD",
    lines: [{ product: "p-combo-brasa" }, { product: "p-flan", quantity: 2 }],
  })
  const desk = await sitDown(scene)
  await takeStores(desk)
  await takeOrders(desk)
  await takeWebhooks(desk)
  await takeIntegrations(desk)
}

interface Desk {
  readonly scene: Scene
  readonly page: Page
  button(name: string): Locator
  nav(name: string): Promise<void>
  see(text: string | RegExp): Promise<void>
  shot(name: string): Promise<void>
}

async function sitDown(scene: Scene): Promise<Desk> {
  const page = await (await scene.window(DESK, "en-US")).newPage()
  const desk: Desk = {
    scene,
    page,
    button: (name) => page.getByRole("button", { name, exact: true }),
    nav: (name) => page.getByRole("navigation").getByRole("link", { name, exact: true }).click(),
    see: (text) => page.getByText(text).first().waitFor(),
    shot: (name) => scene.shot(page, `dashboard-${name}`),
  }
  await page.goto(`${scene.hubUrl}/dashboard`)
  await page.getByLabel("E-mail address").waitFor()
  await desk.shot("sign-in")
  await page.getByLabel("E-mail address").fill(OWNER.email)
  await page.getByLabel("Password").first().fill(OWNER.password)
  await desk.button("Sign in").click()
  return desk
}

async function takeStores({ scene, page, nav, shot }: Desk): Promise<void> {
  await nav("Stores")
  const store = page.getByRole("link", { name: /UIO-001/ }).first()
  await store.waitFor()
  await shot("stores")
  await store.click()
  const totals = page.getByRole("main").getByRole("link", { name: "Day totals" })
  await totals.waitFor()
  await shot("store")
  await totals.click()
  await page.getByRole("table", { name: "By hour" }).waitFor()
  await shot("totals")
  await shotDark(scene, page, "dashboard-totals-dark")
}

async function takeOrders({ page, button, nav, see, shot }: Desk): Promise<void> {
  await nav("Orders")
  await page.locator("table a").first().waitFor()
  await shot("orders")
  await page.getByLabel("Find an order").fill("A-118")
  await button("Find").click()
  await page.locator("table a").first().click()
  await see("Completed")
  await shot("order")
  await nav("Cash differences")
  await page.getByLabel("From").waitFor()
  await page.waitForLoadState("networkidle")
  await shot("cash")
}

async function takeWebhooks({ page, button, nav, see, shot }: Desk): Promise<void> {
  const receiver = await openReceiver()
  const dialog = page.getByRole("dialog")
  await nav("Webhooks")
  await button("Add endpoint").click()
  await dialog.getByLabel("Name").fill("warehouse")
  await dialog.getByLabel("Address").fill(receiver.url)
  await dialog.getByRole("button", { name: "Create" }).click()
  await dialog.getByRole("button", { name: "I have saved it" }).click()
  await page.getByRole("link", { name: "warehouse" }).click()
  await page.getByLabel("Test event").selectOption("order.completed")
  await button("Send test").click()
  await see("the shelf is full")
  await shot("webhook-attempts")
  await nav("Webhooks")
  await page.getByRole("link", { name: "warehouse" }).waitFor()
  await shot("webhooks")
  await receiver.close()
}

async function takeIntegrations({ scene, page, button, nav, shot }: Desk): Promise<void> {
  await nav("Requests")
  await page
    .getByRole("link", { name: /confirm-payment|orders/ })
    .first()
    .waitFor()
  await shot("requests")
  await nav("Keys")
  await button("Create API key").waitFor()
  await shot("keys")
  await page.goto(`${scene.hubUrl}/dashboard#/methods/${STORE_ID}`)
  await page.locator("[data-field=terminalKey]").waitFor()
  await shot("methods")
  await nav("Provisioning")
  await page.locator("input[type=file]").setInputFiles({
    name: "chain.json",
    mimeType: "application/json",
    buffer: Buffer.from(JSON.stringify(changed(), null, 2)),
  })
  await page.locator("[data-kind=store]").waitFor()
  await shot("provisioning")
}

/** Its own account's file, with a store that has moved. */
function changed(): object {
  const own = structuredClone(demoTenant.accounts.filter(({ id }) => id === ACCOUNT))
  const store = own[0]?.vendors[0]?.stores[0]
  if (store) Object.assign(store, { name: "Acme Amazonas Norte", businessDayCutoff: "05:00" })
  return { accounts: own }
}

/** An endpoint that answers as no one wishes. */
async function openReceiver(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    request.resume()
    response.writeHead(500, { "content-type": "text/plain" }).end("the shelf is full")
  })
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const address = server.address()
  const port = typeof address === "object" && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/hooks`,
    close: () => {
      server.closeAllConnections()
      return new Promise((done) => server.close(() => done()))
    },
  }
}
