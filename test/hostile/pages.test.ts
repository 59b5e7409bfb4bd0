/** The store's pages in a hostile network: no other site frames them, speaks for them, or reads files by them; names stay names. */
import { beforeAll, describe, expect, it } from "vitest"
import { API_KEY, type LoneBox, openLoneBox } from "../kit/lone-box.ts"
import { ORDERS, orderBody } from "../kit/order-bodies.ts"
import { pairScreen } from "../kit/store-staff.ts"
import { sendRaw } from "./send-raw.ts"

const PAGES = ["/pos", "/kiosk", "/kds", "/kds/expo", "/kds/board", "/manage"]
const SCRIPT = '<script>alert(1)</script><img src=x onerror="alert(1)">'
const SITE = "https://evil.example"

let box: LoneBox

beforeAll(async () => {
  box = await openLoneBox({ printer: true })
})

const raw = (head: string, body = "") =>
  sendRaw(box.box.url, Buffer.from(`${head}\r\nhost: brasa\r\nconnection: close\r\n\r\n${body}`, "latin1"))

describe.each([...PAGES, "/", "/docs", "/docs/", "/docs/orders", "/healthz", "/nothing", `${ORDERS}/x`])(
  "%s",
  (path) => {
    it("has the headers against frames, foreign scripts and type guessing", async () => {
      const { headers } = await fetch(box.box.url + path, { redirect: "manual" })
      expect(headers.get("x-frame-options")).toBe("DENY")
      expect(headers.get("content-security-policy")).toContain("frame-ancestors 'none'")
      expect(headers.get("content-security-policy")).not.toContain("script-src 'self' '")
      expect(headers.get("x-content-type-options")).toBe("nosniff")
      expect(headers.get("referrer-policy")).toBe("no-referrer")
    })
  },
)

describe("another site's page", () => {
  it.each(["GET", "POST", "PUT", "DELETE"])("may not call with %s, and reads no answer", async (method) => {
    const asked = {
      origin: SITE,
      "access-control-request-method": method,
      "access-control-request-headers": "x-api-key",
    }
    const answer = await fetch(box.box.url + ORDERS, { method: "OPTIONS", headers: asked })
    expect(answer.status).toBe(405)
    const names = [...answer.headers.keys()]
    expect(names.filter((name) => name.startsWith("access-control-"))).toEqual([])
    const read = await fetch(box.box.url + ORDERS, { headers: { origin: SITE, "x-api-key": API_KEY } })
    expect(read.headers.get("access-control-allow-origin")).toBeNull()
  })

  it.each(["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"])(
    "cannot pair a device with a form of %s",
    async (type) => {
      const code = box.box.pairingCode({ kind: "pos", deviceId: `forged-${type}` })
      const answer = await fetch(`${box.box.url}/api/lan/v1/pair`, {
        method: "POST",
        headers: { "content-type": type, origin: SITE },
        body: JSON.stringify({ code }),
      })
      expect([answer.status, (await answer.json()).error]).toEqual([403, "FORBIDDEN"])
    },
  )

  it("has no effect at endpoints without a key, even without a form", async () => {
    const code = box.box.pairingCode({ kind: "pos", deviceId: "forged" })
    const send = (path: string, body: string | undefined, origin = SITE) =>
      fetch(box.box.url + path, { method: "POST", headers: { origin }, ...(body !== undefined && { body }) })
    // A body without a type is one that a page may send without asking.
    const answers = [
      await send("/api/lan/v1/pair", undefined),
      await send("/api/lan/v1/setup/check", undefined),
      await send("/api/lan/v1/setup/check", "{}"),
      await send("/api/lan/v1/setup/check", undefined, "null"),
    ]
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403])
    const own = await fetch(`${box.box.url}/api/lan/v1/pair`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: box.box.url },
      body: JSON.stringify({ code }),
    })
    expect(own.status).toBe(201)
  })
})

