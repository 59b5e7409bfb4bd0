import { beforeAll, describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { GLOBEX_KEY, openTestHub, SISTER_KEY, type TestHub } from "../../kit/hub.ts"
import { ORDERS, orderBody } from "../../kit/order-bodies.ts"
import { type SignedIn, signIn } from "../../kit/people.ts"

const LOG = "/api/admin/requests"
const CLIENT = { uid: "c-1", name: "Ana", email: "ana@example.com", govIdNumber: "1712345678" }
const DAYS_31_MS = 31 * 24 * 3600 * 1000

eachDatabase((_engine, open) => {
  let hub: TestHub
  let developer: SignedIn
  let seesQuito: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open, { requestLog: "on" })
    developer = await signIn(hub, "developer")
    seesQuito = await signIn(hub, "developer", { vendorIds: ["acme.ec.quito"] })
    const body = orderBody({ orderId: "log-1", client: CLIENT, metadata: { order_token: "tok-secret-1" } })
    await hub.call("POST", ORDERS, body, undefined, { "x-request-id": "mine-1" })
    await hub.call("POST", ORDERS, { store: {} }, undefined, { "x-request-id": "mine-2" })
    await hub.call("GET", `${ORDERS}/log-1`, undefined, undefined, { "x-request-id": "mine-3" })
    await hub.call("GET", `${ORDERS}/none`, undefined, SISTER_KEY, { "x-request-id": "sister-1" })
    await hub.call("GET", `${ORDERS}/none`, undefined, GLOBEX_KEY, { "x-request-id": "globex-1" })
    await hub.call("GET", `${ORDERS}/none`, undefined, "no-such-key", { "x-request-id": "nobody-1" })
    await hub.hub.requestLog.flush()
  })

  const found = async (query: string, who = developer) => {
    const { status, body } = await who.call("GET", `${LOG}?${query}`)
    expect(status).toBe(200)
    return body.data.items.map(({ requestId }: { requestId: string }) => requestId)
  }

  describe("the request log", () => {
    it.each<[query: string, found: string[]]>([
      ["", ["sister-1", "mine-3", "mine-2", "mine-1"]],
      ["outcome=4", ["sister-1", "mine-2"]],
      ["outcome=2&path=orders", ["mine-3", "mine-1"]],
      ["path=:orderId", ["sister-1", "mine-3"]],
      ["requestId=mine-2", ["mine-2"]],
      ["requestId=globex-1", []],
      ["vendorId=acme.ec.quito&outcome=4", ["mine-2"]],
      ["to=2026-01-01T00:00:00Z", []],
      ["keyId=nobody", []],
    ])("?%s", async (query, expected) => {
      expect(await found(query)).toEqual(expected)
    })

    it("continues page by page", async () => {
      const first = (await developer.call("GET", `${LOG}?size=3`)).body.data
      expect(await found(`size=3&after=${encodeURIComponent(first.next)}`)).toEqual(["mine-1"])
    })

    it("shows both sides of a request, without secrets and buyers", async () => {
      const [line] = (await developer.call("GET", `${LOG}?requestId=mine-1`)).body.data.items
      expect(line).toMatchObject({ method: "POST", path: ORDERS, status: 201, vendorId: "acme.ec.quito" })
      expect(line.keyName).toEqual(expect.any(String))
      const { asked, answered } = (await developer.call("GET", `${LOG}/${line.id}`)).body.data
      expect(JSON.parse(asked).body.orderId).toBe("log-1")
      expect(asked + answered).not.toMatch(/Ana|ana@|1712345678|tok-secret-1/)
      expect(answered).toContain("log-1")
    })

    it("shows an answer as it was sent, in the shape of its family", async () => {
      const answers: Record<string, unknown> = {}
      for (const [id, path] of [
        ["sent-1", `${ORDERS}/nothing`],
        ["sent-2", "/api/v1/adapters/partner/stores/orders/nothing/cancel/eligibility"],
        ["sent-3", "/api/v1/adapters/partner/cash-management/reconciliations"],
        ["sent-4", "/api/v1/core/external/payment-decline-reasons"],
      ] as const) {
        answers[id] = (await hub.call("GET", path, undefined, undefined, { "x-request-id": id })).body
      }
      await hub.hub.requestLog.flush()
      const kept: Record<string, unknown> = {}
      for (const id of Object.keys(answers)) {
        const [line] = (await developer.call("GET", `${LOG}?requestId=${id}`)).body.data.items
        kept[id] = JSON.parse((await developer.call("GET", `${LOG}/${line.id}`)).body.data.answered)
      }
      expect(kept).toEqual(answers)
    })

    it("stores at most a page of a long body", async () => {
      const products = Array.from({ length: 100 }, (_, index) => ({ productId: `p-${index}`, name: "x".repeat(90) }))
      await hub.call("POST", ORDERS, { order: { products } }, undefined, { "x-request-id": "long-1" })
      await hub.hub.requestLog.flush()
      const [line] = (await developer.call("GET", `${LOG}?requestId=long-1`)).body.data.items
      const { asked } = (await developer.call("GET", `${LOG}/${line.id}`)).body.data
      expect(asked.length).toBeLessThan(4_200)
    })

    it("shows only the vendors that the user sees", async () => {
      expect(await found("requestId=sister-1", seesQuito)).toEqual([])
      const [line] = (await developer.call("GET", `${LOG}?requestId=sister-1`)).body.data.items
      expect((await seesQuito.call("GET", `${LOG}/${line.id}`)).status).toBe(404)
    })

    it("removes entries after 30 days", async () => {
      await hub.hub.requestLog.prune()
      expect(await found("requestId=mine-1")).toEqual(["mine-1"])
      hub.clock.advance(DAYS_31_MS)
      await hub.hub.requestLog.prune()
      const later = await signIn(hub, "developer")
      expect(await found("requestId=mine-1", later)).toEqual([])
    })
  })
})
