/** What the pictures are taken of: the demo as a process of its own, paired screens in Chromium, and orders as a lunch brings them. */
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import type { Browser, BrowserContext, Page } from "playwright-core"
import demoTenant from "../../hub/tenants/demo-tenant.json" with { type: "json" }
import { type Client, createClient } from "../../protocol/client/index.ts"
import { makeCode } from "../../protocol/http/devices.ts"
import type { DeviceKind } from "../../protocol/scopes.ts"
import { openSqlite } from "../../runtime/storage/sqlite.ts"
import { insist } from "../e2e/store-day/insist.ts"
import { takeOnStaff } from "../e2e/store-day/take-on-staff.ts"
import { launchBrowser } from "../kit/browser.ts"
import { freePorts } from "../kit/ports.ts"
import { type Program, startProgram } from "../kit/processes.ts"

const PATIENCE_MS = 20_000
const DEMO_PORTS = [
  "port",
  "box-port",
  "mqtt-port",
  "box-mqtt-port",
  "payments-port",
  "printer-port",
  "printer-window-port",
]
const [ACCOUNT] = demoTenant.accounts
export const API_KEY = ACCOUNT?.apiKeys[0]?.secret ?? ""
export const OWNER = ACCOUNT?.users?.[0] ?? { email: "", password: "" }
export const STORE_ID = ACCOUNT?.vendors[0]?.stores[0]?.id ?? ""

export interface Size {
  readonly width: number
  readonly height: number
}

export interface SceneOptions {
  readonly kind: DeviceKind
  readonly name: string
  readonly station?: string
  readonly path: string
  readonly size: Size
}

export interface Scene {
  readonly hubUrl: string
  readonly boxUrl: string
  /** With the integrator's key. */
  readonly lan: Client
  readonly hub: Client
  /** As the manager's page with the manager signed in. */
  readonly manager: Client
  readonly browser: Browser
  /** A window of its own in Spanish, paired as by the QR of the manager's page. */
  screen(options: SceneOptions): Promise<Page>
  window(size: Size, locale: string): Promise<BrowserContext>
  /** As after so many minutes: tickets of the box, by their order's code. */
  age(minutes: Readonly<Record<string, number>>): void
  printer(trouble: Readonly<Record<string, boolean>>): Promise<void>
  shot(page: Page, name: string): Promise<void>
  end(): Promise<void>
}

/** `keep`: what becomes of a picture. */
export async function openScene(keep: (name: string, png: Buffer) => void): Promise<Scene> {
  const data = mkdtempSync(join(tmpdir(), "brasa-pictures-"))
  const ports = await freePorts(DEMO_PORTS.length)
  const flags = DEMO_PORTS.flatMap((name, index) => [`--${name}`, `${ports[index]}`])
  const program = startProgram(["demo", "--data", data, ...flags])
  const { managerCode } = await readWelcome(program)
  const hubUrl = `http://127.0.0.1:${ports[0]}`
  const boxUrl = `http://127.0.0.1:${ports[1]}`
  const manager = await takeOnStaff(boxUrl, managerCode)
  const browser = await launchBrowser()
  const window = async (size: Size, locale: string) => {
    const context = await browser.newContext({ viewport: size, locale })
    context.setDefaultTimeout(PATIENCE_MS)
    return context
  }
  return {
    hubUrl,
    boxUrl,
    manager,
    browser,
    window,
    lan: createClient({ baseUrl: boxUrl, key: API_KEY }),
    hub: createClient({ baseUrl: hubUrl, key: API_KEY }),
    async screen({ kind, name, station, path, size }) {
      const body = { kind, name, ...(station && { station }) }
      const { code } = await insist(() => manager.call(makeCode, { body }))
      const page = await (await window(size, "es-EC")).newPage()
      await page.goto(`${boxUrl}${path}#pair=${code}`)
      return page
    },
    age: (minutes) => ageTickets(join(data, "box", "box.db"), minutes),
    async printer(trouble) {
      const set = { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(trouble) }
      await fetch(`http://127.0.0.1:${ports[6]}/do`, set)
    },
    async shot(page, name) {
      // Nothing is lit because the mouse happens to be there.
      await page.mouse.move(0, 0)
      await page.evaluate(() => document.fonts.ready)
      keep(name, await page.screenshot({ animations: "disabled", caret: "hide" }))
    },
    async end() {
      await browser.close()
      await program.stop()
      rmSync(data, { recursive: true, force: true })
    },
  }
}

async function readWelcome(program: Program): Promise<{ managerCode: string }> {
  const [, managerCode = ""] = await program.says(/manage#pair=(\S+)/)
  return { managerCode }
}

/** On the disk, since no one can wait ten minutes for a ticket to be late. */
function ageTickets(database: string, minutes: Readonly<Record<string, number>>): void {
  const db = openSqlite(database)
  for (const [code, since] of Object.entries(minutes)) {
    const sentAt = new Date(Date.now() - since * 60_000).toISOString()
    db.prepare(
      `UPDATE kitchen_ticket SET sent_at = @sentAt, record = json_set(record, '$.sentAt', @sentAt)
       WHERE order_id IN (SELECT id FROM orders WHERE order_code = @code)`,
    ).run({ sentAt, code })
  }
  db.close()
}
