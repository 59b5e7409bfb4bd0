/** How a screen of the store gets its key. */

import { once } from "node:events"
import { beforeEach, describe, expect, it } from "vitest"
import { askAtOnce } from "../../kit/ask-at-once.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { type LoneBox, openLoneBox } from "../../kit/lone-box.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { pairScreen } from "../../kit/store-staff.ts"

const PAIR = "/api/lan/v1/pair"
const TODAY = "/api/lan/v1/today"

let box: LoneBox

beforeEach(async () => {
  box = await openLoneBox()
})

const pair = (code: string | null) => box.call("POST", PAIR, { code, name: "Caja 2" }, null)

describe("a pairing code", () => {
  it("pairs one screen once", async () => {
    const code = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" })
    const first = await pair(code)
    expect(first.body.data).toMatchObject({ deviceId: "pos-2", kind: "pos", store: { code: "UIO-001" } })
    expect((await box.call("GET", TODAY, undefined, first.body.data.key)).status).toBe(200)
    expect((await pair(code)).status).toBe(404)
  })

  it("is accepted in lower case and without its dash", async () => {
    const code = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" }) ?? ""
    expect((await pair(` ${code.toLowerCase().replace("-", " ")} `)).status).toBe(201)
  })

  it("is refused for another kind of screen and stays valid for its own", async () => {
    const code = box.box.pairingCode({ kind: "kiosk", deviceId: "kiosk-1" })
    const register = await box.call("POST", PAIR, { code, kinds: ["pos"] }, null)
    expect(register.status).toBe(409)
    const kiosk = await box.call("POST", PAIR, { code, kinds: ["kiosk"] }, null)
    expect(kiosk).toMatchObject({ status: 201, body: { data: { kind: "kiosk" } } })
  })

  it("ends when a new one is made for the same screen", async () => {
    const first = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" })
    const second = box.box.pairingCode({ kind: "pos", deviceId: "pos-2" })
    expect((await pair(first)).status).toBe(404)
    expect((await pair(second)).status).toBe(201)
  })

  it("is not made for a screen that is paired already", () => {
    expect(box.box.pairingCode({ kind: "pos", deviceId: "pos-1" })).toBeNull()
  })
})

describe("a screen that is revoked", () => {
  it("between the head and the body of its request is refused", async () => {
    const office = await pairScreen(box.box, "manager", "office")
    const stolen = await pairScreen(box.box, "pos", "pos-2")
    const body = JSON.stringify(orderBody())
    const socket = openSocket(Number(new URL(box.box.url).port))
    const answered = once(socket, "data")
    const head = [`POST ${ORDERS} HTTP/1.1`, "host: box", `x-api-key: ${stolen.key}`, "content-type: application/json"]
    // The server says that it goes on once it has looked at the head.
    socket.write(
      `${[...head, `content-length: ${Buffer.byteLength(body)}`, "expect: 100-continue"].join("\r\n")}\r\n\r\n`,
    )
    expect(String((await answered)[0])).toContain("100 Continue")
    expect((await office.call("POST", "/api/lan/v1/devices/pos-2/revoke")).status).toBe(200)
    const before = box.made()
    socket.write(body)
    expect(String((await once(socket, "data"))[0])).toContain("HTTP/1.1 401")
    expect(box.made()).toBe(before)
  })
})

describe("wrong codes", () => {
  it("are each counted when many arrive at once", async () => {
    const codes = Array.from({ length: 12 }, (_, nth) => `WRNG-${nth}`)
    const wrong = codes.map((code) => ({ method: "POST", path: PAIR, key: null, body: { code } }))
    const answers = await askAtOnce(box.box.url, wrong)
    expect(answers.map(({ status }) => status)).toEqual([...Array(8).fill(404), ...Array(4).fill(429)])
  })
})

describe("a screen's key", () => {
  it("allows what its kind of screen does, and nothing else", async () => {
    const code = box.box.pairingCode({ kind: "kds_station", deviceId: "grill" })
    const { key } = (await pair(code)).body.data
    expect((await box.call("GET", TODAY, undefined, key)).status).toBe(403)
  })
})
