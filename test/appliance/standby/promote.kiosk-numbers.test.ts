/** Numbers that guests are called by, when the appliance that gave them is gone: what takes its place gives none of them again. */
import { copyFileSync, renameSync } from "node:fs"
import { join } from "node:path"
import { describe, expect, it } from "vitest"
import { joinFirst, normalise, saveCode, startStandby } from "../../../appliance/standby/index.ts"
import { createBoxStore } from "../../../appliance/storage/index.ts"
import packageJson from "../../../package.json" with { type: "json" }
import type { StoreMenu } from "../../../protocol/shapes/menu.ts"
import { createManualClock, systemClock } from "../../../runtime/clock.ts"
import { silentLog } from "../../../runtime/log.ts"
import { hashSecret } from "../../../runtime/secrets.ts"
import { openSqlite } from "../../../runtime/storage/sqlite.ts"
import { until } from "../../kit/line.ts"
import { aStoreConfig, type LoneBox, NOW, openLoneBox } from "../../kit/lone-box.ts"
import { tempDir, whenOver } from "../../kit/temp.ts"

const CODE = "ABCD-2345"
const KIOSK_ORDERS = "/api/lan/v1/kiosk/orders"
const JUICE = { productId: "juice", name: "Jugo", type: "PRODUCTO" as const, price: "25000" }
const menu: StoreMenu = {
  currency: "USD",
  categories: [{ id: "all", name: "Todo", products: ["juice"] }],
  products: [{ ...JUICE, taxes: [], station: null, modifierGroups: [], available: true }],
  modifierGroups: [],
  paymentMethods: [],
}

let orders = 0

async function order({ call }: LoneBox, key: string): Promise<string> {
  orders += 1
  const orderId = `0193e000-0000-7000-8000-${String(orders).padStart(12, "0")}`
  const lines = [{ productId: "juice", quantity: 1, choices: [] }]
  const body = { orderId, fulfillment: "TAKE_AWAY", lines, total: "25000" }
  const response = await call("POST", KIOSK_ORDERS, body, key)
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data.orderCode
}

async function openStore(): Promise<{ first: LoneBox; key: string }> {
  const first = await openLoneBox({ config: { ...aStoreConfig(), menu } })
  const code = first.box.pairingCode({ kind: "kiosk", deviceId: "kiosk-1" })
  return { first, key: (await first.call("POST", "/api/lan/v1/pair", { code }, null)).body.data.key }
}

/** A standby that has all that the first appliance has now, and is switched off. */
async function standBy(first: LoneBox) {
  const db = openSqlite(join(first.data, "box.db"))
  const minute = new Date(Date.parse(NOW) + 60_000).toISOString()
  createBoxStore(db, systemClock).write((tx) => saveCode(tx, hashSecret(normalise(CODE)), minute))
  db.close()
  const config = { data: tempDir(), host: "127.0.0.1", port: 0, rateLimit: 0, publicUrl: null, hub: null }
  const joined = await joinFirst(config.data, { first: first.box.url, code: CODE, version: packageJson.version })
  if ("fault" in joined) throw new Error(joined.fault)
  const clock = createManualClock(NOW)
  const standby = await startStandby(config, joined, { log: silentLog, clock })
  whenOver(() => standby.stop())
  await until(() => standby.state().caughtUpAt !== null)
  await standby.stop()
  return { config, joined, clock }
}

/** Promotes the standby; the first attempt ends after the step, as by a power cut. */
async function promote({ config, joined, clock }: Awaited<ReturnType<typeof standBy>>, cutAfter?: "copy prepared") {
  const asked = { by: "Rosa", isOff: true }
  if (cutAfter) {
    const onStep = (step: string) => {
      if (step === cutAfter) throw new Error("the power is cut")
    }
    const cut = await startStandby(config, joined, { log: silentLog, clock, onStep })
    await expect(cut.promote(asked)).rejects.toThrow("the power is cut")
    await cut.stop()
  }
  const standby = await startStandby(config, joined, { log: silentLog, clock })
  if (!cutAfter) expect(await standby.promote(asked)).toBe("promoted")
  expect(await standby.ended).toBe("promoted")
}

const restart = (first: LoneBox, data: string) => openLoneBox({ before: { ...first, data } })
const openDay = async ({ call }: LoneBox) => expect((await call("POST", "/api/lan/v1/days")).status).toBe(201)

describe("the kiosk's numbers after a promotion", () => {
  it("continue beyond those that the copy does not have, also after a power cut in between", async () => {
    const { first, key } = await openStore()
    await openDay(first)
    const called = [await order(first, key)]
    const standby = await standBy(first)
    for (let round = 0; round < 3; round += 1) called.push(await order(first, key))
    await first.box.stop()
    await promote(standby, "copy prepared")
    const second = await restart(first, standby.config.data)
    expect(called).toEqual(["K-001", "K-002", "K-003", "K-004"])
    expect([await order(second, key), await order(second, key)]).toEqual(["K-102", "K-103"])
  })

  it("do not begin again on a day that the copy has no number of", async () => {
    const { first, key } = await openStore()
    await openDay(first)
    const standby = await standBy(first)
    expect(await order(first, key)).toBe("K-001")
    await first.box.stop()
    await promote(standby)
    expect(await order(await restart(first, standby.config.data), key)).toBe("K-101")
  })

  it("do not begin again on a day that was opened after the copy", async () => {
    const { first, key } = await openStore()
    const standby = await standBy(first)
    await openDay(first)
    expect(await order(first, key)).toBe("K-001")
    await first.box.stop()
    await promote(standby)
    const second = await restart(first, standby.config.data)
    await openDay(second)
    expect(await order(second, key)).toBe("K-101")
  })
})

describe("the kiosk's numbers after an old copy was put back", () => {
  it("continue beyond those that the copy does not have", async () => {
    const { first, key } = await openStore()
    await openDay(first)
    expect(await order(first, key)).toBe("K-001")
    await first.box.stop()
    const copies = tempDir()
    copyFileSync(join(first.data, "box.db"), join(copies, "box.db"))
    const again = await restart(first, first.data)
    expect(await order(again, key)).toBe("K-002")
    await again.box.stop()
    renameSync(join(copies, "box.db"), join(first.data, "box.db"))
    expect(await order(await restart(first, first.data), key)).toBe("K-102")
  })
})
