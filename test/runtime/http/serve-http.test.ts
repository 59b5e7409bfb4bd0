import { type ClientRequest, request as httpRequest, type IncomingMessage } from "node:http"
import Type from "typebox"
import { beforeAll, describe, expect, it, test } from "vitest"
import { type Caller, type EndpointTable, endpoint, type Routes } from "../../../protocol/http/endpoint.ts"
import { refuse } from "../../../protocol/refusals.ts"
import { FreeForm, ShortText } from "../../../protocol/shapes/scalars.ts"
import { createManualClock } from "../../../runtime/clock.ts"
import { createListener } from "../../../runtime/http/listen-http.ts"
import { createRateLimiter } from "../../../runtime/http/rate-limit.ts"
import { createApp, serveEndpoints, serveGet, serveNotFound } from "../../../runtime/http/serve-http.ts"
import { createIds } from "../../../runtime/ids.ts"
import { createLog } from "../../../runtime/log.ts"
import { createValidator } from "../../../runtime/validate.ts"
import { whenOver } from "../../kit/temp.ts"

const MIB = 1024 * 1024
const JSON_TYPE = { "content-type": "application/json" }
const about = { family: "core", summary: "", section: "" } as const

const write = endpoint({
  ...about,
  name: "notes.write",
  method: "POST",
  path: "/notes",
  scope: "orders:write",
  body: Type.Object({ text: ShortText, wait: Type.Optional(Type.Boolean()), more: Type.Optional(FreeForm) }),
  replies: { 201: Type.Object({ text: Type.String(), by: Type.String() }) },
  refusals: ["CONFLICT", "SERVICE_UNAVAILABLE"],
})
const read = endpoint({
  ...about,
  name: "notes.read",
  method: "GET",
  path: "/notes/:noteId",
  scope: "orders:read",
  params: Type.Object({ noteId: ShortText }),
  query: Type.Object({ size: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }),
  replies: { 200: Type.Object({ noteId: Type.String(), size: Type.Integer() }) },
  refusals: [],
})
const remove = endpoint({
  ...about,
  name: "notes.remove",
  method: "DELETE",
  path: "/notes/:noteId",
  scope: "orders:write",
  replies: { 204: null },
  refusals: [],
})
const enrol = endpoint({
  ...about,
  family: "enrolment",
  name: "notes.enrol",
  method: "POST",
  path: "/enrol",
  scope: null,
  body: Type.Object({}),
  replies: { 200: Type.Object({ actor: Type.String() }) },
  refusals: [],
})
const TABLE = { write, read, remove, enrol } as const satisfies EndpointTable

const ROUTES: Routes<typeof TABLE> = {
  write: ({ body, caller }) => {
    if (body.text === "taken") return refuse("CONFLICT", "It is there.", { data: { currentRevision: 2 } })
    if (body.text === "busy") return refuse("SERVICE_UNAVAILABLE", "Later.")
    if (body.text === "unlisted") return refuse("NOT_FOUND", "Not in the list.") as never
    if (body.text === "bug") throw new Error("secret of the house")
    if (body.text === "wrong") return { status: 201, data: { text: 5 } as never }
    return { status: 201, data: { text: body.text, by: caller.actor }, headers: { "X-Extra": "1" } }
  },
  read: ({ params, query }) => ({ status: 200, data: { noteId: params.noteId, size: query.size ?? 20 } }),
  remove: () => ({ status: 204, data: null }),
  enrol: ({ caller }) => ({ status: 200, data: { actor: caller.actor } }),
}

const person = (keyId: string, over: Partial<Caller> = {}): Caller => ({
  actor: `apikey:${keyId}`,
  keyId,
  accountId: "acme",
  vendorId: "acme.ec.quito",
  scopes: ["orders:read", "orders:write"],
  ...over,
})
const CALLERS: Record<string, Caller> = {
  good: person("good"),
  reader: person("reader", { scopes: ["orders:read"] }),
  account: person("account", { vendorId: null }),
  eager: person("eager"),
}

interface Served {
  readonly url: string
  readonly logged: string[]
  readonly observed: [string, number][]
}

