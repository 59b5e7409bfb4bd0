/** What Node turns away before the application sees it still has an id, its caller's limit and an error body. */
import { describe, expect, it, test, vi } from "vitest"
import { systemClock } from "../../../runtime/clock.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createListener } from "../../../runtime/http/listen-http.ts"
import { createIds } from "../../../runtime/ids.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { whenOver } from "../../kit/temp.ts"

const TIMEOUT = { timeout: 30_000, interval: 10 }
const HEADERS_TIMEOUT_MS = 15_000
const HEAD = "GET / HTTP/1.1\r\n"
const PER_SECOND = 7
const UNTOUCHED_LIMIT = ['"address";q=14', '"address";r=14;t=1']

/** Answers `/wait` when it is let, `/stream` in two parts, and everything else at once. */
async function serve() {
  let letGo = () => {}
  const isLet = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const asked: string[] = []
  const listener = createListener(
    async (request, response) => {
      asked.push(request.url ?? "")
      if (request.url === "/stream") response.write("begun ")
      if (request.url !== "/") await isLet
      response.end("done")
    },
    {
      host: "127.0.0.1",
      port: 0,
      ids: createIds({ clock: systemClock }),
      rateLimiter: createLimits(PER_SECOND, systemClock),
    },
  )
  await listener.start(new AbortController().signal)
  whenOver(() => listener.stop())
  const send = (bytes: string) => {
    const heard: Buffer[] = []
    const socket = openSocket(Number(new URL(listener.url()).port))
    socket.on("data", (chunk) => heard.push(chunk))
    socket.write(bytes, "latin1")
    return { socket, heard: () => Buffer.concat(heard).toString(), isOver: () => socket.closed }
  }
  return { send, letGo, asked }
}

function read(answer: string) {
  const [head = "", body = ""] = answer.split("\r\n\r\n")
  const length = /^content-length: (\d+)$/im.exec(head)?.[1]
  return {
    status: Number(head.split(" ")[1]),
    id: /^x-request-id: (.*)$/im.exec(head)?.[1],
    limit: ["policy", ""].map((end) => new RegExp(`^ratelimit${end && "-"}${end}: (.*)$`, "im").exec(head)?.[1]),
    isWhole: Number(length) === Buffer.byteLength(body),
    body: body ? JSON.parse(body) : null,
  }
}

describe("a request that Node rejects", () => {
  test.each<[string, string, number, string]>([
    ["with a header that has no name", `${HEAD}host: x\r\n: a\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["with a control character in a header", `${HEAD}host: x\r\na: \0\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["of an unknown method", "BRASA / HTTP/1.1\r\nhost: x\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["that is no HTTP", "hello\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["without a Host", `${HEAD}accept: */*\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["with two Hosts", `${HEAD}host: x\r\nHOST: x\r\n\r\n`, 400, "VALIDATION_ERROR"],
    ["of HTTP 1.0 with two Hosts", "GET / HTTP/1.0\r\nhost: x\r\nhost: y\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["that wants a tunnel", "CONNECT x:1 HTTP/1.1\r\nhost: x\r\n\r\n", 400, "VALIDATION_ERROR"],
    ["of too large headers", `${HEAD}host: x\r\na: ${"x".repeat(20_000)}\r\n\r\n`, 431, "HEADERS_TOO_LARGE"],
    ["of far too many headers", `${HEAD}${"a: b\r\n".repeat(500_000)}`, 431, "HEADERS_TOO_LARGE"],
  ])("%s gets an id, its limit and an error body", async (_, bytes, status, error) => {
    const { send, asked } = await serve()
    const caller = send(bytes)
    await vi.waitFor(() => expect(caller.isOver()).toBe(true), TIMEOUT)
    const answer = read(caller.heard())
    expect([answer.status, answer.isWhole, answer.body]).toEqual([
      status,
      true,
      { success: false, error, message: expect.any(String) },
    ])
    expect(answer.id).toMatch(/^[0-9a-f-]{36}$/)
    expect(answer.limit).toEqual(UNTOUCHED_LIMIT)
    expect(asked).toEqual([])
  })

  it("keeps the caller's id if it could be read", async () => {
    const { send } = await serve()
    const caller = send(`${HEAD}x-request-id: till-7\r\n\r\n`)
    await vi.waitFor(() => expect(caller.isOver()).toBe(true), TIMEOUT)
    expect(read(caller.heard()).id).toBe("till-7")
  })

  it("without an end of its headers is answered after the timeout", async () => {
    const { send } = await serve()
    const startedAt = performance.now()
    const slow = send(HEAD)
    await vi.waitFor(() => expect(slow.isOver()).toBe(true), { ...TIMEOUT, timeout: 2 * HEADERS_TIMEOUT_MS })
    expect(performance.now() - startedAt).toBeGreaterThan(HEADERS_TIMEOUT_MS - 1_000)
    const answer = read(slow.heard())
    expect([answer.status, answer.body.error, answer.id?.length]).toEqual([408, "REQUEST_TIMEOUT", 36])
    expect(answer.limit).toEqual(UNTOUCHED_LIMIT)
  }, 60_000)

  it("does not corrupt the answer of the request before it", async () => {
    const { send, asked, letGo } = await serve()
    const [waiting, begun] = ["/wait", "/stream"].map((path) => send(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`))
    await vi.waitFor(() => expect(asked).toHaveLength(2), TIMEOUT)
    await vi.waitFor(() => expect(begun?.heard()).toContain("begun"), TIMEOUT)
    for (const caller of [waiting, begun]) caller?.socket.write("BRASA / HTTP/1.1\r\n\r\n")
    await vi.waitFor(() => expect([waiting?.isOver(), begun?.isOver()]).toEqual([true, true]), TIMEOUT)
    letGo()
    expect([waiting?.heard(), begun?.heard().includes("VALIDATION_ERROR")]).toEqual(["", false])
  })
})

describe("a request with an unusual Expect header", () => {
  it("is answered like any other", async () => {
    const { send } = await serve()
    const caller = send(`${HEAD}host: x\r\nexpect: brasa\r\nconnection: close\r\n\r\n`)
    await vi.waitFor(() => expect(caller.isOver()).toBe(true), TIMEOUT)
    expect(caller.heard()).toMatch(/^HTTP\/1\.1 200 /)
  })
})
