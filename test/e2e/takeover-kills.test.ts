/** A new box is killed while it takes over a store, during the claim and the transfer. It ends with everything, once. `npm run soak -- replace` kills it forty times. */
import { setTimeout as pause } from "node:timers/promises"
import { expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { onSqlite } from "../kit/databases.ts"
import { ask, KEY, openTestHub, STORE } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { freePorts } from "../kit/ports.ts"
import { type Program, startProgram } from "../kit/processes.ts"
import { tempDir, whenOver } from "../kit/temp.ts"
import { tenantsWithSparePoint } from "../kit/tenants.ts"

const SOLD = 15
/** From the code's first showing: before and after the hub has said yes, and while the store comes down. */
const LIVES_MS = process.env.BRASA_REPLACE === "1" ? Array.from({ length: 40 }, (_, n) => n * 40) : [0, 400]
const STORY_MS = 60_000 + LIVES_MS.length * 10_000

onSqlite((database) => {
  it("a box that is killed while it takes over a store continues each time, and sells with every order", {
    timeout: STORY_MS,
  }, async () => {
    const hub = await openTestHub(database)
    await hub.hub.operator.provision(tenantsWithSparePoint())
    // Whoever is killed has no other clock than the world's.
    hub.clock.set(new Date().toISOString())
    const old = await openTestBox(hub)
    expect((await old.call("POST", "/api/lan/v1/days")).status).toBe(201)
    const bodies = Array.from({ length: SOLD }, (_, n) =>
      orderBody({ orderId: `sold-${n}`, paid: "CASH", createdAt: new Date().toISOString() }),
    )
    for (const body of bodies) expect((await old.call("POST", ORDERS, body)).status).toBe(201)
    await old.call("POST", ORDERS, orderBody({ orderId: "table-7", createdAt: new Date().toISOString() }))
    await old.whenSynced()
    await old.stop()

    const data = tempDir()
    const [port = 0, mqttPort = 0] = await freePorts(2)
    const place = { data, host: "127.0.0.1", port, "mqtt-port": mqttPort }
    const lines = { hub: hub.hub.url, "hub-mqtt": hub.hub.mqttUrl }
    const flags = Object.entries({ ...place, ...lines }).flatMap(([name, value]) => [`--${name}`, `${value}`])
    const start = (): Program => {
      const program = startProgram(["appliance", ...flags], { BRASA_RATE_LIMIT: "0" })
      whenOver(() => program.kill())
      // It may be killed before it shows one, or ask for none any more.
      program.says(/Claim code: (\S+)/).then(
        ([, code = ""]) => hub.hub.operator.claim(code, STORE),
        () => undefined,
      )
      return program
    }
    for (const life of LIVES_MS) {
      const program = start()
      await program.says(/Claim code: |the box is up/)
      await pause(life)
      await program.kill()
    }
    const box = start()
    await box.says(/the box is up/)
    const url = `http://127.0.0.1:${port}`
    const statusOf = async (at: string, id: string) =>
      (await ask(`${at}${ORDERS}/${id}`, { method: "GET", body: undefined, key: KEY }).catch(() => null))?.status
    await until(async () => (await statusOf(url, "table-7")) === 200)
    const missing = async () => {
      const all = await Promise.all(bodies.map(({ orderId }) => statusOf(url, orderId)))
      return all.filter((status) => status !== 200).length
    }
    await until(async () => (await missing()) === 0)
    const sold = orderBody({ orderId: "after-1", paid: "CASH", createdAt: new Date().toISOString() })
    const placed = await ask(url + ORDERS, { method: "POST", body: sold, key: KEY })
    expect(placed.status, JSON.stringify(placed.body)).toBe(201)
    await until(async () => (await statusOf(hub.hub.url, "after-1")) === 200)
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
  })
})