async function serveTable({ checkReplies = true, burst = 1000 } = {}): Promise<Served> {
  const clock = createManualClock("2026-11-21T12:00:00.000Z")
  const logged: string[] = []
  const observed: [string, number][] = []
  const log = createLog({ destination: { write: (line) => logged.push(line) } })
  const app = createApp()
  const ids = createIds({ clock })
  const rateLimiter = createRateLimiter({ perSecond: 10, burst }, clock)
  serveGet(app, "/page", (_request, response) => response.json({ page: true }))
  const answer = serveEndpoints({
    app,
    endpoints: TABLE,
    routes: ROUTES,
    authenticate: (key) => {
      if (key === "store-down") throw new Error("the keys cannot be read")
      return CALLERS[key] ?? null
    },
    validator: createValidator(),
    rateLimiter,
    ids,
    log,
    checkReplies,
    observe: (name, status) => observed.push([name, status]),
  })
  serveNotFound(app, log)
  const listener = createListener(answer, { host: "127.0.0.1", port: 0, ids, rateLimiter })
  await listener.start(new AbortController().signal)
  whenOver(() => listener.stop())
  return { url: listener.url(), logged, observed }
}

let served: Served
beforeAll(async () => {
  served = await serveTable()
})

interface Asked {
  readonly method?: string
  readonly path?: string
  readonly key?: string | null
  readonly body?: string | Uint8Array
  readonly headers?: Record<string, string>
  readonly at?: Served
}

/** What came back, with its status and error code in front, as most tests ask for these two. */
async function ask({ method = "POST", path = "/notes", key = "good", body, headers = {}, at = served }: Asked) {
  const response = await fetch(at.url + path, {
    method,
    headers: { ...(key && { "x-api-key": key }), ...(body !== undefined && JSON_TYPE), ...headers },
    ...(body !== undefined && { body: body as string }),
  })
  const text = await response.text()
  const answer = text && response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : text
  return { verdict: [response.status, answer.error], body: answer, headers: response.headers }
}

const note = (text: string, more?: unknown) => JSON.stringify({ text, ...(more !== undefined && { more }) })

describe("an answer", () => {
  it("is wrapped, with its status and headers", async () => {
    const { verdict, body, headers } = await ask({ body: note("hello") })
    expect([verdict[0], body]).toEqual([201, { success: true, data: { text: "hello", by: "apikey:good" } }])
    expect(headers.get("x-extra")).toBe("1")
    expect(headers.has("x-powered-by")).toBe(false)
  })

  it("without content has none", async () => {
    const { verdict, body } = await ask({ method: "DELETE", path: "/notes/1" })
    expect([verdict[0], body]).toEqual([204, ""])
  })

  it("reads path and query, with the query's types", async () => {
    const { body } = await ask({ method: "GET", path: "/notes/a%2Fb%20%C3%B1?size=5" })
    expect(body.data).toEqual({ noteId: "a/b ñ", size: 5 })
  })

  it("of a refusal has its code, message and data, in the shape of its family", async () => {
    const { verdict, body } = await ask({ body: note("taken") })
    expect(verdict[0]).toBe(409)
    expect(body).toEqual({ success: false, error: "CONFLICT", message: "It is there.", data: { currentRevision: 2 } })
  })

  it("that may be repeated says when", async () => {
    expect((await ask({ body: note("busy") })).headers.get("retry-after")).toBe("5")
    expect((await ask({ body: note("taken") })).headers.has("retry-after")).toBe(false)
  })

  it("is counted", async () => {
    const at = await serveTable()
    await ask({ at, body: note("hello") })
    await ask({ at, body: note("taken") })
    await ask({ at, key: null, body: note("hello") })
    expect(at.observed).toEqual([
      ["notes.write", 201],
      ["notes.write", 409],
      ["notes.write", 401],
    ])
  })
})

describe("authentication", () => {
  test.each<[string, Asked, unknown[]]>([
    ["without a key", { key: null }, [401, "UNAUTHORIZED"]],
    ["with an empty key", { headers: { "x-api-key": "" }, key: null }, [401, "UNAUTHORIZED"]],
    ["with a key nobody has", { key: "nobody" }, [401, "UNAUTHORIZED"]],
    ["with the name of an object's own member", { key: "no.such" }, [401, "UNAUTHORIZED"]],
    ["with a key of the account alone", { key: "account" }, [403, "FORBIDDEN"]],
    ["without the scope", { key: "reader" }, [403, "FORBIDDEN"]],
    ["with the scope", { key: "reader", method: "GET", path: "/notes/1" }, [200, undefined]],
    ["while the keys cannot be read", { key: "store-down" }, [503, "SERVICE_UNAVAILABLE"]],
  ])("%s", async (_, asked, verdict) => {
    expect((await ask({ body: asked.method === "GET" ? undefined : note("x"), ...asked } as Asked)).verdict).toEqual(
      verdict,
    )
  })

  it("is checked before the body is read", async () => {
    expect((await ask({ key: null, body: "{" })).verdict).toEqual([401, "UNAUTHORIZED"])
    expect((await ask({ key: "reader", body: "x".repeat(2 * MIB) })).verdict).toEqual([403, "FORBIDDEN"])
  })

  it("is not needed at open endpoints", async () => {
    expect((await ask({ path: "/enrol", key: null, body: "{}" })).body.data).toEqual({ actor: "anyone" })
  })
})

