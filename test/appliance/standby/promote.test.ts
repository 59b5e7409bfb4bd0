/**
 * The power of a box that stands by goes in the middle of its promotion, and comes back: it ends as the box of its store or as one that
 * stands by, never as half of each. `npm run soak -- promote` cuts it after every step.
 */
import { mkdtempSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { type RunningAppliance, startAppliance } from "../../../appliance/main.ts"
import {
  joinFirst,
  normalise,
  PROMOTION_STEPS,
  type PromotionStep,
  readJoined,
  saveCode,
  startStandby,
} from "../../../appliance/standby/index.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import packageJson from "../../../package.json" with { type: "json" }
import { systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { hashSecret } from "../../../runtime/secrets.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { bundle } from "../../kit/bundle.ts"
import { type Cable, layCable } from "../../kit/cable.ts"
import { onSqlite } from "../../kit/databases.ts"
import { ask, openTestHub, SISTER_KEY, SISTER_STORE, type TestHub } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"
import { runPromotion } from "./promotion-runs.ts"

const LONG = process.env.BRASA_PROMOTE === "1"
const CODE = "ABCD-2345"
const STORY_MS = 180_000
const NOBODY_SAW = { by: "Rosa", isOff: false }

onSqlite((database) => {
  let hub: TestHub
  let cable: Cable
  let program = ""
  let box: RunningAppliance
  /** Of the whole story: what a test opens goes with it. */
  let place = ""
  let data = ""
  const sold: string[] = []
  let promotions = 0

  beforeAll(async () => {
    hub = await openTestHub(database)
    // Who dies has no other clock than the world's.
    hub.clock.set(new Date().toISOString())
    cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.url).port) })
    const promotion = await bundle("test/appliance/standby/promotion-process.ts")
    whenOver(promotion.remove)
    program = promotion.file
    place = tempDir()
    data = directory()
    await startBox()
  }, STORY_MS)

  afterAll(async () => {
    await box.stop()
    await cable.close()
    rmSync(program, { force: true })
  })

  const directory = () => mkdtempSync(join(place, "box-"))

  async function startBox(): Promise<void> {
    const rest = { hubMqtt: hub.hub.mqttUrl, mqttPort: 0, printer: [], secretKey: null, backups: null }
    const showClaim = async (code: string) => {
      await hub.hub.operator.claim(code, SISTER_STORE)
    }
    box = await startAppliance(
      { ...standbyConfig(data), ...rest, logLevel: "silent" },
      { log: silentLog, checkReplies: true, showClaim },
    )
    await until(() => box.hasConfig())
  }

  const standbyConfig = (at: string) => ({
    data: at,
    host: "127.0.0.1",
    port: 0,
    rateLimit: 0,
    publicUrl: null,
    hub: `http://127.0.0.1:${cable.port}`,
  })

  async function sell(): Promise<void> {
    const orderId = `sold-${sold.length + 1}`
    const body = orderBody({ orderId, paid: "CASH", store: { code: "GYE-001" }, createdAt: new Date().toISOString() })
    const placed = await ask(box.url + ORDERS, { method: "POST", body, key: SISTER_KEY })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    sold.push(orderId)
  }

  const ordersAt = async (url: string) =>
    Promise.all(
      sold.map(
        async (id) => (await ask(`${url}${ORDERS}/${id}`, { method: "GET", body: undefined, key: SISTER_KEY })).status,
      ),
    )

  /** Joined, and with all that the box has; then it is switched off. */
  async function standBy(): Promise<ReturnType<typeof standbyConfig>> {
    const db = openSqlite(join(data, "box.db"))
    const minute = new Date(Date.now() + 60_000).toISOString()
    createBoxStore(db, systemClock).write((tx) => saveCode(tx, hashSecret(normalise(CODE)), minute))
    db.close()
    const config = standbyConfig(directory())
    const joined = await joinFirst(config.data, { first: box.url, code: CODE, version: packageJson.version })
    if ("fault" in joined) throw new Error(joined.fault)
    const standby = await startStandby(config, readJoined(config.data) ?? joined, { log: silentLog })
    whenOver(() => standby.stop())
    await sell()
    const soldAt = Date.now()
    await until(() => Date.parse(standby.state().caughtUpAt ?? "") > soldAt)
    await standby.stop()
    return config
  }

  /** It speaks for the store, alone, with every sale, and says once who wanted it. */
  async function takesOver(config: ReturnType<typeof standbyConfig>): Promise<void> {
    data = config.data
    await startBox()
    await sell()
    await until(() => box.sync().agreed && box.sync().unsent === 0)
    const all = sold.map(() => 200)
    expect([await ordersAt(box.url), await ordersAt(hub.hub.url)]).toEqual([all, all])
    expect((await hub.hub.sync.stateOf(SISTER_STORE))?.epoch).toBe(box.sync().epoch)
    const db = openSqlite(join(data, "box.db"), { check: true })
    const trail = db.prepare<[], string>("SELECT body FROM audit ORDER BY seq").pluck().all()
    db.close()
    const wishes = trail.map((body) => JSON.parse(body)).filter(({ action }) => action === "box.promoted")
    promotions += 1
    expect(wishes.map(({ detail }) => detail.by)).toEqual(Array(promotions).fill("Rosa"))
  }

  describe("a promotion that a power cut interrupts", () => {
    it(
      "continues by itself if the first box was asked to stop but writes on, and ignores those writes",
      async () => {
        const config = await standBy()
        expect(await runPromotion(program, { config, asked: NOBODY_SAW, dieAfter: "copy prepared" })).toBe("died")
        const db = openSqlite(join(data, "box.db"))
        db.exec("CREATE TABLE written_after (n INTEGER) STRICT")
        db.close()
        expect(await runPromotion(program, { config })).toBe("promoted")
        await box.stop()
        await takesOver(config)
      },
      STORY_MS,
    )

    it(
      "waits for a person if the hub's answer was lost and the hub is away; the same request is repeated",
      async () => {
        const config = await standBy()
        await box.stop()
        expect(await runPromotion(program, { config, asked: NOBODY_SAW, dieAfter: "hub asked" })).toBe("died")
        cable.pull()
        expect(await runPromotion(program, { config })).toBe("stands by")
        expect(await runPromotion(program, { config, asked: NOBODY_SAW })).toBe("SAY_IT_IS_OFF")
        cable.mend()
        expect(await runPromotion(program, { config, asked: NOBODY_SAW })).toBe("promoted")
        await takesOver(config)
      },
      STORY_MS,
    )

    it(
      "ends with a person's decision alone, and the hub learns of it later",
      async () => {
        const config = await standBy()
        await box.stop()
        cable.pull()
        const asked = { by: "Rosa", isOff: true }
        expect(await runPromotion(program, { config, asked, dieAfter: "hub noted" })).toBe("died")
        expect(await runPromotion(program, { config })).toBe("promoted")
        cable.mend()
        await takesOver(config)
      },
      STORY_MS,
    )

    it.runIf(LONG).each(PROMOTION_STEPS)(
      "after «%s» makes it the store's box all the same",
      async (step: PromotionStep) => {
        const config = await standBy()
        await box.stop()
        expect(await runPromotion(program, { config, asked: NOBODY_SAW, dieAfter: step })).toBe("died")
        const isBox = step === "renamed" || step === "over"
        if (!isBox) expect(await runPromotion(program, { config })).toBe("promoted")
        await takesOver(config)
      },
      STORY_MS,
    )
  })
})
