import { describe, expect, it } from "vitest"
import { createPacketReader, type Packet, subscribePacket } from "../../../ui/device/mqtt-packets.ts"

const NUDGE = '{"what":"orders","seq":1}'
const topic = "brasa/lan/v1/changed"
const published = [0x30, 2 + topic.length + NUDGE.length, 0, topic.length, ...Buffer.from(topic + NUDGE)]
const connack = [0x20, 2, 0, 0]
const pong = [0xd0, 0]

const expected: Packet[] = [
  { type: "connack", accepted: true },
  { type: "publish", topic, payload: NUDGE },
  { type: "pong" },
]

describe("MQTT packets", () => {
  const bytes = Uint8Array.from([...connack, ...published, ...pong])

  it.each([1, 2, 3, 7, 1000])("are read from pieces of %i bytes", (size) => {
    const read = createPacketReader()
    const packets: Packet[] = []
    for (let at = 0; at < bytes.length; at += size) packets.push(...read(bytes.subarray(at, at + size)))
    expect(packets).toEqual(expected)
  })

  it.each([
    ["a refused connection", [0x20, 2, 0, 5], { type: "connack", accepted: false }],
    ["a subscription", [0x90, 3, 0, 1, 0], { type: "suback", accepted: true }],
    ["a refused subscription", [0x90, 3, 0, 1, 0x80], { type: "suback", accepted: false }],
    ["a message with an id", [0x32, 7, 0, 1, 97, 0, 9, 104, 105], { type: "publish", topic: "a", payload: "hi" }],
    ["what a screen needs not know", [0x40, 2, 0, 1], { type: "other" }],
  ])("%s", (_, raw, packet) => expect(createPacketReader()(Uint8Array.from(raw))).toEqual([packet]))

  it("that are invalid are reported", () => {
    expect(() => createPacketReader()(Uint8Array.from([0x30, 255, 255, 255, 255, 255]))).toThrow("no MQTT")
  })
})

it("a long packet has a size of more than one byte", () => {
  expect([...subscribePacket(1, "x".repeat(200)).slice(0, 3)]).toEqual([0x82, 0x80 | (205 % 128), 1])
})
