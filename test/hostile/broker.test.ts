/** Hostile clients at the embedded broker, which is the hub's and the box's: put out at once, and nobody else notices. */
import type { Socket } from "node:net"
import type { MqttClient } from "mqtt"
import Type from "typebox"
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest"
import { createAccess } from "../../protocol/mqtt/access.ts"
import { channel } from "../../protocol/mqtt/channel.ts"
import { silentLog } from "../../runtime/log.ts"
import { type Broker, createBroker } from "../../runtime/mqtt/broker.ts"
import { openSocket } from "../kit/bare-socket.ts"
import { callBroker } from "../kit/call-broker.ts"

const note = channel({
  name: "note",
  pattern: "test/{who}/note",
  message: Type.Object({ n: Type.Integer() }),
  from: ["speaker"],
  to: ["speaker"],
  summary: "What a speaker says.",
})
const CONNECTIONS_MAX = 10
const OF_ONE_ADDRESS = CONNECTIONS_MAX / 2
const FLOOD = 300
const COME_AGAIN_MS = 50
/** Longer than a test: whoever is put out is put out for somebody else. */
const LOGIN_TIMEOUT_MS = 600_000
const TIMEOUT = { timeout: 80_000 }

let broker: Broker
let port: number
/** It listens all the while, and hears what is said in its own name alone. */
let anna: MqttClient
const heard: string[] = []

beforeAll(async () => {
  broker = await createBroker({
    authenticate: ({ clientId, username, password }) =>
      password === "right" && clientId === `client:${username}` ? { kind: "speaker", params: { who: username } } : null,
    access: createAccess([note]),
    payloadMaxBytes: 1024,
    connectionsMax: CONNECTIONS_MAX,
    connectionsOfLoginMax: CONNECTIONS_MAX,
    loginTimeoutMs: LOGIN_TIMEOUT_MS,
    log: silentLog,
  })
  port = await broker.listen("127.0.0.1", 0)
  anna = await callBroker(`mqtt://127.0.0.1:${port}`, { clientId: "client:anna", username: "anna", password: "right" })
  await anna.subscribeAsync("test/anna/note", { qos: 1 })
  anna.on("message", (topic) => heard.push(topic))
})

afterAll(async () => {
  anna.end(true)
  await broker.close()
})

const text = (value: string) => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.from([bytes.length >> 8, bytes.length & 255]), bytes])
}

function packet(head: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts)
  const length = [body.length & 127, (body.length >> 7) & 127, body.length >> 14]
  const used = body.length < 128 ? 1 : body.length < 16384 ? 2 : 3
  const digits = length.slice(0, used).map((digit, index) => (index < used - 1 ? digit | 128 : digit))
  return Buffer.concat([Buffer.from([head, ...digits]), body])
}

const hello = (clientId: string, password = "right", { level = 4, name = "MQTT", flags = 0xc2 } = {}) =>
  packet(0x10, text(name), Buffer.from([level, flags, 0, 60]), text(clientId), text("bert"), text(password))
const HELLO = hello("client:bert")
const publish = (topic: string, head = 0x30) => packet(head, text(topic), Buffer.from('{"n":1}'))
const subscribe = (...filters: string[]) =>
  packet(0x82, Buffer.from([0, 1]), ...filters.flatMap((filter) => [text(filter), Buffer.from([1])]))
/** The same bytes each time. */
const noise = Buffer.from(Array.from({ length: 512 }, (_, n) => (n * 197 + 91) & 255))

const ATTACKS: readonly (readonly [what: string, bytes: Uint8Array])[] = [
  ["noise", noise],
  ["HTTP", Buffer.from("GET / HTTP/1.1\r\nhost: x\r\n\r\n")],
  ["TLS", Buffer.from([0x16, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3])],
  ["a wrong password", hello("client:bert", "wrong")],
  ["no password", hello("client:bert", "")],
  ["a password of NUL", hello("client:bert", "\u0000")],
  ["another's client id", hello("client:anna")],
  ["an empty client id", hello("")],
  ["a client id of 2,000 characters", hello(`client:bert${"x".repeat(2000)}`)],
  ["a login without a name", hello("client:bert", "right", { flags: 0x42 })],
  ["a protocol of another name", hello("client:bert", "right", { name: "MQTX" })],
  ["a level that there is not", hello("client:bert", "right", { level: 9 })],
  ["MQTT 5", hello("client:bert", "right", { level: 5 })],
  ["a publication before the login", publish("test/anna/note")],
  ["a subscription before the login", subscribe("#")],
  ["a quarter of a gigabyte before the login", Buffer.from([0x10, 0xff, 0xff, 0xff, 0x7f])],
  ["a length of five digits", Buffer.from([0x10, 0xff, 0xff, 0xff, 0xff, 0x7f])],
  ["a second login", Buffer.concat([HELLO, HELLO])],
  ["a publication in another's name", Buffer.concat([HELLO, publish("test/anna/note")])],
  ["a publication in another's name, to be kept", Buffer.concat([HELLO, publish("test/anna/note", 0x31)])],
  ["a quality of service of three", Buffer.concat([HELLO, publish("test/bert/note", 0x36)])],
  ["a topic with a wildcard", Buffer.concat([HELLO, publish("test/+/note")])],
  ["a topic of nothing", Buffer.concat([HELLO, publish("")])],
  ["the broker's own topics", Buffer.concat([HELLO, publish("$SYS/anna/note")])],
  ["a topic with a NUL", Buffer.concat([HELLO, publish("test/bert\u0000/note")])],
  ["a subscription to nothing", Buffer.concat([HELLO, packet(0x82, Buffer.from([0, 1]))])],
  ["a packet that is reserved", Buffer.concat([HELLO, Buffer.from([0x00, 0])])],
  ["a ping with flags", Buffer.concat([HELLO, Buffer.from([0xc5, 0])])],
  ["a text longer than its packet", Buffer.concat([HELLO, Buffer.from([0x30, 4, 0xff, 0xff, 1, 2])])],
  ["a payload above the limit", Buffer.concat([HELLO, packet(0x30, text("test/bert/note"), Buffer.alloc(1025))])],
  ["a packet of sixteen mebibytes", Buffer.concat([HELLO, Buffer.from([0x30, 0x80, 0x80, 0x80, 0x08])])],
]

