/** What the browser tests of the dashboard share: a signed-in user in a real Chromium, clicks by words, and the faults at the end. */
import type { Browser, Locator, Page } from "playwright-core"
import { lookAt } from "../../kit/axe.ts"
import { launchBrowser } from "../../kit/browser.ts"
import type { TestHub } from "../../kit/hub.ts"
import { PASSWORD } from "../../kit/people.ts"

const PATIENCE_MS = 15_000
export const DASHBOARD_WINDOW = { width: 1360, height: 1000 }
export const START_MS = 60_000
export const SCENARIO_MS = 60_000

export interface DashboardStage {
  readonly page: Page
  button(name: string | RegExp, exact?: boolean): Locator
  /** A link of the navigation. */
  nav(name: string): Locator
  dialog(): Locator
  see(text: string | RegExp): Promise<void>
  /** In both colours: what of WCAG 2 AA it breaks, and whether it shows what nobody may read. */
  look(name: string): Promise<void>
  /** What the page may never show from now on, by what it is. */
  hide(what: string, text: string): void
  /** Errors that pages have thrown, barriers, and secrets that were seen; all is well when it is empty. */
  readonly wrong: readonly string[]
  signIn(email: string, password?: string): Promise<void>
  close(): Promise<void>
}

/** Signed in as the person; whatever is looked at is also looked through for the password. */
export async function openDashboard(hub: TestHub, email: string): Promise<DashboardStage> {
  const browser: Browser = await launchBrowser()
  const context = await browser.newContext({ viewport: DASHBOARD_WINDOW, locale: "en-US" })
  context.setDefaultTimeout(PATIENCE_MS)
  const page = await context.newPage()
  const wrong: string[] = []
  const hidden = new Map([[PASSWORD, "the password"]])
  page.on("pageerror", (error) => wrong.push(error.message))
  const stage: DashboardStage = {
    page,
    wrong,
    button: (name, exact = typeof name === "string") => page.getByRole("button", { name, exact }),
    nav: (name) => page.getByRole("navigation").getByRole("link", { name, exact: true }),
    dialog: () => page.getByRole("dialog"),
    see: (text) => page.getByText(text).first().waitFor(),
    hide: (what, text) => void hidden.set(text, what),
    async look(name) {
      wrong.push(...(await lookAt(page, `dashboard ${name}`)))
      const shown = await page.locator("body").innerText()
      for (const [text, what] of hidden) if (shown.includes(text)) wrong.push(`${name} shows ${what}`)
    },
    async signIn(who, password = PASSWORD) {
      await page.getByLabel("E-mail address").fill(who)
      await page.getByLabel("Password").first().fill(password)
      await stage.button("Sign in").click()
      await page.getByRole("navigation").first().waitFor()
    },
    close: () => browser.close(),
  }
  await page.goto(`${hub.hub.url}/dashboard`)
  await stage.signIn(email)
  return stage
}
