/** What an endpoint answers to a bad body, generated from the endpoint values. examples.test.ts sends the reference's examples. */
import { beforeAll, describe, expect, it } from "vitest"
import { BODY_BYTES_MAX } from "../../protocol/http/body-limit.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { REFUSALS } from "../../protocol/refusals.ts"
import { logIn } from "../kit/clients.ts"
import { eachDatabase } from "../kit/databases.ts"
import { type Answer, KEY, openTestHub, STORE, type TestHub } from "../kit/hub.ts"
import { charge, ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pathOf } from "../kit/paths.ts"
import { codeOf, hasFaults, statusFor } from "../kit/refusals.ts"

const all: Endpoint[] = Object.values(HUB_ENDPOINTS)
const withBody = all.filter((value) => value.body)
/** Where every field may be left out, so may all. */
const needsSomething = ({ body }: Endpoint) => !(body && "properties" in body && !("required" in body))

/** A body that is right, for endpoints whose value carries no example. */
const bodyOf = (value: Endpoint): unknown => value.example ?? (value.body ? {} : undefined)

eachDatabase((_engine, open) => {
  let hub: TestHub
  let orderId: string
  /** Of the families that want more than a key; the others do not look at it. */
  let beside: Record<string, string>

  beforeAll(async () => {
    hub = await openTestHub(open, { clients: true })
    beside = await logIn(hub)
    orderId = (await hub.call("POST", ORDERS, orderBody())).body.data.id
  })

  const ask = (value: Endpoint, key: string | null, body: unknown = bodyOf(value)): Promise<Answer> =>
    hub.call(value.method, pathOf(value, orderId), body, key, beside)

  describe.each(withBody.map((value) => [value.name, value] as const))("%s", (_name, value) => {
    it.each([
      ["no JSON", '{"a":'],
      ["a list", "[]"],
      ...(needsSomething(value) ? [["nothing", "{}"]] : []),
      ["text", '"text"'],
    ])("refuses %s as its body", async (what, body) => {
      const answer = await ask(value, KEY, body)
      const code = what === "no JSON" && value.unreadable ? value.unreadable : "VALIDATION_ERROR"
      const status = statusFor(value, code, hasFaults(answer))
      expect([answer.status, codeOf(answer)]).toEqual([status, code])
    })

    it("refuses a body that is too large", async () => {
      const answer = await ask(value, KEY, JSON.stringify({ big: "x".repeat(value.bodyBytesMax ?? BODY_BYTES_MAX) }))
      expect([answer.status, codeOf(answer)]).toEqual([413, "PAYLOAD_TOO_LARGE"])
    })
  })

  it("bad bodies have changed nothing", async () => {
    const before = await hub.call("GET", `${ORDERS}/${orderId}`)
    expect(before.body.data).toMatchObject({ status: "OPEN", payments: [] })
    expect(await hub.events()).toHaveLength(1)
  })

  it.each([
    ["POST", `${ORDERS}/${STORE}`, 405, "METHOD_NOT_ALLOWED", "GET, PUT"],
    ["GET", "/api/v1/core/external/nothing", 404, "NOT_FOUND", null],
  ])("%s %s is %i", async (method, path, status, error, allow) => {
    const answer = await hub.call(method, path, undefined, KEY)
    expect([answer.status, answer.body.error, answer.headers.get("allow")]).toEqual([status, error, allow])
  })

  it("a valid request id of the caller is returned", async () => {
    const response = await fetch(`${hub.hub.url}/api/v1/core/external/orders/x`, {
      headers: { "x-request-id": "my-1" },
    })
    expect(response.headers.get("x-request-id")).toBe("my-1")
  })

  it("tenders in another currency are refused with their path", async () => {
    const body = charge({})
    const wrong = { payments: body.payments.map((tender) => ({ ...tender, currency_code: "EUR" })) }
    const answer = await hub.call("POST", `${ORDERS}/${orderId}/confirm-payment`, wrong)
    expect(answer.body).toMatchObject({ error: "VALIDATION_ERROR", details: [{ path: "payments.0.currency_code" }] })
  })

  it("each endpoint lists only refusals of the table", () => {
    const strange = all.flatMap((value) => value.refusals).filter((code) => !(code in REFUSALS))
    expect(strange).toEqual([])
  })
})