describe("a body", () => {
  const INVALID = [400, "VALIDATION_ERROR"]

  test.each<[string, Asked, unknown[]]>([
    ["that is not JSON", { body: "{text: 1}" }, INVALID],
    ["cut short", { body: '{"text":"x"' }, INVALID],
    ["of nothing", { body: "" }, INVALID],
    ["that is null", { body: "null" }, INVALID],
    ["that is a list", { body: "[]" }, INVALID],
    ["that is a number", { body: "5" }, INVALID],
    ["with JSON's usual exotics", { body: '{"text": NaN}' }, INVALID],
    ["of another type", { body: "<text/>", headers: { "content-type": "application/xml" } }, INVALID],
    ...[
      "application/json-evil; x",
      "application/jsonp",
      "application/x+json-seq",
      "text/json",
      "xapplication/json",
      " ",
    ].map((type): [string, Asked, unknown[]] => [
      `of the type "${type}"`,
      { body: note("x"), headers: { "content-type": type } },
      INVALID,
    ]),
    ...["APPLICATION/JSON", "application/json ;charset=utf-8", "application/json;"].map(
      (type): [string, Asked, unknown[]] => [
        `of the type "${type}"`,
        { body: note("x"), headers: { "content-type": type } },
        [201, undefined],
      ],
    ),
    ["as a form", { body: "text=x", headers: { "content-type": "application/x-www-form-urlencoded" } }, INVALID],
    [
      "with a charset named",
      { body: note("x"), headers: { "content-type": "application/json; charset=utf-8" } },
      [201, undefined],
    ],
    [
      "of a type made of JSON",
      { body: note("x"), headers: { "content-type": "application/vnd.acme+json" } },
      [201, undefined],
    ],
    ["that is not UTF-8", { body: Uint8Array.from([0x22, 0xff, 0x22]) }, INVALID],
    ["with a byte order mark", { body: `\ufeff${note("x")}` }, [201, undefined]],
    ["said to be compressed", { body: note("x"), headers: { "content-encoding": "gzip" } }, [201, undefined]],
    ["with NUL", { body: note("a\u0000b") }, INVALID],
    ["with half a surrogate pair", { body: '{"text":"\\ud83d"}' }, INVALID],
    ["with NUL in a free key", { body: note("x", { "a\u0000": 1 }) }, INVALID],
    [
      "nested beyond reason",
      { body: `{"text":"x","more":{"a":${"[".repeat(200_000)}${"]".repeat(200_000)}}}` },
      INVALID,
    ],
    ["of endless values", { body: `[${"{},".repeat(300_000)}{}]` }, INVALID],
    ["nested within reason", { body: note("x", { a: [[[[1]]]] }) }, [201, undefined]],
    [
      "with keys of an object's own making",
      { body: '{"text":"x","more":{"__proto__":{"a":1},"constructor":1}}' },
      [201, undefined],
    ],
    ["whose field hides in __proto__", { body: '{"__proto__":{"text":"x"}}' }, INVALID],
    ["of exactly 1 MiB", { body: note("x").padEnd(MIB) }, [201, undefined]],
    ["of a byte more", { body: note("x").padEnd(MIB + 1) }, [413, "PAYLOAD_TOO_LARGE"]],
  ])("%s", async (_, asked, verdict) => {
    expect((await ask(asked)).verdict).toEqual(verdict)
    expect(({} as Record<string, unknown>).a).toBeUndefined()
  })

  it("with several faults gets each with its path", async () => {
    const { body } = await ask({ body: '{"wait": 5, "more": 1}' })
    expect(body).toEqual({
      success: false,
      error: "VALIDATION_ERROR",
      message: "text is required; wait must be boolean; more must be object",
      details: [
        { path: "text", message: "is required" },
        { path: "wait", message: "must be boolean" },
        { path: "more", message: "must be object" },
      ],
    })
  })

  it("that comes slowly is read, and delays no other", async () => {
    const slow = open("POST", JSON_TYPE)
    const bytes = Buffer.from(note("ñandú"))
    for (const byte of bytes) {
      slow.request.write(Buffer.from([byte]))
      expect((await ask({ body: note("quick") })).verdict[0]).toBe(201)
    }
    slow.request.end()
    expect((await slow.answer).statusCode).toBe(201)
  })

  it("without an end is refused once it is too large", async () => {
    const endless = open("POST", { ...JSON_TYPE, "transfer-encoding": "chunked" })
    const chunk = Buffer.alloc(64 * 1024, 0x20)
    for (let sent = 0; sent <= MIB; sent += chunk.length) endless.request.write(chunk)
    const answer = await endless.answer
    endless.request.destroy()
    expect(answer.statusCode).toBe(413)
  })

  it("that breaks off affects no other, and is not our error", async () => {
    const at = await serveTable()
    const broken = open("POST", { ...JSON_TYPE, "content-length": "100" }, at)
    broken.answer.catch(() => undefined)
    broken.request.write('{"text"')
    await ask({ at, body: note("meanwhile") })
    const closed = new Promise((resolve) => broken.request.once("close", resolve))
    broken.request.destroy()
    await closed
    expect((await ask({ at, body: note("afterwards") })).verdict[0]).toBe(201)
    expect(at.logged.filter((line) => line.includes('"level":"error"'))).toEqual([])
  })

  /** A request whose body the test writes itself. */
  function open(method: string, headers: Record<string, string>, at: Served = served) {
    const request: ClientRequest = httpRequest(`${at.url}/notes`, {
      method,
      headers: { "x-api-key": "good", ...headers },
    })
    const answer = new Promise<IncomingMessage>((resolve, reject) => {
      request.once("response", (response) => resolve(response.resume()))
      request.once("error", reject)
    })
    request.flushHeaders()
    return { request, answer }
  }
})

