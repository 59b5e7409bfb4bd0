import { describe, expect, it } from "vitest"
import { eachDatabase } from "../../kit/databases.ts"
import { KEY, openTestHub } from "../../kit/hub.ts"
import { ORDERS } from "../../kit/order-bodies.ts"

eachDatabase((_engine, open) => {
  describe("for operators", () => {
    it("the hub reports that it is alive and ready", async () => {
      const { call } = await openTestHub(open)
      expect((await call("GET", "/healthz", undefined, null)).body).toEqual({ status: "ok" })
      const ready = await call("GET", "/readyz", undefined, null)
      expect([ready.status, ready.body.status, ready.body.checks.database]).toEqual([200, "ready", true])
    })

    it("counts answers by endpoint and status, without secrets", async () => {
      const { hub, call } = await openTestHub(open)
      await call("GET", `${ORDERS}/nothing`)
      const text = await (await fetch(`${hub.url}/metrics`)).text()
      expect(text).toContain('brasa_http_requests_total{endpoint="orders.get",status="404"} 1')
      expect(text).not.toContain(KEY)
    })
  })

  it.each(["/healthz", "/readyz", "/metrics", "/openapi.json", "/docs", "/dashboard"])(
    "%s answers a wrong method with 405, the method that it has, and the rate limit",
    async (path) => {
      const { call } = await openTestHub(open, { rateLimit: 100 })
      for (const method of ["POST", "DELETE"]) {
        const answer = await call(method, path, undefined, null)
        expect([answer.status, answer.body.error, answer.headers.get("allow")]).toEqual([
          405,
          "METHOD_NOT_ALLOWED",
          "GET",
        ])
        expect(answer.headers.get("ratelimit")).toBe('"address";r=200;t=1')
      }
      expect((await call("GET", "/healthz", undefined, null)).headers.get("ratelimit")).toBe('"address";r=200;t=1')
    },
  )

  it("leads a browser to the dashboard; a program gets a 404", async () => {
    const { hub } = await openTestHub(open)
    const ask = (accept: string) => fetch(hub.url, { redirect: "manual", headers: { accept } })
    const browser = await ask("text/html,application/xhtml+xml,*/*;q=0.8")
    expect([browser.status, browser.headers.get("location")]).toEqual([302, "/dashboard"])
    for (const accept of ["*/*", "application/json"]) {
      const answer = await ask(accept)
      expect([answer.status, ((await answer.json()) as { error: string }).error]).toEqual([404, "NOT_FOUND"])
    }
  })

  it("serves its contract and the reference without the internet", async () => {
    const { hub, call } = await openTestHub(open)
    const contract = await call("GET", "/openapi.json", undefined, null)
    expect(Object.keys(contract.body.paths)).toContain(`${ORDERS}/{orderId}`)
    const page = await (await fetch(`${hub.url}/docs`)).text()
    expect(page).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
  })
})
