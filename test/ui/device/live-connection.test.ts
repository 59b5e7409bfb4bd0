/** A screen's live connection to the box's real broker, over a real WebSocket. */
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { WebSocket as Socket } from "ws"
import { createLanBroker, type LanBroker } from "../../../appliance/broker/index.ts"
import type { DeviceHeartbeat } from "../../../protocol/mqtt/lan.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { createLiveConnection, type LiveConnection, type LiveEvent } from "../../../ui/device/live-connection.ts"
import { soon } from "../../kit/soon.ts"

let broker: LanBroker
let http: Server
let port = 0
const lines: LiveConnection[] = []
let beats: { deviceId: string; beat: DeviceHeartbeat }[] = []
let shown = 0

beforeEach(async () => {
  beats = []
  shown = 3
  await startBox(0)
})

afterEach(async () => {
  for (const connection of lines.splice(0)) connection.stop()
  await stopBox()
})

async function startBox(wanted: number): Promise<void> {
  broker = createLanBroker({
    deviceOf: (key) => (key === "key-of-kds-1" ? { deviceId: "kds-1" } : null),
    host: "127.0.0.1",
    port: 0,
    boot: "this-start",
    labels: { ids: createIds({ clock: systemClock }), rateLimiter: createLimits(1, systemClock) },
    onBeat: (deviceId, beat) => beats.push({ deviceId, beat }),
    log: silentLog,
  })
  await broker.start()
  http = createServer()
  await new Promise<void>((resolve) => http.listen(wanted, "127.0.0.1", resolve))
  port = (http.address() as AddressInfo).port
  broker.attach(http)
}

async function stopBox(): Promise<void> {
  await broker.stop()
  http.closeAllConnections()
  await new Promise((resolve) => http.close(resolve))
}

function screen(key = "key-of-kds-1"): { line: LiveConnection; events: LiveEvent[] } {
  const events: LiveEvent[] = []
  const open = (url: string, protocol: string) => new Socket(url, protocol) as unknown as WebSocket
  const heartbeat = () => ({ at: "2026-11-21T12:00:00.000Z", page: "/kds", version: "0.6.0", shown })
  const connection = createLiveConnection({
    url: `ws://127.0.0.1:${port}/mqtt`,
    deviceId: "kds-1",
    key,
    tab: "a",
    heartbeat,
    open,
  })
  connection.listen((event) => events.push(event))
  lines.push(connection)
  connection.start()
  return { line: connection, events }
}

describe("the live connection of a screen", () => {
  it("is up once the box accepts it, and brings each notification with its count", async () => {
    const { line, events } = screen()
    await soon(() => expect(line.isUp()).toBe(true))
    broker.notify("orders")
    broker.notify("orders")
    await soon(() => expect(line.latestChanges()).toEqual({ boot: "this-start", counts: { orders: 2 } }))
    broker.notify("menu")
    await soon(() => expect(line.latestChanges()?.counts).toEqual({ orders: 2, menu: 1 }))
    expect(events.map(({ type }) => type)).toEqual(["up", "change", "change"])
  })

  it("reports that it is down when the box goes, and recovers by itself", async () => {
    const { line, events } = screen()
    await soon(() => expect(line.isUp()).toBe(true))
    const where = port
    await stopBox()
    await soon(() => expect(line.isUp()).toBe(false))
    await startBox(where)
    await soon(() => expect(line.isUp()).toBe(true))
    broker.notify("orders")
    await soon(() => expect(events.map(({ type }) => type)).toEqual(["up", "down", "up", "change"]))
  })

  it("reports what the screen shows, each change, and by its last will that it has gone", async () => {
    const { line } = screen()
    const said = { online: true, at: "2026-11-21T12:00:00.000Z", page: "/kds", version: "0.6.0" }
    await soon(() => expect(beats).toEqual([{ deviceId: "kds-1", beat: { ...said, shown: 3 } }]))
    shown = 4
    line.sendHeartbeat()
    await soon(() => expect(beats[1]?.beat).toEqual({ ...said, shown: 4 }))
    line.stop()
    await soon(() => expect(beats[2]).toMatchObject({ deviceId: "kds-1", beat: { online: false } }))
  })

  it("is never up with a key that the box refuses", async () => {
    const { line, events } = screen("guessed")
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(line.isUp()).toBe(false)
    expect(events).toEqual([])
  })
})
