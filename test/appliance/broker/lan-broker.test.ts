/** The store's broker as a screen meets it: over TCP and over WebSocket, with its own key, hearing nudges and nothing else. */
import { once } from "node:events"
import { createServer, type IncomingMessage, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { text } from "node:stream/consumers"
import type { MqttClient } from "mqtt"
import { afterEach, beforeEach, describe, expect, it } from "vitest"
import { createLanBroker, type LanBroker } from "../../../appliance/broker/index.ts"
import { CONNECTIONS_MAX, CONNECTIONS_OF_DEVICE_MAX } from "../../../appliance/broker/lan-broker.ts"
import { changed, deviceHeartbeat } from "../../../protocol/mqtt/lan.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createIds } from "../../../runtime/ids.ts"
import { silentLog } from "../../../runtime/log.ts"
import { callBroker } from "../../kit/call-broker.ts"

/** As many as all screens together may open. */
const FLOOD = CONNECTIONS_MAX

let broker: LanBroker
let http: Server
let addresses: string[]

beforeEach(async () => {
  broker = createLanBroker({
    deviceOf: (key) => (key.startsWith("key-of-") ? { deviceId: key.slice("key-of-".length) } : null),
    host: "127.0.0.1",
    port: 0,
    boot: "this-start",
    labels: { ids: createIds({ clock: systemClock }), rateLimiter: createLimits(1, systemClock) },
    log: silentLog,
  })
  const { port } = await broker.start()
  http = createServer()
  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  broker.attach(http)
  addresses = [`mqtt://127.0.0.1:${port}`, `ws://127.0.0.1:${(http.address() as AddressInfo).port}/mqtt`]
})

afterEach(async () => {
  await broker.stop()
  await new Promise((resolve) => http.close(resolve))
})

async function connect(
  address: string,
  deviceId: string,
  password = `key-of-${deviceId}`,
  clientId = `device:${deviceId}`,
) {
  return callBroker(address, { clientId, username: deviceId, password })
}

describe.each([0, 1])("the box's broker at %i (TCP, WebSocket)", (door) => {
  it("notifies a paired screen once of several changes at one moment", async () => {
    const screen = await connect(addresses[door] ?? "", "pos-1")
    await screen.subscribeAsync(changed.topic({}), { qos: 1 })
    const heard = new Promise((resolve) => {
      screen.once("message", (_topic, payload) => resolve(changed.decode(payload)))
    })
    for (let n = 0; n < 20; n++) broker.notify("orders")
    expect(await heard).toEqual({ ok: true, message: { what: "orders", seq: 20, boot: "this-start" } })
  })

  it("sends changes of the box before the sync state, however often that changed", async () => {
    const screen = await connect(addresses[door] ?? "", "pos-1")
    await screen.subscribeAsync(changed.topic({}), { qos: 1 })
    const heard: unknown[] = []
    const both = new Promise<void>((resolve) => {
      screen.on("message", (_topic, payload) => {
        heard.push(changed.decode(payload))
        if (heard.length === 2) resolve()
      })
    })
    for (let n = 0; n < 20; n++) broker.notify("hub")
    broker.notify("orders")
    await both
    const told = (what: string, seq: number) => ({ ok: true, message: { what, seq, boot: "this-start" } })
    expect(heard).toEqual([told("orders", 1), told("hub", 20)])
  })

  it("refuses a wrong key, and a key under another device's name", async () => {
    const address = addresses[door] ?? ""
    await expect(connect(address, "pos-1", "guessed")).rejects.toThrow()
    await expect(connect(address, "pos-1", "key-of-pos-2")).rejects.toThrow()
    await expect(connect(address, "pos-2", "key-of-pos-2", "device:pos-1")).rejects.toThrow()
    await expect(connect(address, "pos-1", "key-of-pos-1", "device:pos-11")).rejects.toThrow()
  })

  it("accepts two tabs of one screen", async () => {
    const address = addresses[door] ?? ""
    const [first, second] = await Promise.all(
      ["a", "b"].map((tab) => connect(address, "pos-1", undefined, `device:pos-1/${tab}`)),
    )
    expect([first?.connected, second?.connected]).toEqual([true, true])
  })

  it("keeps the newest few connections of one key, and accepts other screens", async () => {
    const address = addresses[door] ?? ""
    const flood: MqttClient[] = []
    for (let n = 0; n < FLOOD; n++) flood.push(await connect(address, "pos-1", undefined, `device:pos-1/${n}`))
    const other = await connect(address, "pos-2")
    const newest = flood.splice(-CONNECTIONS_OF_DEVICE_MAX)
    await expect.poll(() => flood.some(({ connected }) => connected)).toBe(false)
    expect([...newest, other].map(({ connected }) => connected)).not.toContain(false)
  })

  it("counts a reconnected screen once", async () => {
    const address = addresses[door] ?? ""
    const first = await connect(address, "pos-1")
    for (let n = 0; n < CONNECTIONS_OF_DEVICE_MAX; n++) await connect(address, "pos-1", undefined, "device:pos-1/a")
    expect(first.connected).toBe(true)
  })

  it("disconnects a screen that publishes as another", async () => {
    const screen = await connect(addresses[door] ?? "", "pos-1")
    const cut = new Promise<void>((resolve) => screen.once("close", () => resolve()))
    screen.publish(deviceHeartbeat.topic({ deviceId: "pos-2" }), deviceHeartbeat.encode({ online: true, at: "now" }), {
      qos: 1,
    })
    await cut
  })
})

describe("a page that opens the WebSocket", () => {
  const UPGRADE = {
    host: "box",
    connection: "Upgrade",
    upgrade: "websocket",
    "sec-websocket-version": "13",
    "sec-websocket-key": "dGhlIHNhbXBsZSBub25jZQ==",
  }
  const fetchUpgrade = async (path: string, headers: Record<string, string | string[]>) => {
    const { port } = http.address() as AddressInfo
    // As a list, because Node's client sends an object's Host once.
    const sent = Object.entries({ ...UPGRADE, ...headers })
    const asked = request({
      port,
      path,
      headers: sent.flatMap(([name, values]) => [values].flat().flatMap((value) => [name, value])),
    }).end()
    const [answer] = (await once(asked, "response")) as [IncomingMessage]
    const body = JSON.parse(await text(answer))
    const { "x-request-id": requestId, "ratelimit-policy": limit } = answer.headers
    return { status: answer.statusCode, body, requestId, limit }
  }
  const statusFor = (headers: Record<string, string>) =>
    new Promise<number | undefined>((resolve, reject) => {
      const { port } = http.address() as AddressInfo
      const upgrade = { ...UPGRADE, "sec-websocket-protocol": "mqtt" }
      const asked = request({ port, path: "/mqtt", headers: { ...upgrade, ...headers } }, (answer) => {
        answer.resume()
        resolve(answer.statusCode)
      })
      asked.on("upgrade", (answer, socket) => {
        socket.destroy()
        resolve(answer.statusCode)
      })
      asked.on("error", reject).end()
    })

  it.each([
    ["the box's own, by address", { host: "192.168.1.20:8080", origin: "http://192.168.1.20:8080" }],
    ["the box's own, by name", { host: "Box.local:8080", origin: "http://box.local:8080" }],
    ["the box's own, at the port that needs no name", { host: "box.local", origin: "http://box.local" }],
    ["the box's own, behind a proxy that speaks TLS", { host: "box.example", origin: "https://box.example" }],
    ["the box's own, as its browser says", { host: "box", "sec-fetch-site": "same-origin" }],
    ["none: a program", { host: "box" }],
  ])("is accepted: %s", async (_which, headers) => {
    expect(await statusFor(headers)).toBe(101)
  })

  it.each([
    ["of another site", { origin: "https://evil.example" }],
    ["of another port of the same machine", { origin: "http://box:9000" }],
    ["of a name that begins like ours", { origin: "http://box.evil.example" }],
    ["of no origin", { origin: "null" }],
    ["that its browser calls another site's", { origin: "http://box", "sec-fetch-site": "cross-site" }],
  ])("gets 403: one %s", async (_which, headers) => {
    expect(await statusFor({ host: "box", ...headers })).toBe(403)
  })

  it.each([
    ["two Hosts", "/mqtt", { host: ["box", "box"] }, 400, "VALIDATION_ERROR"],
    ["another path", "/pos", {}, 404, "NOT_FOUND"],
    ["another protocol", "/mqtt", { upgrade: "nonsense" }, 400, "VALIDATION_ERROR"],
    ["no key of a WebSocket", "/mqtt", { "sec-websocket-key": "" }, 400, "VALIDATION_ERROR"],
    ["another site", "/mqtt", { origin: "https://evil.example" }, 403, "FORBIDDEN"],
  ])("gets an error body, a request id and its limit with %s", async (_which, path, headers, status, error) => {
    const answer = await fetchUpgrade(path, headers)
    expect([answer.status, answer.body.error]).toEqual([status, error])
    expect(answer.requestId).toMatch(/^[\w-]{36}$/)
    expect(answer.limit).toBe('"address";q=2')
  })
})
