import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import Type from "typebox"
import { afterEach, describe, expect, expectTypeOf, it } from "vitest"
import { createClient } from "../../../protocol/client/index.ts"
import { endpoint } from "../../../protocol/http/endpoint.ts"

const feedFire = endpoint({
  name: "fires.feed",
  family: "core",
  method: "POST",
  path: "/fires/:fireId/logs",
  scope: null,
  params: Type.Object({ fireId: Type.String() }),
  query: Type.Object({ dry: Type.Optional(Type.Boolean()), kind: Type.Optional(Type.String()) }),
  body: Type.Object({ logs: Type.Integer() }),
  replies: { 200: Type.Object({ burning: Type.Boolean() }), 201: Type.Object({ logs: Type.Integer() }) },
  refusals: ["NOT_FOUND", "CONFLICT"],
  summary: "Puts logs on a fire.",
  section: "test",
})

const blow = endpoint({
  name: "fires.blow",
  family: "core",
  method: "GET",
  path: "/blow",
  scope: null,
  replies: { 204: null },
  refusals: [],
  summary: "Blows.",
  section: "test",
})

const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections()
    server.close()
  }
})

/** A real server; what it was asked comes back in `asked`. */
async function serve(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const asked: { method: string; url: string; key: unknown; type: unknown; body: string }[] = []
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const chunk of request) body += chunk
    const { method = "", url = "", headers } = request
    asked.push({ method, url, key: headers["x-api-key"], type: headers["content-type"], body })
    answer(request, response)
  })
  servers.push(server)
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, asked }
}

const json = (status: number, body: unknown) => (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(status, { "X-Request-Id": "r-1" }).end(JSON.stringify(body))

describe("a client", () => {
  it("fills in path, query, key and body, and unwraps the answer", async () => {
    const { baseUrl, asked } = await serve(json(201, { success: true, data: { logs: 3 } }))
    const client = createClient({ baseUrl, key: "k-1" })
    const answer = await client.call(feedFire, {
      params: { fireId: "a/b ñ" },
      query: { dry: true, kind: undefined },
      body: { logs: 3 },
    })
    expect(answer).toMatchObject({
      ok: true,
      status: 201,
      data: { logs: 3 },
      requestId: "r-1",
      headers: { "x-request-id": "r-1" },
    })
    expect(asked).toEqual([
      {
        method: "POST",
        url: "/fires/a%2Fb%20%C3%B1/logs?dry=true",
        key: "k-1",
        type: "application/json",
        body: '{"logs":3}',
      },
    ])
    if (answer.ok && answer.status === 201) expectTypeOf(answer.data).toEqualTypeOf<{ logs: number }>()
  })

  it("sends no key, query or body where there is none, and reads an empty answer", async () => {
    const { baseUrl, asked } = await serve((_, response) => response.writeHead(204).end())
    const answer = await createClient({ baseUrl, key: null }).call(blow, {})
    expect(answer).toMatchObject({ ok: true, status: 204, data: null, requestId: null })
    expect(asked).toEqual([{ method: "GET", url: "/blow", key: undefined, type: undefined, body: "" }])
  })

  it("hands a refusal over as a value", async () => {
    const details = [{ path: "logs", message: "are wet" }]
    const refusal = { success: false, error: "CONFLICT", message: "No.", details, data: { wet: true } }
    const { baseUrl } = await serve(json(409, refusal))
    expect(await feed(baseUrl)).toEqual({
      ok: false,
      offline: false,
      status: 409,
      refused: "CONFLICT",
      message: "No.",
      details,
      data: { wet: true },
      requestId: "r-1",
    })
  })
})

describe("without an answer that can be read, the outcome is unknown", () => {
  it("when nobody listens", async () => {
    const { baseUrl } = await serve(() => {})
    const [server] = servers.splice(0)
    await new Promise((closed) => server?.close(closed))
    expect(await feed(baseUrl)).toEqual({ ok: false, offline: true, why: "unreachable" })
  })

  it("when the connection breaks before the answer", async () => {
    const { baseUrl } = await serve((request) => request.socket.destroy())
    expect(await feed(baseUrl)).toEqual({ ok: false, offline: true, why: "unreachable" })
  })

  it("when the answer breaks off in its middle", async () => {
    const { baseUrl } = await serve((request, response) => {
      response.writeHead(200, { "Content-Length": "100" })
      response.write('{"success":', () => request.socket.destroy())
    })
    expect(await feed(baseUrl)).toEqual({ ok: false, offline: true, why: "unreachable" })
  })

  it("when the answer does not come in time", async () => {
    const { baseUrl } = await serve(() => {})
    expect(await feed(baseUrl, 50)).toEqual({ ok: false, offline: true, why: "timeout" })
  })

  it("when one request is worth less waiting than the others", async () => {
    const { baseUrl } = await serve(() => {})
    const answer = await createClient({ baseUrl, key: null }).call(blow, {}, { timeoutMs: 50 })
    expect(answer).toEqual({ ok: false, offline: true, why: "timeout" })
  })

  it("when somebody else answers", async () => {
    const { baseUrl } = await serve((_, response) => response.writeHead(502).end("<h1>Bad gateway</h1>"))
    expect(await feed(baseUrl)).toEqual({ ok: false, offline: true, why: "garbled" })
  })
})

it("throws when the caller forgets a parameter: that is a bug", async () => {
  const client = createClient({ baseUrl: "http://127.0.0.1:9", key: null })
  await expect(client.call(feedFire, { params: { fireId: "" }, query: {}, body: { logs: 1 } })).rejects.toThrow(
    "fireId",
  )
})

function feed(baseUrl: string, timeoutMs = 60_000) {
  const client = createClient({ baseUrl, key: "k", timeoutMs })
  return client.call(feedFire, { params: { fireId: "1" }, query: {}, body: { logs: 1 } })
}
