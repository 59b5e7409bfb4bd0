/** A store that cuts its own line for a drill: headquarters is alarmed as by any outage, and reads afterwards what it was. */
import { expect, it } from "vitest"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { ask, openTestHub, STORE, testTenants } from "../../kit/hub.ts"
import { until } from "../../kit/line.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const MINUTE_MS = 60_000
const ROUND_MS = 15_000
const DRILL = { drillId: "0190a000-0000-7000-8000-0000000000d1", minutes: 10 }

/** A drill is shorter than two intervals of most stores, and alarms nobody there. */
function watchedClosely(): string {
  const file = JSON.parse(testTenants())
  for (const vendor of file.accounts[0].vendors)
    for (const store of vendor.stores) if (store.id === STORE) store.heartbeatIntervalSeconds = 60
  return JSON.stringify(file)
}

eachDatabase((_engine, open) => {
  it("an outage during an outage test is marked as one, once the store has reported it", async () => {
    const { hub, clock } = await openTestHub(open)
    await hub.operator.provision(watchedClosely())
    const { box, call, whenSynced } = await openTestBox({ hub, clock } as Awaited<ReturnType<typeof openTestHub>>)
    const code = box.pairingCode({ kind: "manager", deviceId: "manager-1" })
    const paired = await ask(`${box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
    const drills = async () => (await hub.health.outages(TENANT, { storeId: STORE, size: 5 })).map((one) => one.drill)
    await until(() => box.sync().link === "up")
    const rounds = async (count: number) => {
      for (let round = 0; round < count; round += 1) {
        clock.advance(ROUND_MS)
        if (box.tellHealth()) await whenSynced()
      }
      await hub.health.look()
    }
    // A box is on trial in its first hour.
    await rounds(2)
    clock.advance(60 * MINUTE_MS)
    await hub.health.look()
    await rounds(8)
    expect((await call("POST", "/api/lan/v1/drills", DRILL, paired.body.data.key)).status).toBe(201)
    await until(() => box.sync().link === "down")
    for (let minute = 0; minute < DRILL.minutes - 1; minute += 1) {
      clock.advance(MINUTE_MS)
      await hub.health.look()
    }
    expect(await drills()).toEqual([false])
    clock.advance(2 * MINUTE_MS)
    await until(async () => (await drills())[0] === true)
  })
})
