/** A connection that comes back by itself: patient, jittered, and forgetful of what was not sent. */
import { type AddressInfo, createServer } from "node:net"
import { describe, expect, it } from "vitest"
import { createAccess } from "../../../protocol/mqtt/access.ts"
import { deviceHeartbeat, devicePartyOf, lanChannels } from "../../../protocol/mqtt/lan.ts"
import { deviceClientId } from "../../../protocol/mqtt/lan-changes.ts"
import { createLog, silentLog } from "../../../runtime/log.ts"
import { createBroker } from "../../../runtime/mqtt/broker.ts"
import { backoff, connectMqtt, type MqttConnection, type Will, withoutLogin } from "../../../runtime/mqtt/client.ts"
import { layCable } from "../../kit/cable.ts"
import { freePorts } from "../../kit/ports.ts"
import { soon } from "../../kit/soon.ts"
import { whenOver } from "../../kit/temp.ts"

const KIOSK = "kiosk-1"
const BACKOFF_MS = 10

async function startBroker(port: number) {
  const broker = await createBroker({
    authenticate: ({ username }) => devicePartyOf(username),
    access: createAccess(lanChannels),
    payloadMaxBytes: 1_000,
    connectionsMax: 10,
    connectionsOfLoginMax: 10,
    log: silentLog,
  })
  await broker.listen("127.0.0.1", port)
  let closed = false
  const close = async () => {
    if (!closed) await broker.close()
    closed = true
  }
  whenOver(close)
  return { ...broker, close }
}

const WILL = { topic: deviceHeartbeat.topic({ deviceId: KIOSK }), payload: "gone" }

function speakTo(
  port: number,
  {
    filters = ["brasa/lan/v1/changed"],
    unprepared = 0,
    keepaliveSeconds = 30,
    will = undefined as Will | undefined,
    login = "",
    log = silentLog,
  } = {},
) {
  const heard: string[] = []
  const waiting: { wanted: number; resolve: () => void }[] = []
  const note = (word: string) => {
    heard.push(word)
    for (const { wanted, resolve } of waiting) if (heard.length >= wanted) resolve()
  }
  const speaker: MqttConnection = connectMqtt({
    url: `mqtt://${login}127.0.0.1:${port}`,
    clientId: deviceClientId(KIOSK),
    username: KIOSK,
    password: "",
    filters,
    prepare: () => {
      note("try")
      if (heard.length <= unprepared) throw new Error("the disk is full")
      return will ? { will } : {}
    },
    onUp: () => note("up"),
    onDown: () => note("down"),
    onMessage: (topic) => note(topic),
    chance: () => 0.5,
    log,
    backoffFirstMs: BACKOFF_MS,
    keepaliveSeconds,
  })
  whenOver(() => speaker.stop())
  const until = (wanted: number) => new Promise<void>((resolve) => waiting.push({ wanted, resolve }))
  return { speaker, heard, until }
}

describe("the wait before the next attempt", () => {
  it("doubles from a second to two minutes, plus or minus a quarter", () => {
    expect([0, 1, 2, 6, 7, 50].map((tries) => backoff(tries, 0.5))).toEqual([
      1_000, 2_000, 4_000, 64_000, 120_000, 120_000,
    ])
    expect([0, 1].map((chance) => backoff(0, chance))).toEqual([750, 1_250])
  })
})