describe("path and query", () => {
  test.each([
    ["/notes/1?size=0", "size must be >= 1"],
    ["/notes/1?size=101", "size must be <= 100"],
    ["/notes/1?size=ten", "size must be integer"],
    ["/notes/1?size=1&size=2", "size must be integer"],
    ["/notes/a%00b", "noteId contains a NUL character or half of a surrogate pair"],
    ["/notes/1?x=%00", "x contains a NUL character or half of a surrogate pair"],
  ])("%s is refused", async (path, message) => {
    const { verdict, body } = await ask({ method: "GET", path })
    expect([...verdict, body.message]).toEqual([400, "VALIDATION_ERROR", message])
  })

  test.each(["/notes/%", "/notes/%E0%A4%A", "/notes/%ff"])("%s is an invalid path", async (path) => {
    expect((await ask({ method: "GET", path })).verdict).toEqual([400, "VALIDATION_ERROR"])
  })
})

describe("at an unknown address", () => {
  test.each(["/", "/nothing", "/notes/1/2", "/NOTES/../etc/passwd"])("%s is 404", async (path) => {
    expect((await ask({ method: "GET", path, key: null })).verdict).toEqual([404, "NOT_FOUND"])
  })

  test.each([
    ["PUT", "/notes", "POST"],
    ["GET", "/notes", "POST"],
    ["OPTIONS", "/notes", "POST"],
    ["POST", "/notes/1", "GET, DELETE"],
    ["PATCH", "/notes/1", "GET, DELETE"],
    ["POST", "/page", "GET"],
    ["OPTIONS", "/page", "GET"],
  ])("%s %s is a 405 that names the allowed methods", async (method, path, allow) => {
    const { verdict, headers } = await ask({ method, path, key: null })
    expect([...verdict, headers.get("allow")]).toEqual([405, "METHOD_NOT_ALLOWED", allow])
  })
})

describe("a request's id", () => {
  const UUID = /^[0-9a-f-]{36}$/
  const id = async (asked: Asked) => (await ask(asked)).headers.get("x-request-id")

  it("is on every answer", async () => {
    const answers: Asked[] = [
      { body: note("x") },
      { body: "{" },
      { body: note("bug") },
      { key: null, body: "{}" },
      { method: "GET", path: "/nothing" },
      { method: "PUT" },
      { method: "GET", path: "/notes/%" },
    ]
    for (const asked of answers) expect(await id(asked)).toMatch(UUID)
  })

  test.each<[string, boolean]>([
    ["till-1.42:7", true],
    ["a".repeat(128), true],
    ["a".repeat(129), false],
    ["two words", false],
    ["<script>", false],
    ["ñ", false],
  ])("%j of the caller is kept: %s", async (sent, kept) => {
    const answered = await id({ body: note("x"), headers: { "x-request-id": sent } })
    if (kept) expect(answered).toBe(sent)
    else expect(answered).toMatch(UUID)
  })
})

