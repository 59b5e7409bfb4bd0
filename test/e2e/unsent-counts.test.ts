/** Manager's page and dashboard show the same three counts of a store's operations while the link does not answer. */
import { isDeepStrictEqual } from "node:util"
import type { Browser, Locator, Page } from "playwright-core"
import { afterAll, beforeAll, expect, it } from "vitest"
import { METER } from "../../ui/messages/meter.ts"
import { openTestBox, type TestBox } from "../kit/box.ts"
import { launchBrowser } from "../kit/browser.ts"
import { type Cable, layCable } from "../kit/cable.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { signIn } from "../kit/people.ts"
import { whenOver } from "../kit/temp.ts"
import { openDashboard } from "./dashboard/stage.ts"

const START_MS = 60_000
const STORY_MS = 60_000
const PATIENCE_MS = 15_000
/** Of what a part of a page says, the lines of the meter. */
const LABELS = Object.values(METER).flatMap(({ es, en }) => [es, en])

onSqlite((open) => {
  let hub: TestHub
  let box: TestBox
  let cable: Cable
  let browser: Browser
  let manager: Page
  let dashboard: Page
  /** What the hub had acknowledged when the line fell silent. */
  let known: number

  beforeAll(async () => {
    hub = await openTestHub(open)
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
    browser = await launchBrowser()
    const context = await browser.newContext({ locale: "es-EC" })
    context.setDefaultTimeout(PATIENCE_MS)
    manager = await context.newPage()
    const person = await signIn(hub, "operations")
    const stage = await openDashboard(hub, person.email)
    whenOver(() => stage.close())
    dashboard = stage.page
    await sell()
    await box.whenSynced()
    known = box.box.sync().made
    cable.deafen()
    await sell()
    await sell()
  }, START_MS)

  afterAll(() => {
    // A box that stops says goodbye, and would wait for the answer.
    cable?.mend()
    return browser?.close()
  })

  const sell = () => box.call("POST", ORDERS, orderBody({ createdAt: hub.clock.iso() }))

  it("the store's page shows what the hub has confirmed, and what waits", { timeout: STORY_MS }, async () => {
    await manager.goto(`${box.box.url}/manage#pair=${box.box.pairingCode({ kind: "manager", deviceId: "manager" })}`)
    const card = manager.getByRole("region").filter({ hasText: METER["meter.onHub"].es })
    await card.waitFor()
    const due = () => lines("es", { made: box.box.sync().made, onHub: known, acked: known })
    await expect
      .poll(async () => [await figuresIn(card, ["dt", "dd"]), due()], { timeout: PATIENCE_MS })
      .toSatisfy(isSame)
    expect(box.box.sync().made).toBeGreaterThan(known)
  })

  it("the dashboard shows what arrived, and what the store knows to have arrived", { timeout: STORY_MS }, async () => {
    await dashboard.goto(`${hub.hub.url}/dashboard#/stores/${STORE}`)
    const table = dashboard.getByRole("table", { name: "Nothing is lost" })
    const shown = async () => {
      await dashboard.reload()
      await table.waitFor()
      return figuresIn(table, ["tbody th", "td.number"])
    }
    const here = () => box.box.sync().made
    const due = () => lines("en", { made: here(), onHub: here(), acked: known })
    await expect.poll(async () => [await shown(), due()], { timeout: PATIENCE_MS }).toSatisfy(isSame)
  })
})

interface Figures {
  readonly made: number
  readonly onHub: number
  readonly acked: number
}

/** In the order in which both pages show them. */
function lines(language: "es" | "en", figures: Figures): string[][] {
  return (["made", "onHub", "acked"] as const).map((name) => [METER[`meter.${name}`][language], `${figures[name]}`])
}

/** A box has something to tell at any time: what is due is read after what was shown. */
function isSame([shown, due]: readonly string[][][]): boolean {
  return isDeepStrictEqual(shown, due)
}

/** Name and figure, as they stand one under the other. */
async function figuresIn(part: Locator, [name, figure]: readonly [string, string]): Promise<string[][]> {
  const [names, figures] = await Promise.all([part.locator(name).allInnerTexts(), part.locator(figure).allInnerTexts()])
  return names.map((label, index) => [label, figures[index] ?? ""]).filter(([label = ""]) => LABELS.includes(label))
}
