/** The first load of each of the store's screens: what travels as a tablet on the LAN takes it (gzip), and the time until it shows. */
import { get } from "node:http"
import type { Browser } from "playwright-core"
import { launchBrowser } from "../../kit/browser.ts"
import { freePorts } from "../../kit/ports.ts"
import { median } from "../measure.ts"
import { scratch, untilWell } from "../processes.ts"
import type { Row } from "../report.ts"
import { startBox } from "../stage.ts"

const SCREENS = ["/pos", "/kiosk", "/kds", "/kds/expo", "/kds/board", "/manage"] as const
const ROUNDS = 3
const KB_MAX = 300
const MS_MAX = 1_000
const BYTES_PER_KB = 1_000

export async function benchPages(): Promise<Row[]> {
  const [port = 0, mqttPort = 0, gone = 0] = await freePorts(3)
  const box = startBox({ data: scratch(), port, mqttPort, hubPort: gone, uplinkPort: gone })
  await untilWell(port, box)
  const browser = await launchBrowser()
  try {
    const rows: Row[] = []
    for (const screen of SCREENS) {
      const url = `http://127.0.0.1:${port}${screen}`
      const times: number[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await firstLoad(browser, url))
      rows.push(row(`${screen}, compressed`, "kB", (await weightOf(url)) / BYTES_PER_KB, KB_MAX))
      rows.push(row(`${screen}, until it shows`, "ms", median(times), MS_MAX))
    }
    return rows
  } finally {
    await browser.close()
    await box.kill()
  }
}

function row(what: string, unit: string, ours: number, atMost: number): Row {
  return { line: "first load", what, unit, ours, against: null, goal: { of: "value", atMost } }
}

/** A browser that has never seen the page, until the pairing screen stands. */
async function firstLoad(browser: Browser, url: string): Promise<number> {
  const context = await browser.newContext()
  const page = await context.newPage()
  const from = performance.now()
  await page.goto(url, { waitUntil: "commit" })
  await page.locator(".welcome").waitFor()
  const ms = performance.now() - from
  await context.close()
  return ms
}

/** The page and all that it names: scripts, what they load first, styles. */
async function weightOf(url: string): Promise<number> {
  const html = await fetchGzip(url)
  const named = [...html.body.toString().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, path]) => path ?? "")
  const parts = await Promise.all([...new Set(named)].map((path) => fetchGzip(new URL(path, url).href)))
  return [html, ...parts].reduce((sum, { body }) => sum + body.length, 0)
}

/** The bytes as they travel: `fetch` would unpack them. */
function fetchGzip(url: string): Promise<{ body: Buffer }> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { "accept-encoding": "gzip" } }, (response) => {
      const pieces: Buffer[] = []
      response.on("data", (piece: Buffer) => pieces.push(piece))
      response.on("end", () => resolve({ body: Buffer.concat(pieces) }))
    }).on("error", reject)
  })
}
