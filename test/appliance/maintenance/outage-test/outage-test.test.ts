/** The outage drill: a box cuts its own line, the store sells on, and the report says what happened. */
import { randomUUID } from "node:crypto"
import { beforeAll, describe, expect, it } from "vitest"
import { readStoreAudit } from "../../../../hub/store-audit/index.ts"
import { openTestBox, type TestBox } from "../../../kit/box.ts"
import { eachDatabase } from "../../../kit/databases.ts"
import { openTestHub, STORE, type TestHub } from "../../../kit/hub.ts"
import { openLoneBox } from "../../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../../kit/order-bodies.ts"
import { pairScreen, type Screen, screenOf } from "../../../kit/store-staff.ts"

const DRILLS = "/api/lan/v1/drills"

eachDatabase((_engine, open) => {
  let hub: TestHub
  let box: TestBox
  let office: Screen

  beforeAll(async () => {
    hub = await openTestHub(open)
    box = await openTestBox(hub)
    const url = {
      get url() {
        return box.box.url
      },
    }
    office = screenOf(url, await pairScreen(box.box, "manager", "office"))
    await box.whenSynced()
  })

  const whenUp = () => expect.poll(() => box.box.sync().link).toBe("up")
  const link = () => box.box.sync().link
  const sell = async () => expect((await box.call("POST", ORDERS, orderBody())).status).toBe(201)
  const begin = (drillId: string, minutes = 1) => office.call("POST", DRILLS, { drillId, minutes })
  const read = async () => (await office.call("GET", DRILLS)).body.data
  const whenOver = () => expect.poll(async () => (await read()).running).toBeNull()

  describe("an outage test", () => {
    it("cuts the link, lets the store sell, and ends by itself", async () => {
      const drillId = randomUUID()
      expect((await begin(drillId)).status).toBe(201)
      await expect.poll(link).toBe("down")
      await sell()
      await sell()
      expect((await begin(drillId)).status).toBe(200)
      expect((await begin(randomUUID())).status).toBe(409)
      hub.clock.advance(30_000)
      const { running } = await read()
      expect(running).toMatchObject({ drillId, state: "cut", ordersSold: 2, ended: null, caughtUpAt: null })
      expect(running.queued).toBeGreaterThanOrEqual(2)
      expect(box.box.sync().unsent).toBeGreaterThanOrEqual(2)
      hub.clock.advance(30_000)
      await whenOver()
      expect(link()).toBe("up")
      expect(box.box.sync().acked).toBeGreaterThanOrEqual(running.queued)
      const [report] = (await read()).reports
      expect(report).toMatchObject({ drillId, state: "over", ended: "by_time", ordersSold: 2, startedBy: "office" })
      expect(report.catchUpSeconds).toBeGreaterThanOrEqual(0)
      expect(report.endsAt.localeCompare(report.startedAt)).toBe(1)
    })

    it("ends once when a person ends it", async () => {
      const drillId = randomUUID()
      await begin(drillId, 15)
      await expect.poll(link).toBe("down")
      expect((await office.call("POST", `${DRILLS}/${drillId}/end`)).body.data).toMatchObject({ ended: "by_person" })
      await whenOver()
      expect((await office.call("POST", `${DRILLS}/${drillId}/end`)).body.data).toMatchObject({ state: "over" })
      expect((await office.call("POST", `${DRILLS}/${randomUUID()}/end`)).status).toBe(404)
    })

    it("stays cut over a restart of the box, and ends in time", async () => {
      const drillId = randomUUID()
      await begin(drillId, 2)
      await expect.poll(link).toBe("down")
      await box.restart()
      // Long enough for a line to be there, were it asked for.
      await new Promise((resolve) => setTimeout(resolve, 700))
      expect(link()).toBe("down")
      hub.clock.advance(2 * 60_000)
      await whenUp()
      await expect.poll(() => box.box.sync().unsent).toBe(0)
    })

    it("is in the audit log of box and hub", async () => {
      await box.whenSynced()
      const actions = await hub.beside(({ store }) =>
        store.read({ accountId: "acme", vendorId: "acme.ec.quito" }, async (scope) =>
          (await readStoreAudit(scope, STORE, { before: null, count: 100 })).map(({ action }) => action),
        ),
      )
      const drills = actions.filter((action) => action.startsWith("drill."))
      expect(drills.filter((action) => action === "drill.start")).toHaveLength(3)
      expect(drills.filter((action) => action === "drill.end")).toHaveLength(1)
      expect(actions).toContain("device.paired")
    })

    it.each([0, 16, 1.5])("is refused for %d minutes", async (minutes) => {
      expect((await begin(randomUUID(), minutes)).status).toBe(400)
    })
  })
})

describe("a box without a hub", () => {
  it("has no link to cut", async () => {
    const lone = await openLoneBox()
    const office = await pairScreen(lone.box, "manager", "office")
    expect((await office.call("POST", DRILLS, { drillId: randomUUID(), minutes: 1 })).status).toBe(409)
  })
})