describe("the rate limit", () => {
  it("is on every answer to a key, and refuses beyond it", async () => {
    const at = await serveTable({ burst: 3 })
    const spend = () => ask({ at, key: "eager", method: "GET", path: "/notes/1" })
    const first = await spend()
    expect(first.headers.get("ratelimit-policy")).toBe('"key";q=3')
    expect(first.headers.get("ratelimit")).toBe('"key";r=2;t=1')
    await spend()
    await spend()
    const refused = await spend()
    expect(refused.verdict).toEqual([429, "RATE_LIMITED"])
    expect([refused.headers.get("ratelimit"), refused.headers.get("retry-after")]).toEqual(['"key";r=0;t=1', "1"])
    expect((await ask({ at, body: note("another key") })).verdict[0]).toBe(201)
  })

  test.each<[string, Asked, number, string]>([
    ["a good answer", { body: note("x") }, 201, '"key";r=4;t=1'],
    ["a fault", { body: "{" }, 400, '"key";r=4;t=1'],
    ["no key", { key: null }, 401, '"address";r=4;t=1'],
    ["a key nobody has", { key: "nobody" }, 401, '"address";r=4;t=1'],
    ["a key without the scope", { key: "reader" }, 403, '"key";r=4;t=1'],
    ["an unknown path", { method: "GET", path: "/nothing" }, 404, '"address";r=5;t=1'],
    ["a path that cannot be decoded", { method: "GET", path: "/notes/%" }, 400, '"address";r=5;t=1'],
    ["a wrong method", { method: "PUT" }, 405, '"address";r=5;t=1'],
    ["a page", { method: "GET", path: "/page" }, 200, '"address";r=5;t=1'],
    ["keys that cannot be read", { key: "store-down" }, 503, '"address";r=5;t=1'],
  ])("is on the answer to %s", async (_, asked, status, left) => {
    const answer = await ask({ at: await serveTable({ burst: 5 }), ...asked })
    expect([answer.verdict[0], answer.headers.get("ratelimit")]).toEqual([status, left])
    expect(answer.headers.get("ratelimit-policy")).toBe(`${left.slice(0, left.indexOf(";"))};q=5`)
  })

  it("limits callers without a valid key by address, and nobody else there", async () => {
    const at = await serveTable({ burst: 2 })
    const guess = () => ask({ at, key: "nobody", body: note("x") })
    expect([(await guess()).verdict[0], (await guess()).verdict[0]]).toEqual([401, 401])
    const refused = await guess()
    expect([...refused.verdict, refused.headers.get("retry-after")]).toEqual([429, "RATE_LIMITED", "1"])
    expect((await ask({ at, body: note("x") })).verdict[0]).toBe(201)
    expect((await ask({ at, key: null, path: "/enrol", body: "{}" })).verdict[0]).toBe(200)
  })

  it("counts by address if there is no key", async () => {
    const at = await serveTable({ burst: 1 })
    const spend = () => ask({ at, key: null, path: "/enrol", body: "{}" })
    expect([(await spend()).verdict[0], (await spend()).verdict[0]]).toEqual([200, 429])
  })
})

describe("an error on our side", () => {
  it("is a 500 without details; the log has them", async () => {
    const at = await serveTable()
    const { verdict, body, headers } = await ask({ at, body: note("bug") })
    expect(verdict).toEqual([500, "INTERNAL_SERVER_ERROR"])
    expect(JSON.stringify(body)).not.toContain("secret of the house")
    const line = at.logged.find((entry) => entry.includes("secret of the house"))
    expect(line).toContain(String(headers.get("x-request-id")))
    expect(line).not.toContain("good")
  })

  test.each(["wrong", "unlisted"])("is also an answer that the endpoint does not declare: %s", async (text) => {
    expect((await ask({ body: note(text) })).verdict).toEqual([500, "INTERNAL_SERVER_ERROR"])
  })

  it("in an answer is sent as it is if answers are not checked", async () => {
    const at = await serveTable({ checkReplies: false })
    expect((await ask({ at, body: note("wrong") })).verdict[0]).toBe(201)
    expect((await ask({ at, body: note("unlisted") })).verdict).toEqual([404, "NOT_FOUND"])
  })
})
