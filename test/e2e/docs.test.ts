/** The documentation as an integrator uses it: searched, read on a narrow window, and tried out in the reference with a key. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { lookAt } from "../kit/axe.ts"
import { launchBrowser } from "../kit/browser.ts"
import { onSqlite } from "../kit/databases.ts"
import { KEY, openTestHub, READER_KEY } from "../kit/hub.ts"

/** Swagger UI takes seconds to read the whole contract, on a busy machine many. */
const PATIENCE_MS = 45_000
const START_MS = 60_000
const STORY_MS = 120_000
const NARROW = { width: 390, height: 800 }

onSqlite((open) => {
  let url: string
  let browser: Browser
  let context: BrowserContext
  let page: Page
  const complaints: string[] = []

  beforeAll(async () => {
    url = (await openTestHub(open, { sandboxKey: KEY })).hub.url
    browser = await launchBrowser()
    context = await browser.newContext({ viewport: NARROW })
    context.setDefaultTimeout(PATIENCE_MS)
    context.on("weberror", (error) => complaints.push(error.error().message))
    page = await context.newPage()
  }, START_MS)

  afterAll(() => browser?.close())

  const search = async (words: string) => {
    await page.getByRole("button", { name: "Search" }).first().click()
    await page.locator("#localsearch-input").fill(words)
  }
  const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  const barriers = async (name: string, colorScheme: "light" | "dark") => {
    await page.emulateMedia({ colorScheme })
    return lookAt(page, name)
  }

  it("a guide is found by a word, and fits a narrow window", { timeout: STORY_MS }, async () => {
    // Only the machine itself is there.
    await context.route(
      (asked) => asked.origin !== url,
      (route) => route.abort(),
    )
    await page.goto(`${url}/docs`)
    expect([await tooWide(), await barriers("overview", "dark")]).toEqual([0, []])
    await search("store_unreachable repeat")
    await page.locator(".results a.result", { hasText: "STORE_UNREACHABLE" }).first().click()
    await page.waitForURL(/\/docs\/errors#STORE_UNREACHABLE$/)
    expect([await tooWide(), await barriers("errors", "light")]).toEqual([0, []])
    await page.locator("button.menu").click()
    await page.locator(".VPSidebar").getByRole("link", { name: "Quickstart" }).click()
    await page.getByRole("heading", { name: "A webhook, verified" }).waitFor()
    expect(await tooWide()).toBe(0)

    expect(complaints).toEqual([])
  })

  it("an operation is found, and tried with the preset key and with another", {
    timeout: STORY_MS,
  }, async () => {
    page = await context.newPage()
    await page.goto(`${url}/docs/`)
    await search("orders.create")
    await page.locator(".results a.result", { hasText: "POST /api/v1/core/external/orders" }).first().click()
    await page.getByRole("link", { name: "orders.create", exact: true }).click()
    const operation = page.locator(".opblock.is-open")
    const answer = operation.locator(".live-responses-table .response")
    await operation.getByRole("button", { name: "Execute" }).click()
    await answer.getByText('"alreadyExisted": false').waitFor()
    expect(await tooWide()).toBe(0)
    // What the document names by reference is there: the header of each answer.
    expect(await operation.locator(".responses-inner .headers").first().innerText()).toMatch(/X-Request-Id.*string/s)
    expect(await lookAt(page, "reference")).toEqual([])
    await operation.getByRole("button", { name: "Execute" }).click()
    await answer.getByText('"alreadyExisted": true').waitFor()

    await page.getByRole("button", { name: "Authorize", exact: true }).click()
    const dialog = page.locator(".dialog-ux .auth-container").filter({ hasText: "x-api-key" })
    await dialog.getByRole("button", { name: "Remove authorization" }).click()
    await dialog.getByRole("textbox").fill(READER_KEY)
    await dialog.getByRole("button", { name: "Apply" }).click()
    await page.locator(".dialog-ux .close-modal").click()
    await operation.getByRole("button", { name: "Execute" }).click()
    await answer.getByText('"FORBIDDEN"').waitFor()
    expect(complaints).toEqual([])
  })
})
