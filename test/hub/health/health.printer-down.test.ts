/** A printer at the wire under a real box under a real hub: out of paper, and headquarters hears why the box is degraded. */
import { expect, it, vi } from "vitest"
import { startEmulator } from "../../../appliance/emulator/index.ts"
import { openTestBox } from "../../kit/box.ts"
import { eachDatabase } from "../../kit/databases.ts"
import { openTestHub, STORE } from "../../kit/hub.ts"
import { whenOver } from "../../kit/temp.ts"

const TENANT = { accountId: "acme", vendorId: "acme.ec.quito" }
const BOX = `appliance:${STORE}`
const HOUR_MS = 3_600_000
const TIMEOUT = { timeout: 20_000, interval: 50 }

eachDatabase((_engine, open) => {
  it("a broken printer degrades its box with one event, and a repaired one restores it", async () => {
    const printer = await startEmulator({ tcp: 0, profile: "epson-80" })
    whenOver(() => printer.stop())
    const at = await openTestHub(open)
    const { box, whenSynced } = await openTestBox(at, {
      printer: `tcp://127.0.0.1:${printer.port}?profile=epson-80&width=42`,
    })
    /** Rounds go on until headquarters sees the box so. */
    const seen = (shown: string) =>
      vi.waitFor(async () => {
        at.clock.advance(5_000)
        if (box.tellHealth()) await whenSynced()
        const [component] = await at.hub.health.components(TENANT, { size: 10 })
        expect(component).toMatchObject({ componentId: BOX, shown })
        return component
      }, TIMEOUT)

    await seen("online")
    // Heard in two distinct hours: from now on it is watched.
    at.clock.advance(HOUR_MS)
    await seen("online")

    printer.set({ paperOut: true })
    expect(await seen("degraded")).toMatchObject({
      degradedReason: "printer_down",
      details: { printer: [expect.objectContaining({ state: "paper_out" })] },
    })
    const told = async () => (await at.events()).filter(({ type }) => type === "component.degraded")
    expect(await told()).toMatchObject([{ envelope: { data: { componentId: BOX, degradedReason: "printer_down" } } }])

    printer.set({ paperOut: false })
    expect(await seen("online")).toMatchObject({ degradedReason: null })
    expect(await told()).toHaveLength(1)
  })
})
