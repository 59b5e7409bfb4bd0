/** The embedded broker over real sockets: who may come in, who may speak where, and that nothing sent in order is lost. */
import type { Socket } from "node:net"
import { setTimeout as pause } from "node:timers/promises"
import type { MqttClient } from "mqtt"
import Type from "typebox"
import { afterEach, describe, expect, it } from "vitest"
import { createAccess } from "../../../protocol/mqtt/access.ts"
import { channel, type Party } from "../../../protocol/mqtt/channel.ts"
import { silentLog } from "../../../runtime/log.ts"
import { type Broker, createBroker } from "../../../runtime/mqtt/broker.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { callBroker } from "../../kit/call-broker.ts"

const note = channel({
  name: "note",
  pattern: "test/{who}/note",
  message: Type.Object({ n: Type.Integer() }),
  from: ["speaker"],
  to: ["hearer"],
  summary: "What a speaker says.",
})

const PAYLOAD_MAX_BYTES = 1024
const PAIRS = 200
const CONNECTIONS_MAX = 10
const LOGIN_TIMEOUT_MS = 300
const IDLE_LIMIT_MS = 500

let broker: Broker

async function start(waits: { readonly loginTimeoutMs?: number; readonly idleLimitMs?: number } = {}): Promise<number> {
  broker = await createBroker({
    authenticate: ({ clientId, username, password }): Party | null => {
      if (password !== "right" || clientId !== `client:${username}`) return null
      return username.startsWith("h") ? { kind: "hearer", params: {} } : { kind: "speaker", params: { who: username } }
    },
    access: createAccess([note]),
    payloadMaxBytes: PAYLOAD_MAX_BYTES,
    connectionsMax: CONNECTIONS_MAX,
    connectionsOfLoginMax: CONNECTIONS_MAX,
    ...waits,
    log: silentLog,
  })
  return broker.listen("127.0.0.1", 0)
}

async function connect(port: number, username: string, password = "right", clientId = `client:${username}`) {
  return callBroker(`mqtt://127.0.0.1:${port}`, { clientId, username, password })
}

function collect(client: MqttClient, wanted: number): Promise<number[]> {
  const heard: number[] = []
  return new Promise((resolve) => {
    client.on("message", (_topic, payload) => {
      heard.push(JSON.parse(payload.toString()).n)
      if (heard.length === wanted) resolve(heard)
    })
  })
}

afterEach(async () => {
  await broker.close()
})

describe("logging in", () => {
  it("refuses a wrong password", async () => {
    const port = await start()
    await expect(connect(port, "anna", "wrong")).rejects.toThrow()
  })

  it("refuses a client id of another login, so that nobody takes over a connection", async () => {
    const port = await start()
    const anna = await connect(port, "anna")
    await expect(connect(port, "bert", "right", "client:anna")).rejects.toThrow()
    expect(anna.connected).toBe(true)
  })
})

describe("a connection without a login", () => {
  const putOut = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()))

  it("is closed after a while, even if it sends a byte now and then", async () => {
    const port = await start({ loginTimeoutMs: LOGIN_TIMEOUT_MS })
    const silent = openSocket(port).resume()
    const slow = openSocket(port).resume()
    // A connection's request of 96 bytes, which never become that many.
    slow.write(Buffer.from([0x10, 96]))
    const dribble = setInterval(() => slow.write(Buffer.of(0)), LOGIN_TIMEOUT_MS / 3)
    await Promise.all([putOut(silent), putOut(slow)])
    clearInterval(dribble)
  })

  it("does not reduce the number of allowed connections", async () => {
    const port = await start()
    const silent = Array.from({ length: CONNECTIONS_MAX }, () => openSocket(port).resume())
    for (let n = 0; n < CONNECTIONS_MAX; n++) await connect(port, `s${n}`)
    expect(broker.connections()).toBe(CONNECTIONS_MAX)
    for (const socket of silent) socket.destroy()
  })

  it("is closed at once, even with a right login, when the limit of connections is reached", async () => {
    const port = await start()
    for (let n = 0; n < CONNECTIONS_MAX; n++) await connect(port, `s${n}`)
    await expect(connect(port, "one-too-many")).rejects.toThrow()
    expect(broker.connections()).toBe(CONNECTIONS_MAX)
  })
})

