/** Three days without a link, with trade on both sides: memory stays level, and everything arrives once. `npm run soak -- partition` sells twenty times as much. */

import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"
import { expect, it } from "vitest"
import { openTestBox } from "../kit/box.ts"
import { layCable } from "../kit/cable.ts"
import { onSqlite } from "../kit/databases.ts"
import { openTestHub, STORE } from "../kit/hub.ts"
import { until } from "../kit/line.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { whenOver } from "../kit/temp.ts"

const LONG = process.env.BRASA_PARTITION === "1"
const HOURS = 72
const SALES_AN_HOUR = LONG ? 60 : 3
const HOUR_MS = 3_600_000
/** From the first day's end to the last's: a list of all that waits would weigh more in the long form. */
const HEAP_GROWS_MAX_BYTES = 12 * 1024 ** 2
const STORY_MS = LONG ? 900_000 : 120_000

onSqlite((database) => {
  it("a store sells for 72 hours with its cable pulled, and catches up", { timeout: STORY_MS }, async () => {
    const hub = await openTestHub(database)
    const cable = await layCable({ host: "127.0.0.1", port: Number(new URL(hub.hub.mqttUrl).port) })
    whenOver(() => cable.close())
    const box = await openTestBox(hub, { hubMqtt: `mqtt://127.0.0.1:${cable.port}` })
    expect((await box.call("POST", "/api/lan/v1/days")).status).toBe(201)
    await box.whenSynced()
    cable.pull()
    const heaps: number[] = []
    const sold: string[] = []
    const web: string[] = []
    const at = () => hub.clock.iso()
    for (let hour = 0; hour < HOURS; hour += 1) {
      for (let n = 0; n < SALES_AN_HOUR; n += 1) {
        sold.push(`till-${hour}-${n}`)
        const body = orderBody({ orderId: `till-${hour}-${n}`, paid: "CASH", createdAt: at() })
        expect((await box.call("POST", ORDERS, body)).status).toBe(201)
        hub.clock.advance(HOUR_MS / SALES_AN_HOUR)
      }
      web.push(`web-${hour}`)
      const body = orderBody({ orderId: `web-${hour}`, paid: "CARD", channel: "WEB", createdAt: at() })
      expect((await hub.call("POST", ORDERS, body)).status).toBe(201)
      if ((hour + 1) % 24 === 0) heaps.push(heapKept())
    }
    const { unsent } = box.box.sync()
    expect(unsent).toBeGreaterThanOrEqual(sold.length)
    expect((heaps.at(-1) ?? 0) - (heaps[0] ?? 0)).toBeLessThan(HEAP_GROWS_MAX_BYTES)

    cable.mend()
    // Who was cut off for long tries seldom; one that starts tries at once.
    if (!LONG) await box.restart()
    const mended = performance.now()
    while (box.box.sync().link !== "up") await new Promise((resolve) => setTimeout(resolve, 10))
    const linked = performance.now()
    await box.whenSynced()
    const caughtUp = performance.now()
    const has = async (call: typeof box.call, id: string) => (await call("GET", `${ORDERS}/${id}`)).status === 200
    await until(() => has(box.call, web.at(-1) ?? ""))
    for (const id of web) expect([id, await has(box.call, id)]).toEqual([id, true])
    const rows = await hub.beside(({ store }) =>
      store.system.read(({ db }) => db.selectFrom("orders").select("record").execute()),
    )
    const atHub = rows.map(({ record }) => JSON.parse(record).orderExternal)
    expect(atHub.toSorted()).toEqual([...sold, ...web].toSorted())
    expect(await hub.hub.sync.deadLetters(STORE)).toEqual([])
    if (!LONG) return
    const ms = (from: number, to: number) => Math.round(to - from)
    console.log(JSON.stringify({ unsent, heaps, linkedMs: ms(mended, linked), caughtUpMs: ms(linked, caughtUp) }))
  })
})

function heapKept(): number {
  setFlagsFromString("--expose-gc")
  runInNewContext("gc")()
  return process.memoryUsage().heapUsed
}
