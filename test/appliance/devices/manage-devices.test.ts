/** A manager's view of the store's screens: pairing by code, renaming, moving, putting out. */
import { beforeAll, describe, expect, it } from "vitest"
import { deviceClientId } from "../../../protocol/mqtt/lan-changes.ts"
import { callBroker } from "../../kit/call-broker.ts"
import { ask } from "../../kit/hub.ts"
import { type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { pairScreen, type Screen, screenOf } from "../../kit/store-staff.ts"

const DEVICES = "/api/lan/v1/devices"
const SELF = "/api/lan/v1/device"
const STATIONS = [
  { id: "grill", kind: "kds_station" as const },
  { id: "drinks", kind: "kds_station" as const },
]

let box: LoneBox
let manager: Screen

beforeAll(async () => {
  box = await openLoneBox({ stations: STATIONS })
  manager = await pairScreen(box.box, "manager", "office")
})

const makeCode = (options: object) => manager.call("POST", `${DEVICES}/codes`, options)
const trade = (code: unknown) => ask(`${box.box.url}/api/lan/v1/pair`, { method: "POST", body: { code }, key: null })
const list = async () => (await manager.call("GET", DEVICES)).body.data
const find = async (deviceId: string) => (await list()).devices.find((one: Screen) => one.deviceId === deviceId)

async function pairNew(options: object): Promise<Screen> {
  const response = await makeCode(options)
  return screenOf(box.box, (await trade(response.body.data.code)).body.data)
}

describe("a screen that a manager pairs", () => {
  it("gets kind, name and station by the code, and its id by its name", async () => {
    const response = await makeCode({ kind: "kds_station", name: "Parrilla Ñ 1", station: "grill" })
    expect(response.status).toBe(201)
    const { code, url, expiresAt } = response.body.data
    expect(code).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    expect(new URL(url).pathname + new URL(url).hash).toBe(`/kds#pair=${code}`)
    expect(expiresAt).toBe("2026-11-21T18:10:00.000Z")
    expect((await list()).codes).toMatchObject([{ deviceId: "parrilla-n-1", station: "grill", expiresAt }])
    const paired = (await trade(code)).body.data
    expect(paired).toMatchObject({ deviceId: "parrilla-n-1", kind: "kds_station", station: "grill" })
    const self = await screenOf(box.box, paired).call("GET", SELF)
    expect(self.body.data).toMatchObject({ name: "Parrilla Ñ 1", station: "grill", hasStaff: false })
    expect((await list()).codes).toEqual([])
  })

  it("replaces a screen of the same name, whose key ends", async () => {
    const first = await pairNew({ kind: "pos", name: "Caja 7" })
    const second = await pairNew({ kind: "pos", name: "caja 7 " })
    expect(second.deviceId).toBe(first.deviceId)
    expect([(await first.call("GET", SELF)).status, (await second.call("GET", SELF)).status]).toEqual([401, 200])
  })

  it("has another id when the name only looks alike", async () => {
    await pairNew({ kind: "board", name: "Salón" })
    expect((await pairNew({ kind: "board", name: "salon" })).deviceId).toBe("salon-2")
  })

  it("is refused with a code that is ten minutes old", async () => {
    const { code } = (await makeCode({ kind: "pos", name: "late" })).body.data
    box.clock.advance(10 * 60_000)
    expect((await trade(code)).status).toBe(404)
  })

  it.each([
    ["a station for a register", { kind: "pos", name: "x", station: "grill" }, 400],
    ["no station for a kitchen screen", { kind: "kds_station", name: "x" }, 400],
    ["a station that is none", { kind: "kds_station", name: "x", station: "roof" }, 400],
    ["a kind that is none", { kind: "toaster", name: "x" }, 400],
    ["a name of spaces", { kind: "pos", name: "  " }, 400],
    ["its own name", { kind: "manager", name: "office" }, 409],
  ])("is not made with %s", async (_what, wish, status) => {
    expect((await makeCode(wish)).status).toBe(status)
  })

  it("is refused to a register", async () => {
    expect((await box.call("POST", `${DEVICES}/codes`, { kind: "pos", name: "x" })).status).toBe(403)
  })
})

describe("guessing codes", () => {
  it("is refused after too many wrong codes in a minute, also with a right code", async () => {
    const lone = await openLoneBox()
    const office = await pairScreen(lone.box, "manager", "office")
    const { code } = (await office.call("POST", `${DEVICES}/codes`, { kind: "pos", name: "Caja 3" })).body.data
    const guess = (text: string) =>
      ask(`${lone.box.url}/api/lan/v1/pair`, { method: "POST", body: { code: text }, key: null })
    const wrong = []
    for (let n = 0; n < 9; n += 1) wrong.push((await guess(`WRONG-${n}`)).status)
    expect(wrong).toEqual([404, 404, 404, 404, 404, 404, 404, 404, 429])
    expect((await guess(code)).status).toBe(429)
    lone.clock.advance(60_000)
    expect((await guess(code)).status).toBe(201)
    const trail = (await office.call("GET", "/api/lan/v1/audit")).body.data.entries
    expect(trail.filter(({ action }: { action: string }) => action === "device.code-refused")).toHaveLength(8)
    expect(JSON.stringify(trail)).not.toContain(code)
  })
})

describe("a paired screen", () => {
  it("reads its new name and station at once", async () => {
    const screen = await pairNew({ kind: "kds_station", name: "Tablet", station: "grill" })
    const changed = await manager.call("PUT", `${DEVICES}/${screen.deviceId}`, { name: "Barra", station: "drinks" })
    expect(changed.body.data).toMatchObject({ name: "Barra", station: "drinks" })
    expect((await screen.call("GET", SELF)).body.data).toMatchObject({ name: "Barra", station: "drinks" })
  })

  it.each([
    ["nobody", "nobody", { name: "x" }, 404],
    ["the name of another", "pos-1", { name: "OFFICE" }, 409],
    ["a station for a register", "pos-1", { station: "grill" }, 400],
  ])("is not changed: %s", async (_what, deviceId, change, status) => {
    expect((await manager.call("PUT", `${DEVICES}/${deviceId}`, change)).status).toBe(status)
  })

  it("is online while it sends heartbeats, and offline after its last will", async () => {
    const screen = await pairNew({ kind: "kds_station", name: "Beater", station: "grill" })
    expect(await find(screen.deviceId)).toMatchObject({ online: false, lastSeenAt: null })
    const topic = `brasa/lan/v1/devices/${screen.deviceId}/beat`
    const beat = { at: "2026-11-21T18:00:00.000Z", online: true, page: "/kds", version: "1.2.3", shown: 4 }
    const will = {
      topic,
      payload: Buffer.from(JSON.stringify({ at: beat.at, online: false })),
      qos: 1 as const,
      retain: false,
    }
    const connection = await connect(screen, { will })
    await connection.publishAsync(topic, JSON.stringify(beat), { qos: 1 })
    expect(await find(screen.deviceId)).toMatchObject({ online: true, page: "/kds", version: "1.2.3", shown: 4 })
    connection.stream.destroy()
    await expect.poll(async () => (await find(screen.deviceId)).online).toBe(false)
    expect(await find(screen.deviceId)).toMatchObject({ shown: 4 })
  })

  it("is offline after a silence, and its last report is kept", async () => {
    const screen = await pairNew({ kind: "expo", name: "Pase" })
    await screen.call("GET", SELF)
    expect(await find(screen.deviceId)).toMatchObject({ online: true, address: expect.stringContaining("127.0.0.1") })
    const lastSeenAt = box.clock.iso()
    box.clock.advance(60_000)
    expect(await find(screen.deviceId)).toMatchObject({ online: false, lastSeenAt })
  })
})

describe("a screen that is revoked", () => {
  it("loses its key and its connection at once", async () => {
    const screen = await pairNew({ kind: "board", name: "Vitrina" })
    const connection = await connect(screen, { clientId: `${deviceClientId(screen.deviceId)}/tab-2` })
    const closed = new Promise<void>((resolve) => connection.once("close", () => resolve()))
    expect((await manager.call("POST", `${DEVICES}/${screen.deviceId}/revoke`)).status).toBe(200)
    await closed
    expect((await screen.call("GET", SELF)).status).toBe(401)
    await expect(connect(screen)).rejects.toThrow()
    expect(await find(screen.deviceId)).toBeUndefined()
    expect((await manager.call("POST", `${DEVICES}/${screen.deviceId}/revoke`)).status).toBe(404)
  })
})

async function connect({ deviceId, key }: Screen, more: object = {}) {
  return callBroker(`mqtt://127.0.0.1:${box.box.mqttPort}`, {
    clientId: deviceClientId(deviceId),
    username: deviceId,
    password: key,
    protocolVersion: 4,
    ...more,
  })
}