describe("topics", () => {
  it("allow a publisher only its own, and disconnect it otherwise", async () => {
    const port = await start()
    const hearer = await connect(port, "hans")
    await hearer.subscribeAsync("test/+/note", { qos: 1 })
    const heard = collect(hearer, 1)
    const intruder = await connect(port, "anna")
    const cut = new Promise<void>((resolve) => intruder.once("close", () => resolve()))
    intruder.publish("test/bert/note", '{"n":666}', { qos: 1 })
    await cut
    const bert = await connect(port, "bert")
    await bert.publishAsync("test/bert/note", '{"n":1}', { qos: 1 })
    expect(await heard).toEqual([1])
  })

  it("allow no wider filter than a client's own", async () => {
    const port = await start()
    const anna = await connect(port, "anna")
    await expect(anna.subscribeAsync("#", { qos: 1 })).rejects.toThrow()
  })

  it("carry no payload above the limit", async () => {
    const port = await start()
    const anna = await connect(port, "anna")
    const cut = new Promise<void>((resolve) => anna.once("close", () => resolve()))
    anna.publish("test/anna/note", "x".repeat(PAYLOAD_MAX_BYTES + 1), { qos: 1 })
    await cut
  })
})

describe("the idle limit", () => {
  /** A connection request of MQTT 3.1.1 without anything of ours or of a library, which would send pings by itself. */
  const connectPacket = (keepalive: number) => {
    const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
    const head = Buffer.from([0, 4, ...Buffer.from("MQTT"), 4, 0xc2, keepalive >> 8, keepalive & 0xff])
    const body = Buffer.concat([head, text("client:anna"), text("anna"), text("right")])
    return Buffer.concat([Buffer.from([0x10, body.length]), body])
  }

  it.each([0, 121, 65_535])(
    "disconnects a silent client with a keep-alive of %i s, which is accepted",
    async (keepalive) => {
      const port = await start({ idleLimitMs: IDLE_LIMIT_MS })
      const socket = openSocket(port)
      const answer: Buffer[] = []
      socket.on("data", (bytes) => answer.push(bytes))
      const closed = new Promise<void>((resolve) => socket.once("close", () => resolve()))
      socket.write(connectPacket(keepalive))
      await closed
      expect([...Buffer.concat(answer)]).toEqual([0x20, 2, 0, 0])
    },
  )

  it("keeps a client connected that sends something within it", async () => {
    const port = await start({ idleLimitMs: IDLE_LIMIT_MS })
    const socket = openSocket(port).resume()
    socket.write(connectPacket(0))
    const pings = setInterval(() => socket.write(Buffer.from([0xc0, 0])), IDLE_LIMIT_MS / 5)
    await pause(IDLE_LIMIT_MS * 3)
    expect(broker.connections()).toBe(1)
    clearInterval(pings)
  })
})

describe("a subscription", () => {
  it.each([0, 1, 2] as const)("with QoS %i receives messages at the QoS it was granted", async (qos) => {
    const port = await start()
    const hearer = await connect(port, "hans")
    const [grant] = await hearer.subscribeAsync("test/+/note", { qos })
    const received = new Promise<number>((resolve) => hearer.once("message", (_t, _p, packet) => resolve(packet.qos)))
    const speaker = await connect(port, "anna")
    speaker.publish("test/anna/note", '{"n":1}', { qos: 2 })
    expect([grant?.qos, await received]).toEqual([qos, qos])
  })
})

// aedes by itself loses every first message of such a pair: a packet with a lower counter than the last one is dropped.
describe("two consecutive messages to one subscriber", () => {
  it.each([
    ["QoS 1 and then QoS 0", { qos: 1, retain: false } as const, { qos: 0, retain: false } as const],
    ["retained and then not", { qos: 1, retain: true } as const, { qos: 1, retain: false } as const],
  ])(`both arrive, ${PAIRS} times: %s`, async (_name, first, second) => {
    const port = await start()
    const hearer = await connect(port, "hans")
    await hearer.subscribeAsync("test/+/note", { qos: 1 })
    const heard = collect(hearer, PAIRS * 2)
    const speaker = await connect(port, "anna")
    for (let n = 0; n < PAIRS; n++) {
      speaker.publish("test/anna/note", note.encode({ n: 2 * n }), first)
      speaker.publish("test/anna/note", note.encode({ n: 2 * n + 1 }), second)
    }
    // MQTT keeps the order within one quality of service, not between two.
    const sorted = (await heard).toSorted((a, b) => a - b)
    expect(sorted).toEqual(Array.from({ length: PAIRS * 2 }, (_, n) => n))
  })

  it("both arrive in order, even when the broker's own process publishes", async () => {
    const port = await start()
    const hearer = await connect(port, "hans")
    await hearer.subscribeAsync("test/+/note", { qos: 1 })
    const heard = collect(hearer, PAIRS)
    for (let n = 0; n < PAIRS; n++) void broker.publish("test/anna/note", note.encode({ n }))
    expect(await heard).toEqual(Array.from({ length: PAIRS }, (_, n) => n))
  })
})
