/** The documentation that the hub serves: whole, linked, small, and nothing of it from elsewhere. */
import { beforeAll, describe, expect, it } from "vitest"
import { BOX_ENDPOINTS, HUB_ENDPOINTS } from "../../../protocol/http/endpoints.ts"
import { refusalsOf } from "../../../protocol/http/families.ts"
import { OPERATION_RULES } from "../../../protocol/http/operation-rules.ts"
import { docsPages } from "../../../runtime/docs/docs-pages.ts"
import { onSqlite } from "../../kit/databases.ts"
import { openTestHub } from "../../kit/hub.ts"

const WEIGHT_MAX_BYTES = 2 * 1024 * 1024
const LOADED = ["/docs", "/docs/docs.css", "/docs/reference", "/docs/reference.css", "/docs/start.js", "/openapi.json"]
const ASSETS = ["/docs/ui/swagger-ui-bundle.js", "/docs/ui/swagger-ui.css"]

onSqlite((open) => {
  let url: string
  beforeAll(async () => {
    url = (await openTestHub(open)).hub.url
  })
  const read = async (path: string) => (await fetch(url + path)).text()
  const linksOf = (page: string) => [...page.matchAll(/href="(\/[^"]*)"/g)].map(([, href = ""]) => href)

  it("leads from its first page to all others, by links that all lead somewhere", async () => {
    const seen = new Map<string, string>()
    const waiting = ["/docs"]
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      if (seen.has(path)) continue
      const answer = await fetch(url + path)
      expect([path, answer.status]).toEqual([path, 200])
      const page = await answer.text()
      seen.set(path, page)
      if (path.startsWith("/docs") && !/\.(css|js)$/.test(path))
        waiting.push(...linksOf(page).map((href) => href.split("#")[0] ?? href))
    }
    for (const [path, page] of seen) {
      for (const href of linksOf(page)) {
        const [target = "", anchor] = href.split("#")
        if (anchor) expect([path, href, seen.get(target)?.includes(`id="${anchor}"`)]).toEqual([path, href, true])
      }
    }
    expect([...seen.keys()]).toEqual(
      expect.arrayContaining(["/docs/quickstart", "/docs/sandbox", "/docs/errors", "/docs/versions", "/docs/events"]),
    )
  })

  it("fetches nothing from elsewhere, and weighs less than two MB", async () => {
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

  it("finds a section, an operation and an event by their words, and shows a question as text", async () => {
    const found = await read("/docs/search?q=store_unreachable")
    expect(found).toContain('<a href="/docs/errors#STORE_UNREACHABLE">STORE_UNREACHABLE</a>')
    expect(await read("/docs/search?q=orders.create")).toContain("/docs/reference#/orders/orders.create")
    expect(await read("/docs/search?q=order.invoiced")).toContain("/docs/reference#/webhooks/webhook.order.invoiced")
    const odd = await read("/docs/search?q=%3Cscript%3E%22x")
    expect(odd).not.toContain("<script>")
    expect(odd).toContain("Nothing has all of these words.")
  })

  it("shows no key where none is for everyone", async () => {
    expect(await read("/docs/start.js")).toContain("sandboxKey = null")
  })

  it("explains every code that an operation may answer", async () => {
    const page = await read("/docs/errors")
    const codes = new Set(Object.values(HUB_ENDPOINTS).flatMap((value) => refusalsOf(value)))
    for (const code of codes) expect(page).toContain(`id="${code}"`)
    expect(page).not.toContain("LAST_OWNER")
  })
})

it("the box explains what its own endpoints answer, beside the same guides", () => {
  const pages = new Map(docsPages(BOX_ENDPOINTS).map(({ slug, markdown }) => [slug, markdown]))
  expect([...pages.keys()]).toEqual(expect.arrayContaining(["", "quickstart", "errors"]))
  const codes = new Set(Object.values(BOX_ENDPOINTS).flatMap((value) => refusalsOf(value)))
  for (const code of codes) expect(pages.get("errors")).toContain(`## ${code}\n`)
})

describe("the rules of the operations", () => {
  it("are there for every operation of the hub, and for nothing else than operations", () => {
    const known: string[] = [...Object.values(HUB_ENDPOINTS), ...Object.values(BOX_ENDPOINTS)].map(({ name }) => name)
    const ruled = Object.keys(OPERATION_RULES)
    expect(ruled).toEqual(expect.arrayContaining(Object.values(HUB_ENDPOINTS).map(({ name }) => name)))
    expect(ruled.filter((name) => !known.includes(name))).toEqual([])
  })
})
