/** Hostile clients at the embedded broker, which is the hub's and the box's: put out at once, and nobody else notices. */
import { connect as connectSocket, type Socket } from "node:net"
import mqtt, { type MqttClient } from "mqtt"
import Type from "typebox"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { createAccess } from "../../protocol/mqtt/access.ts"
import { channel } from "../../protocol/mqtt/channel.ts"
import { silentLog } from "../../protocol/runtime/log.ts"
import { type Broker, createBroker } from "../../protocol/runtime/serve-mqtt.ts"

const note = channel({
  name: "note",
  pattern: "test/{who}/note",
  message: Type.Object({ n: Type.Integer() }),
  from: ["speaker"],
  to: ["speaker"],
  summary: "What a speaker says.",
})
const CONNECTIONS_MAX = 10
const FLOOD = 300

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
    log: silentLog,
  })
  port = await broker.listen("127.0.0.1", 0)
  anna = mqtt.connect({ host: "127.0.0.1", port, clientId: "client:anna", username: "anna", password: "right" })
  await new Promise((resolve) => anna.once("connect", resolve))
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

const open = (bytes: Uint8Array): Socket => {
  const socket = connectSocket({ host: "127.0.0.1", port }, () => socket.write(bytes))
  socket.on("error", () => {})
  socket.resume()
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

describe("puts out who sends", () => {
  it.each(ATTACKS)("%s", async (_what, bytes) => {
    heard.length = 0
    await closed(open(bytes))
    expect(heard).toEqual([])
  })

  it("and nobody else notices", annaIsWell)
})

describe("listens to no filter that is not one's own", () => {
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

it("lets no more strangers wait than it has room for, and still lets a friend in", async () => {
  const strangers = Array.from({ length: FLOOD }, () => open(Buffer.alloc(0)))
  await Promise.race(strangers.map(closed))
  await annaIsWell()
  for (const stranger of strangers) stranger.destroy()
  await Promise.all(strangers.map((stranger) => stranger.destroyed || closed(stranger)))
  await annaIsWell()
})
