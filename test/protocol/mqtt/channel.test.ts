/** Channels as values: their topics, their messages, and the access table that follows from them. */
import Type from "typebox"
import { describe, expect, it } from "vitest"
import { accessRows, createAccess } from "../../../protocol/mqtt/access.ts"
import { channel } from "../../../protocol/mqtt/channel.ts"
import { cloudChannels, down, hubParty, notify, reply, storeParty, up } from "../../../protocol/mqtt/cloud.ts"
import { applianceParty, changed, deviceHeartbeat, devicePartyOf, lanChannels } from "../../../protocol/mqtt/lan.ts"

describe("a topic", () => {
  it("is built from its parameters and read back", () => {
    const topic = reply.topic({ storeId: "s1", hubId: "h1" })
    expect(topic).toBe("brasa/v1/s1/reply/h1")
    expect(reply.parse(topic)).toEqual({ storeId: "s1", hubId: "h1" })
  })

  it("of another channel is not read", () => {
    for (const topic of ["brasa/v1/s1/up/x", "brasa/v1//up", "brasa/v2/s1/up", "brasa/v1/+/up", "up", ""]) {
      expect(up.parse(topic)).toBeNull()
    }
  })

  it.each(["", "a/b", "+", "#", "x".repeat(129)])("cannot be built from %j", (storeId) => {
    expect(() => up.topic({ storeId })).toThrow("storeId")
  })

  it("becomes a filter where a parameter is left out", () => {
    expect(up.filter()).toBe("brasa/v1/+/up")
    expect(reply.filter({ hubId: "h1" })).toBe("brasa/v1/+/reply/h1")
  })
})

describe("a message", () => {
  it("goes over the wire and back", () => {
    expect(notify.decode(notify.encode({ head: 7 }))).toEqual({ ok: true, message: { head: 7 } })
    expect(notify.decode(new TextEncoder().encode('{"head":7}'))).toEqual({ ok: true, message: { head: 7 } })
  })

  it.each([
    ["not JSON", "{"],
    ["not UTF-8", new Uint8Array([0x22, 0xff, 0x22])],
    ["a missing field", "{}"],
    ["a wrong type", '{"head":"7"}'],
    ["out of range", '{"head":-1}'],
    ["another kind of value", "null"],
  ])("that does not fit is refused with a reason: %s", (_name, payload) => {
    const decoded = notify.decode(payload)
    expect(decoded).toMatchObject({ ok: false, reason: expect.stringMatching(/.+/) })
  })
})

describe("access", () => {
  const access = createAccess(cloudChannels)
  const store = storeParty("s1")

  it("gives a store its own topics, each in one direction", () => {
    expect(accessRows(cloudChannels, store).map(({ action, filter }) => `${action} ${filter}`)).toEqual([
      "publish brasa/v1/s1/up",
      "subscribe brasa/v1/s1/ack",
      "publish brasa/v1/s1/pull",
      "subscribe brasa/v1/s1/down",
      "subscribe brasa/v1/s1/poke",
      "subscribe brasa/v1/s1/command",
      "publish brasa/v1/s1/reply/+",
      "publish brasa/v1/s1/state",
    ])
  })

  it("keeps a store from everything else", () => {
    expect(access.mayPublish(store, "brasa/v1/s1/up")).toBe(true)
    for (const topic of ["brasa/v1/s2/up", "brasa/v1/s1/down", "brasa/v1/s1", "$SYS/x"]) {
      expect(access.mayPublish(store, topic)).toBe(false)
    }
    expect(access.maySubscribe(store, "brasa/v1/s1/down")).toBe(true)
    for (const filter of [
      "brasa/v1/s2/down",
      "brasa/v1/+/down",
      "brasa/v1/s1/+",
      "brasa/v1/s1/#",
      "#",
      "brasa/v1/s1/up",
    ]) {
      expect(access.maySubscribe(store, filter)).toBe(false)
    }
  })

  it("lets a hub process hear every store, and of the replies its own", () => {
    const hub = hubParty("h1")
    expect(access.maySubscribe(hub, "brasa/v1/+/up")).toBe(true)
    expect(access.maySubscribe(hub, "brasa/v1/s1/up")).toBe(true)
    expect(access.maySubscribe(hub, "brasa/v1/+/reply/h1")).toBe(true)
    expect(access.maySubscribe(hub, "brasa/v1/+/reply/h2")).toBe(false)
    expect(access.maySubscribe(hub, "brasa/v1/+/reply/+")).toBe(false)
    expect(access.mayPublish(hub, down.topic({ storeId: "s9" }))).toBe(true)
    expect(access.mayPublish(hub, up.topic({ storeId: "s9" }))).toBe(false)
  })

  it("gives a screen the nudges and its own beat", () => {
    const lan = createAccess(lanChannels)
    const kiosk = devicePartyOf("kiosk-1")
    expect(lan.maySubscribe(kiosk, changed.topic({}))).toBe(true)
    expect(lan.mayPublish(kiosk, changed.topic({}))).toBe(false)
    expect(lan.mayPublish(kiosk, deviceHeartbeat.topic({ deviceId: "kiosk-1" }))).toBe(true)
    expect(lan.mayPublish(kiosk, deviceHeartbeat.topic({ deviceId: "kiosk-2" }))).toBe(false)
    expect(lan.maySubscribe(kiosk, deviceHeartbeat.filter())).toBe(false)
    expect(lan.maySubscribe(applianceParty, deviceHeartbeat.filter())).toBe(true)
  })

  it("takes a literal segment for itself, not for a pattern", () => {
    const plain = channel({ name: "p", pattern: "a/{b}/c.d", message: Type.Any(), from: ["x"], to: ["x"], summary: "" })
    expect(plain.parse("a/1/cxd")).toBeNull()
  })
})
