/** A real box under a real hub: what its rounds make known, and what its silence hides. */
import { beforeAll, expect, it } from "vitest"
import { openTestBox, type TestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { KEY, openTestHub, STORE, type TestHub } from "../../kit/hub.ts"

const HEALTH = "/api/v1/core/external/component-health"
const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const MINUTE_MS = 60_000
const BOX = `appliance:${STORE}`

eachDatabase((_engine, open) => {
  let at: TestHub
  let box: TestBox

  beforeAll(async () => {
    at = await openTestHub(open)
    box = await openTestBox(at)
  })

  const onLan = (componentId: string, more: object = {}) =>
    box.call(
      "POST",
      HEALTH,
      { componentType: "kds_station", componentId, storeId: STORE, status: "online", ...more },
      KEY,
    )
  const shown = async () => {
    const all = await at.hub.health.components(TENANT, { size: 10 })
    return Object.fromEntries(all.map(({ componentId, shown }) => [componentId, shown]))
  }
  const told = async () =>
    (await at.events())
      .filter(({ type }) => type.startsWith("component."))
      .map(({ type, envelope }) => {
        const { data } = envelope as { data: { componentId: string; outage?: { devicesBehind: number } } }
        return [type, data.componentId, data.outage?.devicesBehind ?? null]
      })
  const pass = async (minutes: number, tell = false) => {
    for (let minute = 0; minute < minutes; minute += 1) {
      at.clock.advance(MINUTE_MS)
      if (tell && box.box.tellHealth()) await box.whenSynced()
      await at.hub.health.look()
    }
  }
  /** A round of the box, as soon as the line is up. */
  const round = async () => {
    for (;;) {
      at.clock.advance(5_000)
      if (box.box.tellHealth()) break
      await new Promise((resolve) => setTimeout(resolve, 10))
    }
    await box.whenSynced()
  }

  it("a report lists the box and the heartbeats of its devices, each once", async () => {
    await onLan("grill")
    await onLan("grill", { appVersion: "2.0.0" })
    await round()
    expect(await shown()).toEqual({ [BOX]: "online", grill: "online" })
    const [, grill] = await at.hub.health.components(TENANT, { size: 10 })
    expect(grill).toMatchObject({ via: "box", appVersion: "2.0.0", onTrial: true })
    const { made } = box.box.sync()
    await pass(1, true)
    expect(box.box.sync().made).toBe(made)
  })

  it("a silent device behind a live box is down", async () => {
    at.clock.advance(60 * MINUTE_MS)
    await at.hub.health.look()
    await onLan("grill")
    await onLan("drinks")
    await round()
    await pass(30, true)
    expect(await shown()).toMatchObject({ [BOX]: "online", grill: "down" })
    expect(await told()).toEqual([["component.down", "grill", 0]])
    await onLan("grill", { status: "degraded", degradedReason: "peripheral_other" })
    await round()
    expect((await told()).slice(1)).toEqual([
      ["component.recovered", "grill", 0],
      ["component.degraded", "grill", null],
    ])
  })

  it("a silent box is one incident, and its devices are unknown", async () => {
    const before = (await told()).length
    await box.stop()
    await pass(25)
    expect(await shown()).toMatchObject({ [BOX]: "down", grill: "unknown" })
    expect((await told()).slice(before)).toEqual([["component.down", BOX, 1]])
    await box.restart()
    await round()
    expect(await shown()).toMatchObject({ [BOX]: "online" })
    expect((await told()).slice(before + 1)).toEqual([["component.recovered", BOX, 1]])
  })

  it("devices are evaluated again after one interval", async () => {
    const before = (await told()).length
    await pass(9, true)
    expect((await told()).slice(before)).toEqual([])
    await pass(4, true)
    expect((await told()).slice(before)).toEqual([["component.down", "grill", 0]])
  })
})
