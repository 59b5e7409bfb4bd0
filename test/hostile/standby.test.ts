/** The page of a box that stands by: no other site's page frames it, nor takes the store over by it. */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { beforeAll, expect, it } from "vitest"
import { createStandbyApp, type StandbyApp } from "../../appliance/standby/standby-app.ts"
import { createManualClock } from "../../protocol/runtime/clock.ts"
import { whenOver } from "../kit/temp.ts"

const CONSOLE = "the-token-of-its-own-console"
let url: string
const promoted: unknown[] = []

beforeAll(async () => {
  const app = createStandbyApp({
    files: { path: "", exists: () => false } as unknown as StandbyApp["files"],
    secretKey: Buffer.alloc(32),
    storeName: "Quito",
    first: "http://192.0.2.1:8080",
    consoleToken: CONSOLE,
    clock: createManualClock("2026-11-21T18:00:00.000Z"),
    state: () => ({}) as ReturnType<StandbyApp["state"]>,
    promote: async (asked) => {
      promoted.push(asked)
      return "promoted"
    },
  })
  const server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((resolve) => server.once("listening", resolve))
  whenOver(() => void server.close())
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

const take = (headers: Record<string, string>) =>
  fetch(`${url}/api/standby/promote`, { method: "POST", headers, body: '{"isOff":true}' })

it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
  "is not taken over by a form of %s from another site",
  async (type) => {
    expect((await take({ "content-type": type, origin: "https://evil.example" })).status).toBe(403)
    expect(promoted).toEqual([])
  },
)

it("is taken over by its own page, and by its console", async () => {
  expect((await take({ "content-type": "application/json" })).status).toBe(200)
  expect((await take({ "x-console": CONSOLE })).status).toBe(200)
  expect(promoted).toEqual([
    { by: null, isOff: true },
    { by: "console", isOff: true },
  ])
})

it.each(["/", "/standby.js", "/healthz", "/api/standby", "/api/lan/v1/state"])(
  "stands in nobody's frame and runs nothing that stands in it: %s",
  async (path) => {
    const answer = await fetch(url + path)
    expect(answer.headers.get("x-frame-options")).toBe("DENY")
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff")
    const policy = answer.headers.get("content-security-policy")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).toContain("script-src 'self';")
    expect(await answer.text()).not.toContain("<script>")
  },
)
