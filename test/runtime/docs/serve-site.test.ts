/** The documentation site: each page at its address, and a clear word where nobody has built it. */
import { mkdirSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { join } from "node:path"
import { afterAll, beforeAll, describe, expect, it } from "vitest"
import { serveSite } from "../../../runtime/docs/serve-site.ts"
import { createApp } from "../../../runtime/http/serve-http.ts"
import { tempDir } from "../../kit/temp.ts"

async function open(dir: string) {
  const app = createApp()
  serveSite(app, dir)
  const server = createServer(app).listen(0, "127.0.0.1")
  await new Promise((ready) => server.once("listening", ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() }
}

const dir = tempDir()
let site: Awaited<ReturnType<typeof open>>
let unbuilt: Awaited<ReturnType<typeof open>>

beforeAll(async () => {
  unbuilt = await open(join(dir, "nowhere"))
  for (const folder of ["assets", "contract"]) mkdirSync(join(dir, folder))
  for (const file of ["index.html", "contract.html", "contract/orders.html", "assets/app.1a2b.js"]) {
    writeFileSync(join(dir, file), `this is ${file}`)
  }
  site = await open(dir)
})

afterAll(() => {
  site.close()
  unbuilt.close()
})

describe("a built site", () => {
  it.each([
    ["/docs/", "this is index.html"],
    ["/docs", "this is index.html"],
    ["/docs/search?q=word", "this is index.html"],
    ["/docs/contract", "this is contract.html"],
    ["/docs/contract/orders", "this is contract/orders.html"],
  ])("returns its page at %s, to be revalidated by caches", async (path, text) => {
    const answer = await fetch(site.url + path)
    expect([answer.status, await answer.text()]).toEqual([200, text])
    expect(answer.headers.get("cache-control")).toBe("no-cache")
    expect(answer.headers.get("content-security-policy")).not.toContain("script-src")
  })

  it("lets browsers cache files that are named by their hash", async () => {
    const answer = await fetch(`${site.url}/docs/assets/app.1a2b.js`)
    expect(answer.headers.get("cache-control")).toContain("immutable")
  })

  it.each(["/docs/nothing", "/docs/..%2fpackage.json", "/docs/contract.html/x"])("is a 404 at %s", async (path) => {
    expect((await fetch(site.url + path)).status).toBe(404)
  })
})

it.each(["/docs", "/docs/quickstart"])("a site that was not built explains at %s what to run", async (path) => {
  const answer = await fetch(unbuilt.url + path)
  expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("npm run build")])
})
