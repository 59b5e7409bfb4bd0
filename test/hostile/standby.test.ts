/** The page of a box that stands by: who may bring the store here, and that no other site's page frames it or speaks by it. */
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { beforeAll, beforeEach, describe, expect, it } from "vitest"
import { createStandbyApp, type StandbyApp } from "../../appliance/standby/standby-app.ts"
import { createManualClock } from "../../runtime/clock.ts"
import { createLimits } from "../../runtime/http/caller-limits.ts"
import { createIds } from "../../runtime/ids.ts"
import { type LoneBox, openLoneBox } from "../kit/lone-box.ts"
import { MANAGER_PIN, pairScreen, type Screen, signIn, takeOn } from "../kit/store-staff.ts"
import { whenOver } from "../kit/temp.ts"
import { sendRaw } from "./send-raw.ts"

const CONSOLE = "the-token-of-its-own-console"
const NAME = "brasa.test"
const CASHIER_PIN = "1357"
const PER_SECOND = 7
const HOUR_MS = 3_600_000
const JSON_TYPE = { "content-type": "application/json" }
const promoted: unknown[] = []

beforeEach(() => {
  promoted.length = 0
})

const clock = createManualClock("2026-11-21T18:00:00.000Z")

/** Follows a box, whose disk it has as its copy; or has no copy yet. */
async function standBy(box: LoneBox | null): Promise<string> {
  const app = createStandbyApp({
    files: { path: box ? join(box.data, "box.db") : "", exists: () => box !== null } as unknown as StandbyApp["files"],
    secretKey: box
      ? Buffer.from(readFileSync(join(box.data, "secret.key"), "utf8").trim(), "base64url")
      : Buffer.alloc(32),
    storeName: "Quito",
    first: "http://192.0.2.1:8080",
    consoleToken: CONSOLE,
    hostNames: [NAME],
    clock,
    labels: { ids: createIds({ clock }), rateLimiter: createLimits(PER_SECOND, clock) },
    state: () => ({}) as ReturnType<StandbyApp["state"]>,
    promote: async (asked) => {
      promoted.push(asked)
      return "promoted"
    },
  })
  const server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  whenOver(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function take(url: string, headers: Record<string, string>, body: object = {}) {
  const answer = await fetch(`${url}/api/standby/promote`, {
    method: "POST",
    headers,
    body: JSON.stringify({ isOff: true, ...body }),
  })
  return [answer.status, ((await answer.json()) as { error?: string }).error]
}

describe("the standby of a store without staff", () => {
  let url: string
  let register: string
  let manager: Screen

  beforeAll(async () => {
    const box = await openLoneBox()
    register = box.registerKey
    manager = await pairScreen(box.box, "manager", "manager-1")
    url = await standBy(box)
  })

  it("is not promoted without a key, or by a register", async () => {
    const needed = [403, "MANAGER_NEEDED"]
    expect(await take(url, JSON_TYPE)).toEqual(needed)
    expect(await take(url, JSON_TYPE, { pin: "0000" })).toEqual(needed)
    expect(await take(url, { ...JSON_TYPE, "x-api-key": "guessed" })).toEqual(needed)
    expect(await take(url, { ...JSON_TYPE, "x-api-key": register })).toEqual(needed)
    expect(await take(url, { "x-console": "guessed" })).toEqual(needed)
    expect(promoted).toEqual([])
  })

  it("is promoted by a manager's screen and by its console", async () => {
    expect(await take(url, { ...JSON_TYPE, "x-api-key": manager.key })).toEqual([200, undefined])
    expect(await take(url, { "x-console": CONSOLE })).toEqual([200, undefined])
    expect(promoted).toEqual([
      { by: "manager-1", isOff: true },
      { by: "console", isOff: true },
    ])
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "is not promoted by a form of %s from another site",
    async (type) => {
      const forged = { "content-type": type, origin: "https://evil.example", "x-api-key": manager.key }
      expect(await take(url, forged)).toEqual([403, "FORBIDDEN"])
      expect(promoted).toEqual([])
    },
  )

  describe("under a name", () => {
    const asked = async (host: string, origin = `http://${host}`) => {
      const port = new URL(url).port
      const lines = [
        "POST /api/standby/promote HTTP/1.1",
        `host: ${host}:${port}`,
        `origin: ${origin}:${port}`,
        "content-type: application/json",
        `x-api-key: ${manager.key}`,
        "content-length: 2",
        "connection: close",
      ]
      return (await sendRaw(url, Buffer.from(`${lines.join("\r\n")}\r\n\r\n{}`)))?.status
    }

    it.each([NAME, "localhost", "127.0.0.1", "192.168.1.20", "[fe80::1]"])("%s is promoted", async (host) => {
      expect(await asked(host)).toBe(200)
    })

    it.each(["evil.example", `${NAME}.evil.example`, "192.168.1.20.evil.example", "localhost.evil.example"])(
      "%s is not promoted, whatever resolves to it",
      async (host) => {
        expect(await asked(host)).toBe(403)
        expect(await asked("127.0.0.1", `http://${host}`)).toBe(403)
        expect(await asked(host, "http://127.0.0.1")).toBe(403)
        expect(promoted).toEqual([])
      },
    )
  })
})

describe("the standby of a store with staff", () => {
  let url: string
  let manager: Screen

  beforeAll(async () => {
    const box = await openLoneBox()
    manager = await pairScreen(box.box, "manager", "manager-1")
    await takeOn(manager, { role: "manager", pin: MANAGER_PIN, name: "Rosa" })
    const token = await signIn(manager, MANAGER_PIN)
    await takeOn(manager, { role: "cashier", pin: CASHIER_PIN }, token)
    url = await standBy(box)
  })

  it("needs a manager's PIN, even for a manager's screen", async () => {
    expect(await take(url, { ...JSON_TYPE, "x-api-key": manager.key })).toEqual([401, "PIN_WRONG"])
    clock.advance(HOUR_MS)
    expect(await take(url, JSON_TYPE, { pin: CASHIER_PIN })).toEqual([401, "PIN_WRONG"])
    clock.advance(HOUR_MS)
    expect(await take(url, JSON_TYPE, { pin: MANAGER_PIN })).toEqual([200, undefined])
    expect(promoted).toEqual([{ by: "Rosa", isOff: true }])
  })

  it("counts wrong PINs on if a cashier types their own in between", async () => {
    const tries = []
    for (let n = 0; n < 6; n++) {
      tries.push(
        (await take(url, JSON_TYPE, { pin: `000${n}` }))[0],
        (await take(url, JSON_TYPE, { pin: CASHIER_PIN }))[0],
      )
    }
    expect(tries).toContain(429)
    expect(promoted).toEqual([])
  })
})

it("a standby without a copy is not promoted without a key", async () => {
  const url = await standBy(null)
  expect(await take(url, JSON_TYPE)).toEqual([409, "NO_COPY"])
  expect(promoted).toEqual([])
})

it.each(["/", "/standby.js", "/healthz", "/api/standby", "/api/lan/v1/state"])(
  "allows no frame and no script: %s",
  async (path) => {
    const url = await standBy(null)
    const answer = await fetch(url + path)
    expect(answer.headers.get("x-frame-options")).toBe("DENY")
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    const policy = answer.headers.get("content-security-policy")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(await answer.text()).not.toContain("<script>")
  },
)

it.each(["/", "/healthz", "/api/standby", "/api/v1/core/external/orders"])(
  "answers with a request id and the limit of the caller's address: %s",
  async (path) => {
    const { headers } = await fetch((await standBy(null)) + path, { headers: { "x-request-id": "till-7" } })
    const names = ["x-request-id", "ratelimit-policy", "ratelimit"]
    expect(names.map((name) => headers.get(name))).toEqual(["till-7", '"address";q=14', '"address";r=14;t=1'])
  },
)
