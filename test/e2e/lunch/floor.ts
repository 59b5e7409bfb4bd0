/** The screens of a store in one Chromium, each in its own profile and paired by its QR. */
import type { Browser, BrowserContext, Page } from "playwright-core"
import { type Client, createClient } from "../../../protocol/client/index.ts"
import { makeCode } from "../../../protocol/http/devices.ts"
import { pairDevice } from "../../../protocol/http/enrolment.ts"
import { DEVICE_PAGES, type DeviceKind } from "../../../protocol/scopes.ts"
import { insist } from "../store-day/insist.ts"
import type { OpenStage } from "../store-day/stage.ts"
import { watchScreens } from "./watch.ts"

/** Nine pages, three programs and two printers share the machine. */
const PATIENCE_MS = 60_000
const TIMEOUT_MS = 15_000
const SIZES: Readonly<Record<DeviceKind, { width: number; height: number }>> = {
  pos: { width: 1280, height: 800 },
  kiosk: { width: 1080, height: 1920 },
  kds_station: { width: 1280, height: 800 },
  expo: { width: 1280, height: 800 },
  board: { width: 1280, height: 720 },
  manager: { width: 1280, height: 900 },
}

export interface Screen {
  readonly deviceId: string
  readonly context: BrowserContext
  page: Page
  /** Asks as the page does, with the key that the page was given. */
  client: Client
}

export interface Floor {
  readonly manager: Client
  open(kind: DeviceKind, name: string): Promise<Screen>
  /** What pages complained about that no outage explains. */
  readonly complaints: string[]
}

export async function enterFloor(stage: OpenStage, browser: Browser): Promise<Floor> {
  const client = (key: string | null) => createClient({ baseUrl: stage.boxUrl, key, timeoutMs: TIMEOUT_MS })
  const { key } = await insist(() => client(null).call(pairDevice, { body: { code: stage.managerCode } }))
  const manager = client(key)
  const complaints: string[] = []
  return {
    manager,
    complaints,
    async open(kind, name) {
      const station = kind === "kds_station" ? { station: name } : {}
      const { code, deviceId } = await insist(() => manager.call(makeCode, { body: { kind, name, ...station } }))
      const context = await browser.newContext({ viewport: SIZES[kind], locale: "es-EC", reducedMotion: "reduce" })
      context.setDefaultTimeout(PATIENCE_MS)
      context.on("weberror", (error) => complaints.push(`${name}: ${error.error().message}`))
      await watchScreens(context)
      const page = await context.newPage()
      await page.goto(`${stage.boxUrl}${DEVICE_PAGES[kind]}#pair=${code}`)
      return { deviceId, context, page, client: client(await keyOf(page)) }
    },
  }
}

async function keyOf(page: Page): Promise<string> {
  const handle = await page.waitForFunction(() => {
    const kept = Object.entries(localStorage).find(([name]) => name.startsWith("brasa.device"))
    return kept && JSON.parse(kept[1]).key
  })
  return String(await handle.jsonValue())
}