describe("the setup of a box under a name", () => {
  const NAME = "brasa.test"
  let named: LoneBox

  beforeAll(async () => {
    named = await openLoneBox({ publicUrl: `http://${NAME}:8090` })
  })

  /** As a page does whose site's name leads to the box. */
  const ask = async (method: string, path: string, host: string, origin?: string) => {
    const { port } = new URL(named.box.url)
    const lines = [
      `${method} /api/lan/v1/setup${path} HTTP/1.1`,
      `host: ${host}:${port}`,
      "sec-fetch-site: same-origin",
      "connection: close",
      ...(origin ? [`origin: http://${origin}:${port}`] : []),
      ...(method === "POST" ? ["content-type: application/json", "content-length: 2"] : []),
    ]
    return sendRaw(named.box.url, Buffer.from(`${lines.join("\r\n")}\r\n\r\n${method === "POST" ? "{}" : ""}`))
  }

  it.each([NAME, "BRASA.test", "localhost", "127.0.0.1", "192.168.1.20", "[::1]"])("%s is open", async (host) => {
    expect((await ask("GET", "", host))?.status).toBe(200)
    expect((await ask("POST", "/check", host, host))?.status).toBe(200)
    // Past the door: such a body is none of a print.
    expect((await ask("POST", "/print", host, host))?.status).toBe(400)
  })

  it.each(["evil.example", `${NAME}.evil.example`, "192.168.1.20.evil.example", "brasa"])(
    "%s is closed, whatever resolves to it",
    async (host) => {
      const read = await ask("GET", "", host)
      expect([read?.status, read?.text]).toEqual([403, expect.stringContaining("FORBIDDEN")])
      expect((await ask("POST", "/check", host, host))?.status).toBe(403)
      expect((await ask("POST", "/print", host, host))?.status).toBe(403)
      expect((await ask("POST", "/check", "127.0.0.1", host))?.status).toBe(403)
    },
  )
})

describe("a path that leads elsewhere", () => {
  it.each([
    "/assets/../../package.json",
    "/assets/..%2f..%2f..%2fpackage.json",
    "/assets/%2e%2e/%2e%2e/%2e%2e/package.json",
    "/assets/..%5c..%5cpackage.json",
    "/assets/....//....//package.json",
    "/assets//etc/passwd",
    "/assets/%00",
    "/assets/.env",
    "/docs/../../package.json",
    "/docs/..%2f..%2fpackage.json",
    "/docs/ui/..%2f..%2fpackage.json",
    "/pos/../../box.db",
    "/..%2fbox.db",
    "//etc/passwd",
    "/%2e%2e/%2e%2e/etc/passwd",
    "http://elsewhere.example/etc/passwd",
  ])("%s returns no file", async (path) => {
    const answer = await raw(`GET ${path} HTTP/1.1`)
    expect(answer?.status).toSatisfy((status: number) => status >= 300 && status < 500)
    expect(answer?.text).not.toMatch(/SQLite format|"dependencies"|root:/)
  })

  it("is returned as data, not as a page", async () => {
    const answer = await raw(`GET /${encodeURIComponent(SCRIPT)} HTTP/1.1`)
    expect(answer?.head).toMatch(/content-type: application\/json/i)
    expect(answer?.text).not.toContain("<script>")
  })
})

describe("names that are scripts", () => {
  it("are text on paper, and data in answers", async () => {
    const body = orderBody()
    const product = { ...body.order.products[0], name: SCRIPT }
    const named = { ...body, order: { ...body.order, products: [product] }, buyer: { name: SCRIPT } }
    const response = await box.call("POST", ORDERS, named, API_KEY)
    expect([response.status, JSON.stringify(response.body)]).toEqual([201, expect.anything()])
    const manager = await pairScreen(box.box, "manager", "hostile-manager")
    const asked = { document: "receipt", subject: response.body.data.id }
    const { data: job } = (await manager.call("POST", "/api/lan/v1/prints", asked)).body
    const picture = await manager.call("GET", `/api/lan/v1/spool/${job.jobId}/picture`)
    expect(picture.body.data.svg).toContain("&lt;script&gt;")
    expect(picture.body.data.svg).not.toMatch(/<script|<img/)
    const read = await fetch(`${box.box.url}${ORDERS}/${response.body.data.id}`, { headers: { "x-api-key": API_KEY } })
    expect(read.headers.get("content-type")).toMatch(/^application\/json/)
  })
})