const open = (bytes: Uint8Array, localAddress = "127.0.0.1"): Socket => {
  const socket = openSocket(port, { localAddress }).resume()
  socket.write(bytes)
  return socket
}
const closed = (socket: Socket) => new Promise<void>((resolve) => socket.once("close", () => resolve()))

/** Anna is still there, and has heard nothing but herself. */
async function annaIsWell(): Promise<void> {
  heard.length = 0
  const own = new Promise((resolve) => anna.once("message", resolve))
  await anna.publishAsync("test/anna/note", '{"n":1}', { qos: 1 })
  await own
  expect(heard).toEqual(["test/anna/note"])
}

describe("a client is disconnected that sends", () => {
  it.each(ATTACKS)("%s", async (_what, bytes) => {
    heard.length = 0
    await closed(open(bytes))
    expect(heard).toEqual([])
  })

  it("and no other client notices", annaIsWell)
})

describe("a client receives nothing for a filter beyond its own:", () => {
  it.each([["#"], ["+/+/+"], ["test/anna/note"], ["$SYS/#"], ["test/#"], ["$share/x/test/anna/note"]])(
    "%s",
    async (filter) => {
      const socket = open(Buffer.concat([HELLO, subscribe(filter)]))
      const said: Buffer[] = []
      socket.on("data", (chunk) => said.push(chunk))
      while (Buffer.concat(said).length < 9) await new Promise((resolve) => socket.once("data", resolve))
      expect(Buffer.concat(said).subarray(4)).toEqual(Buffer.from([0x90, 3, 0, 1, 0x80]))
      socket.destroy()
    },
  )
})

/** As one that logs in: by the answer to its login, 0 for taken. */
async function logsIn(clientId: string, localAddress: string): Promise<number | undefined> {
  const socket = open(hello(clientId), localAddress)
  const code = await new Promise<number | undefined>((resolve) => {
    socket.once("data", (answer) => resolve(answer[3]))
    socket.once("close", () => resolve(undefined))
  })
  socket.destroy()
  return code
}

describe("a flood of silent connections", () => {
  /** All of one address, and each that is put out comes again, until somebody has seen enough. */
  function flood(localAddress: string, again = true) {
    const strangers = new Set<Socket>()
    let stopped = false
    let putOut = 0
    const come = () => {
      const socket = open(Buffer.alloc(0), localAddress)
      strangers.add(socket)
      socket.once("close", () => {
        strangers.delete(socket)
        putOut += 1
        if (again && !stopped) setTimeout(come, COME_AGAIN_MS)
      })
    }
    for (let n = 0; n < FLOOD; n++) come()
    const stop = async () => {
      stopped = true
      const left = [...strangers]
      for (const stranger of left) stranger.destroy()
      await Promise.all(left.map((stranger) => stranger.closed || closed(stranger)))
    }
    return { stop, putOut: () => putOut, held: () => strangers.size }
  }

  it("is limited for each address", async () => {
    const { putOut, held, stop } = flood("127.0.0.1", false)
    await vi.waitFor(() => expect(putOut()).toBe(FLOOD - OF_ONE_ADDRESS), TIMEOUT)
    expect(held()).toBe(OF_ONE_ADDRESS)
    await stop()
  })

  it.each([
    ["another address", "127.0.0.2"],
    ["the very same", "127.0.0.1"],
  ])("does not block a login from %s", async (_which, address) => {
    const { putOut, stop } = flood("127.0.0.1", false)
    await vi.waitFor(() => expect(putOut()).toBe(FLOOD - OF_ONE_ADDRESS), TIMEOUT)
    expect(await logsIn("client:bert", address)).toBe(0)
    await annaIsWell()
    await stop()
  })

  it("does not block a login even if each disconnected client returns from many addresses", async () => {
    const floods = ["127.0.0.1", "127.0.0.3", "127.0.0.4"].map((address) => flood(address))
    await vi.waitFor(() => expect(floods.every(({ putOut }) => putOut() > FLOOD)).toBe(true), TIMEOUT)
    for (let n = 0; n < 10; n++) expect(await logsIn("client:bert", "127.0.0.2")).toBe(0)
    await annaIsWell()
    await Promise.all(floods.map(({ stop }) => stop()))
  })
})
