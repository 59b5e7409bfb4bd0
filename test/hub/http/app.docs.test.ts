/** The documentation that the hub serves: whole, linked, small, and nothing of it from elsewhere. */
import { beforeAll, describe, expect, it } from "vitest"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { refusalsOf } from "../../../protocol/http/families.ts"
import { OPERATION_RULES } from "../../../protocol/http/operation-rules.ts"
import { onSqlite } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"

const WEIGHT_MAX_BYTES = 2 * 1024 * 1024
const LOADED = [
  "/docs/",
  "/docs/quickstart",
  "/docs/reference",
  "/docs/reference.css",
  "/docs/start.js",
  "/openapi.json",
]
const ASSETS = ["/docs/ui/swagger-ui-bundle.js", "/docs/ui/swagger-ui.css"]

onSqlite((open) => {
  let url: string
  beforeAll(async () => {
    url = (await openTestHub(open)).hub.url
  })
  const read = async (path: string) => (await fetch(url + path)).text()
  const linksOf = (page: string) => [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, href = ""]) => href)

  it("the documentation links to all of its pages, and no link is dead", async () => {
    const seen = new Map<string, string>()
    const waiting = ["/docs/", "/docs", "/docs/search", "/docs/reference"]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue
      const answer = await fetch(url + path)
      expect([path, answer.status]).toEqual([path, 200])
      const page = await answer.text()
      seen.set(path, page)
      if (path.startsWith("/docs") && !/\.(css|js|png)$/.test(path))
        waiting.push(...linksOf(page).map((href) => href.split("#")[0] ?? href))
    }
    for (const [path, page] of seen) {
      for (const href of linksOf(page)) {
        const [target = "", anchor] = href.split("#")
        // Swagger UI draws its operations when it is open.
        if (anchor && target !== "/docs/reference")
          expect([path, href, seen.get(target)?.includes(`id="${anchor}"`)]).toEqual([path, href, true])
      }
    }
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(["/docs/quickstart", "/docs/sandbox", "/docs/errors", "/docs/versions", "/docs/events"]),
    )
  })

  it("the documentation loads nothing from other sites, and less than two MB", async () => {
    let weight = 0
    for (const path of [...LOADED, ...ASSETS]) {
      const answer = await fetch(url + path, { headers: { "accept-encoding": "gzip" } })
      const text = await answer.text()
      expect(answer.headers.get("content-security-policy")).toContain("default-src 'self'")
      expect([path, answer.headers.get("content-encoding")]).toEqual([path, "gzip"])
      weight += Number(answer.headers.get("content-length"))
      if (!ASSETS.includes(path)) expect(text).not.toMatch(/(?:src|href)="(?:https?:)?\/\//)
    }
    expect(weight).toBeLessThan(WEIGHT_MAX_BYTES)
  })

  it("no page of the documentation has a script that its policy would block", async () => {
    for (const path of ["/docs/", "/docs/errors", "/docs/operators/install"]) {
      const scripts = [...(await read(path)).matchAll(/<script([^>]*)>([^<]*)/g)]
      expect(scripts.length).toBeGreaterThan(0)
      for (const [, attributes, code] of scripts) expect([attributes?.includes(" src="), code]).toEqual([true, ""])
    }
  })

  it("shows no key except the public ones", async () => {
    expect(await read("/docs/start.js")).toContain("sandboxKey = null")
  })

  it("explains every error code that an operation of hub or box may return", async () => {
    const page = await read("/docs/errors")
    const endpoints = [...Object.values(HUB_ENDPOINTS), ...Object.values(BOX_ENDPOINTS)]
    const codes = new Set(endpoints.flatMap((value) => refusalsOf(value)))
    for (const code of codes) expect(page).toContain(`id="${code}"`)
    expect(page).not.toContain("LAST_OWNER")
  })

  it("lists every operation and event with a link to the reference", async () => {
    const page = await read("/docs/operations")
    expect(page).toContain('href="/docs/reference#/orders/orders.create"')
    expect(page).toContain('href="/docs/reference#/webhooks/webhook.order.invoiced"')
  })
})

describe("the rules of the operations", () => {
  it("exist for every operation of the hub, and for nothing else", () => {
    const known: string[] = [...Object.values(HUB_ENDPOINTS), ...Object.values(BOX_ENDPOINTS)].map(({ name }) => name)
    const ruled = Object.keys(OPERATION_RULES)
    expect(ruled).toEqual(expect.arrayContaining(Object.values(HUB_ENDPOINTS).map(({ name }) => name)))
    expect(ruled.filter((name) => !known.includes(name))).toEqual([])
  })
})
