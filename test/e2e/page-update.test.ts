/** An update of the pages in a real Chromium with a service worker: the next load is the new version, with and without the machine. */
import { cpSync, readFileSync, utimesSync, writeFileSync } from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import type { Browser, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { guardPages } from "../../runtime/http/page-headers.ts"
import { createApp } from "../../runtime/http/serve-http.ts"
import { servePages } from "../../runtime/http/serve-pages.ts"
import { productRoot } from "../../runtime/root.ts"
import { launchBrowser } from "../kit/browser.ts"
import { tempDir } from "../kit/temp.ts"

const STORY_MS = 60_000
const ADDRESS = "/pos"

let browser: Browser
let page: Page
let machine: Server
let origin: string
const dir = join(tempDir(), "ui")

beforeAll(async () => {
  cpSync(join(productRoot(), "dist", "ui"), dir, { recursive: true })
  browser = await launchBrowser()
  page = await browser.newPage()
  await start(0)
  origin = `http://127.0.0.1:${(machine.address() as AddressInfo).port}`
}, STORY_MS)

afterAll(async () => {
  await browser?.close()
  machine?.close()
})

function start(port: number): Promise<void> {
  const app = createApp()
  servePages(app, {
    dir,
    pages: { "/pos": "pos", "/kds": "kds", "/kiosk": "kiosk", "/manage": "manage", "/setup": "setup" },
    serviceWorker: "service-worker.js",
  })
  machine = createServer(guardPages(app))
  return new Promise((resolve) => machine.listen(port, "127.0.0.1", resolve))
}

function stop(): Promise<void> {
  machine.closeAllConnections()
  return new Promise((resolve) => machine.close(() => resolve()))
}

/** As a build would: the page with other content, and the list of files with its new digest. */
function build(version: string): void {
  const edit = (name: string, change: (text: string) => string) => {
    const file = join(dir, name)
    writeFileSync(file, change(readFileSync(file, "utf8")))
  }
  edit("pos/index.html", (text) => text.replace(/<title>.*?<\/title>/, `<title>${version}</title>`))
  edit("service-worker.js", (text) => text.replace(/("revision":")[^"]*(","url":"\/pos")/, `$1${version}$2`))
}

/** When the browser keeps this version of the page. */
function isKept(version: string) {
  return expect
    .poll(
      () =>
        page.evaluate(async (path) => {
          const found = await window.caches.match(path, { ignoreSearch: true })
          return found?.text()
        }, ADDRESS),
      { timeout: 10_000 },
    )
    .toContain(`<title>${version}</title>`)
}

it(
  "a page shows the new version at the next load, even if the machine is away after it",
  async () => {
    build("first")
    await page.goto(origin + ADDRESS)
    await page.evaluate(() => navigator.serviceWorker.ready)
    await isKept("first")
    build("second")
    await page.reload()
    expect(await page.title()).toBe("second")
    await isKept("second")
    const { port } = machine.address() as AddressInfo
    await stop()
    await page.reload()
    expect(await page.title()).toBe("second")
    build("third")
    // The version before, as an update that is taken back brings it: its files are older.
    utimesSync(join(dir, "pos", "index.html"), 0, 0)
    await start(port)
    await page.reload()
    expect(await page.title()).toBe("third")
  },
  STORY_MS,
)
