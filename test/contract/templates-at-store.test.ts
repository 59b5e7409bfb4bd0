/** Templates on both sides of the cable: what is stored at the hub is what the store prints with, even without a link. */
import { describe, expect, it } from "vitest"
import { seeds } from "../../protocol/print/seed-templates.ts"
import { openTestBox } from "../kit/box.ts"
import { eachDatabase } from "../kit/databases.ts"
import { KEY, openTestHub, STORE } from "../kit/hub.ts"

const DATE = "2026-11-21"
const PRINT = `/api/v1/core/external/printing/stores/${STORE}/days/${DATE}`
const LOOK_EVERY_MS = 10

const headed = (version: number, s: string) =>
  JSON.stringify({ ...seeds.day_close, version, blocks: [{ t: "text", s }, ...seeds.day_close.blocks] })

eachDatabase((_engine, open) => {
  describe("a template of the account", () => {
    it("is at the present box and at a later one; both sides print the same report with it", async () => {
      const hub = await openTestHub(open)
      const reach = { accountId: "acme", templateId: null, countryCode: null, vendorId: null }
      await hub.hub.operator.putTemplate({ ...reach, text: headed(2, "EARLY") })
      const box = await openTestBox(hub)
      await box.call("POST", "/api/lan/v1/days")
      await box.call("POST", `/api/v1/core/external/stores/${STORE}/days/${DATE}/close`)
      await box.whenSynced()
      const atBox = async (options: object = {}) =>
        (await box.call("POST", PRINT, { printer: { width: 42 }, ...options }, KEY)).body.data
      await until(async () => (await atBox()).template.version === 2)
      const put = await hub.hub.operator.putTemplate({ ...reach, text: headed(3, "LATE") })
      expect("notified" in put && put.notified).toEqual([STORE])
      await until(async () => (await atBox()).template.version === 3)
      const here = await atBox()
      const there = (await hub.call("POST", PRINT, { printer: { width: 42 } })).body.data
      expect(here.paper.plainText.split("\n")[0]).toBe("LATE")
      expect({ ...here, jobId: null }).toEqual({ ...there, jobId: null })
      const again = await atBox({ templateId: "day_close", templateVersion: 2 })
      expect(again.paper.plainText.split("\n")[0]).toBe("EARLY")
    })
  })
})

async function until(test: () => Promise<boolean>): Promise<void> {
  while (!(await test())) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS))
}
