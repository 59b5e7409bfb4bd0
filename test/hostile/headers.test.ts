/** What every answer tells a browser: of the hub, of the sandbox's pay page and of the printer's window. The box's stand in pages.test.ts. */
import { beforeAll, describe, expect, it } from "vitest"
import { type Emulator, startEmulator } from "../../appliance/emulator/index.ts"
import type { Sandbox } from "../../hub/payments/providers/index.ts"
import { ADMIN_ENDPOINTS } from "../../protocol/http/admin/endpoints.ts"
import type { Endpoint } from "../../protocol/http/endpoint.ts"
import { HUB_ENDPOINTS } from "../../protocol/http/endpoints.ts"
import { onSqlite } from "../kit/databases.ts"
import { KEY, openTestHub, type TestHub } from "../kit/hub.ts"
import { pathOf } from "../kit/paths.ts"
import { type SignedIn, signIn } from "../kit/people.ts"
import { openSandbox, SANDBOX_SECRET } from "../kit/sandbox.ts"
import { whenOver } from "../kit/temp.ts"

const ENDPOINTS: Endpoint[] = [...Object.values(HUB_ENDPOINTS), ...Object.values(ADMIN_ENDPOINTS)]
/** What no link leads to. */
const ALONE = [
  "/healthz",
  "/readyz",
  "/metrics",
  "/openapi.json",
  "/docs/search",
  "/docs/reference",
  "/nothing",
  "/%",
  "/",
]
/** Their documentation, and what it loads, is followed from here. */
const DOORS = ["/dashboard", "/dashboard/stores", "/docs/"]
const LINK = /(?:href|src)="(\/[^"#]*)/g

/** What is wrong with an answer's headers; nothing, if they guard it. */
function faultsOf({ headers }: Response): string[] {
  const policy = headers.get("content-security-policy") ?? ""
  const wrong = []
  if (!/default-src '(none|self)'/.test(policy)) wrong.push("loads from elsewhere")
  if (/script-src[^;]*(unsafe|http|\*)/.test(policy)) wrong.push("runs what stands in it")
  if (!policy.includes("frame-ancestors 'none'") || headers.get("x-frame-options") !== "DENY") wrong.push("is framed")
  if (headers.get("x-content-type-options") !== "nosniff") wrong.push("is guessed at")
  if (headers.get("referrer-policy") !== "no-referrer") wrong.push("tells where from")
  if (headers.has("x-powered-by")) wrong.push("tells what runs")
  return wrong
}

async function look(url: string, asked: RequestInit = {}): Promise<{ faults: string[]; status: number; text: string }> {
  const answer = await fetch(url, { redirect: "manual", ...asked })
  const at = `${asked.method ?? "GET"} ${new URL(url).pathname} ${answer.status}`
  return {
    faults: faultsOf(answer).map((fault) => `${at} ${fault}`),
    status: answer.status,
    text: await answer.text(),
  }
}

/** What is told to a browser has nothing to do with the database. */
onSqlite((open) => {
  let hub: TestHub
  let person: SignedIn

  beforeAll(async () => {
    hub = await openTestHub(open)
    person = await signIn(hub, "owner")
  })

  describe("every answer of the hub has the guarding headers", () => {
    it.each([
      ["nobody we know", () => ({})],
      ["a key", () => ({ "x-api-key": KEY })],
      // Without the header that a form of another site cannot send.
      ["a person", () => ({ cookie: person.cookie })],
    ] as const)("at each endpoint, called by %s", async (_who, credential) => {
      const headers = { "content-type": "application/json", ...credential() }
      const answers = await Promise.all(
        ENDPOINTS.map((value) => {
          const body = value.method === "GET" ? {} : { body: "{}" }
          return look(hub.hub.url + pathOf(value, "none"), { method: value.method, headers, ...body })
        }),
      )
      expect(answers.flatMap(({ faults }) => faults)).toEqual([])
    })

    it("at each endpoint's path, with another method", async () => {
      const urls = ENDPOINTS.map((value) => hub.hub.url + pathOf(value, "none"))
      const answers = await Promise.all(urls.map((url) => look(url, { method: "PATCH", body: "{" })))
      expect(answers.flatMap(({ faults }) => faults)).toEqual([])
      expect([...new Set(answers.map(({ status }) => status))]).toEqual([405])
    })

    it("at each page, and at everything that a page links or loads", async () => {
      const faults: string[] = []
      const left = [...DOORS, ...ALONE]
      const seen = new Set(left)
      for (let path = left.pop(); path; path = left.pop()) {
        const { faults: wrong, text, status } = await look(hub.hub.url + path)
        faults.push(...wrong)
        if (status !== 200 || path.endsWith(".json")) continue
        for (const [, link = ""] of text.matchAll(LINK)) {
          if (!seen.has(link)) left.push(link)
          seen.add(link)
        }
      }
      expect(faults).toEqual([])
      // Pages of the documentation, scripts and styles: it did follow.
      expect([...seen]).toEqual(
        expect.arrayContaining(["/docs/reference", "/docs/ui/swagger-ui-bundle.js", "/docs/errors"]),
      )
      expect([...seen].filter((path) => /^\/dashboard\/assets\/.*\.js$/.test(path))).not.toEqual([])
    })
  })
})

describe("the sandbox's pay page has the guarding headers", () => {
  let sandbox: Sandbox
  beforeAll(async () => {
    sandbox = await openSandbox()
  })

  it("where a guest pays, after it, and at unknown addresses", async () => {
    const made = await fetch(`${sandbox.url}/payments`, {
      method: "POST",
      headers: { authorization: `Bearer ${SANDBOX_SECRET}` },
      body: JSON.stringify({ key: "a", externalOrderId: "<script>", amount: 6.5, currencyCode: "USD" }),
    })
    expect([made.status, faultsOf(made)]).toEqual([201, []])
    const { link } = await made.json()
    const page = await look(link)
    expect([page.status, page.text.includes("&lt;script&gt;")]).toEqual([200, true])
    const done = await look(`${link}/approve`, { method: "POST" })
    expect(done.status).toBe(303)
    const others = [
      await look(sandbox.url),
      await look(`${sandbox.url}/pay/none`),
      await look(`${sandbox.url}/nothing`),
      await look(`${sandbox.url}/payments`, { method: "POST", body: "{}" }),
    ]
    expect(others.map(({ status }) => status)).toEqual([200, 404, 404, 401])
    expect([page, done, ...others].flatMap(({ faults }) => faults)).toEqual([])
  })
})

describe("the printer's window has the guarding headers", () => {
  let printer: Emulator
  beforeAll(async () => {
    printer = await startEmulator({ tcp: 0, http: 0 })
    whenOver(() => printer.stop())
  })

  it("at its page, its script, its faults and unknown addresses", async () => {
    const at = (path: string, asked: RequestInit = {}) => look(`${printer.windowUrl}${path}`, asked)
    const page = await at("/")
    expect(page.text).not.toMatch(/<script>|onclick=/)
    const leaving = new AbortController()
    const events = await fetch(`${printer.windowUrl}/events`, { signal: leaving.signal })
    const answers = [page, await at("/window.js"), await at("/do", { method: "POST", body: "{}" }), await at("/x")]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 415, 404])
    expect([...answers.flatMap(({ faults }) => faults), ...faultsOf(events)]).toEqual([])
    leaving.abort()
  })
})
