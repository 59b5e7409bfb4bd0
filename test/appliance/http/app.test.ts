/** What stands at the box beside its endpoints: how it is, and what a wrong method, key or path is told. */
import { describe, expect, it } from "vitest"
import { openLoneBox, READER_KEY } from "../../kit/lone-box.ts"
import { ORDERS } from "../../kit/order-bodies.ts"

const ADDRESS = /^"address";r=\d+;t=\d+$/
const KEY = /^"key";r=\d+;t=\d+$/

it("says that it lives, and that it is ready", async () => {
  const { call } = await openLoneBox()
  expect((await call("GET", "/healthz", undefined, null)).body.status).toBe("ok")
  const ready = await call("GET", "/readyz", undefined, null)
  expect([ready.status, ready.body]).toEqual([200, { status: "ready", checks: { database: true, store: true } }])
})

it("is not ready before it has a store", async () => {
  const { call } = await openLoneBox({ isBare: true })
  const ready = await call("GET", "/readyz", undefined, null)
  expect([ready.status, ready.body]).toEqual([503, { status: "not ready", checks: { database: true, store: false } }])
})

describe("each answer says what is left of the limit, and has an id", () => {
  it.each([
    [405, "POST", "/healthz", null, ADDRESS],
    [405, "DELETE", "/readyz", null, ADDRESS],
    [405, "PUT", "/openapi.json", null, ADDRESS],
    [405, "POST", "/pos", null, ADDRESS],
    [405, "DELETE", `${ORDERS}/o-1`, READER_KEY, ADDRESS],
    [404, "GET", "/metrics", null, ADDRESS],
    [404, "GET", `${ORDERS}/o-1`, READER_KEY, KEY],
    [403, "POST", ORDERS, READER_KEY, KEY],
    [401, "POST", ORDERS, "nobody", ADDRESS],
    [200, "GET", "/readyz", null, ADDRESS],
  ])("%i: %s %s", async (status, method, path, key, left) => {
    const { call } = await openLoneBox({ rateLimit: 100 })
    const answer = await call(method, path, method === "POST" ? {} : undefined, key)
    expect(answer.status).toBe(status)
    expect(answer.headers.get("ratelimit")).toMatch(left)
    expect(answer.headers.get("x-request-id")).toMatch(/./)
    expect(answer.headers.has("allow")).toBe(status === 405)
  })
})