describe("a client", () => {
  it("tries until there is a broker, and reconnects", async () => {
    const [port = 0] = await freePorts(1)
    const { speaker, heard, until } = speakTo(port)
    const twice = until(2)
    speaker.start()
    await twice
    expect(heard).toEqual(["try", "try"])
    expect(speaker.publish("x", "lost")).toBe(false)
    const up = until(4)
    const broker = await startBroker(port)
    await up
    while (heard.at(-1) !== "up") await until(heard.length + 1)
    const count = heard.length
    const down = until(count + 1)
    await broker.close()
    await down
    expect(heard[count]).toBe("down")
    await startBroker(port)
    while (heard.at(-1) !== "up") await until(heard.length + 1)
  })

  it("logs once why it does not reach its broker, without a login, and once when it does", async () => {
    const [port = 0] = await freePorts(1)
    const lines: string[] = []
    const log = createLog({ level: "info", destination: { write: (line) => lines.push(line) } })
    const { speaker, heard, until } = speakTo(port, { login: "hub:s3cret@", log })
    speaker.start()
    while (heard.length < 3) await until(heard.length + 1)
    const broker = await startBroker(port)
    while (heard.at(-1) !== "up") await until(heard.length + 1)
    await broker.close()
    const tries = heard.length + 4
    while (heard.length < tries) await until(heard.length + 1)
    await speaker.stop()
    const url = `mqtt://127.0.0.1:${port}`
    const failed = { level: "warn", url, why: expect.stringContaining("ECONNREFUSED") }
    const said = lines.map((line) => JSON.parse(line))
    expect(said).toMatchObject([failed, { level: "info", url }, failed])
    expect(lines.join("")).not.toContain("s3cret")
  })

  it("logs it too if a broker ends each connection silently", async () => {
    const server = createServer((socket) => socket.destroy())
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
    whenOver(() => void server.close())
    const lines: string[] = []
    const log = createLog({ level: "info", destination: { write: (line) => lines.push(line) } })
    const { speaker, heard, until } = speakTo((server.address() as AddressInfo).port, { log })
    speaker.start()
    while (heard.length < 3) await until(heard.length + 1)
    expect(lines.map((line) => JSON.parse(line).why)).toEqual([
      expect.stringMatching(/ECONNRESET|closed the connection/),
    ])
  })

  it("receives what it subscribed to, and publishes what it may", async () => {
    const [port = 0] = await freePorts(1)
    const broker = await startBroker(port)
    const said = new Promise<string>((resolve) => void broker.subscribe("brasa/#", (topic) => resolve(topic)))
    const { speaker, heard, until } = speakTo(port)
    const up = until(2)
    speaker.start()
    await up
    expect(speaker.publish(deviceHeartbeat.topic({ deviceId: KIOSK }), "{}")).toBe(true)
    expect(await said).toBe("brasa/lan/v1/devices/kiosk-1/beat")
    const told = until(3)
    await broker.publish("brasa/lan/v1/changed", "{}")
    await told
    expect(heard).toEqual(["try", "up", "brasa/lan/v1/changed"])
  })

  it("makes no connection that could not be prepared, and tries again", async () => {
    const [port = 0] = await freePorts(1)
    await startBroker(port)
    const { speaker, heard, until } = speakTo(port, { unprepared: 2 })
    const up = until(4)
    speaker.start()
    await up
    expect(heard).toEqual(["try", "try", "try", "up"])
  })

  it.each(["deafen", "mute"] as const)(
    "notices a half-open connection (%s) while it continues to publish",
    async (half) => {
      const [port = 0] = await freePorts(1)
      await startBroker(port)
      const cable = await layCable({ host: "127.0.0.1", port })
      whenOver(cable.close)
      const { speaker, heard, until } = speakTo(cable.port, { keepaliveSeconds: 1 })
      const up = until(2)
      speaker.start()
      await up
      const speaks = setInterval(() => speaker.publish(deviceHeartbeat.topic({ deviceId: KIOSK }), "{}"), 50)
      whenOver(() => clearInterval(speaks))
      const down = until(3)
      cable[half]()
      await down
      expect(heard).toEqual(["try", "up", "down"])
      cable.mend()
      while (heard.at(-1) !== "up") await until(heard.length + 1)
    },
  )

  it("sends its last will when it stops, and the broker sends it otherwise: once in both cases", async () => {
    const [port = 0] = await freePorts(1)
    const broker = await startBroker(port)
    const cable = await layCable({ host: "127.0.0.1", port })
    whenOver(cable.close)
    const said: string[] = []
    await broker.subscribe("brasa/#", (topic, payload) => void said.push(`${topic} ${Buffer.from(payload)}`))
    for (const end of ["stop", "cut"] as const) {
      const { speaker, heard, until } = speakTo(cable.port, { will: WILL })
      const up = until(2)
      speaker.start()
      await up
      if (end === "stop") await speaker.stop()
      else cable.pull()
      await soon(() => expect(heard).toContain("down"))
      await soon(() => expect(said).not.toEqual([]))
      expect(said.splice(0)).toEqual([`${WILL.topic} ${WILL.payload}`])
    }
  })

  it.each(["deafen", "mute"] as const)("stops on a half-open connection as well (%s)", async (half) => {
    const [port = 0] = await freePorts(1)
    await startBroker(port)
    const cable = await layCable({ host: "127.0.0.1", port })
    whenOver(cable.close)
    const { speaker, until } = speakTo(cable.port, { will: WILL })
    const up = until(2)
    speaker.start()
    await up
    cable[half]()
    await speaker.stop()
    expect(speaker.publish(WILL.topic, WILL.payload)).toBe(false)
  })

  it("reconnects at once on request", async () => {
    const [port = 0] = await freePorts(1)
    await startBroker(port)
    const { speaker, heard, until } = speakTo(port)
    const up = until(2)
    speaker.start()
    await up
    const again = until(5)
    speaker.renew()
    await again
    expect(heard).toEqual(["try", "up", "down", "try", "up"])
  })

  it("is not connected where it may not subscribe", async () => {
    const [port = 0] = await freePorts(1)
    await startBroker(port)
    const { speaker, heard, until } = speakTo(port, { filters: ["#"] })
    const twice = until(2)
    speaker.start()
    await twice
    expect(heard).toEqual(["try", "try"])
  })
})

it("a broker's address is shown without the login", () => {
  expect(withoutLogin("mqtts://hub:s3cret@broker.example:8883")).toBe("mqtts://broker.example:8883")
})
