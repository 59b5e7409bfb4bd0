/** The listener over real sockets, and callers that hang: what they may hold, how long they are waited for, and that a stop does not wait. */
import type { Socket } from "node:net"
import { describe, expect, it, vi } from "vitest"
import { refuse } from "../../../protocol/refusals.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { sendRefusal } from "../../../runtime/http/answer-endpoint.ts"
import { createLimits } from "../../../runtime/http/caller-limits.ts"
import { createListener, type ListenerOptions } from "../../../runtime/http/listen-http.ts"
import { readBody } from "../../../runtime/http/read-request.ts"
import { createIds } from "../../../runtime/ids.ts"
import { openSocket } from "../../kit/bare-socket.ts"
import { whenOver } from "../../kit/temp.ts"

const TIMEOUT_MS = 400
const HEADERS_TIMEOUT_MS = 15_000
const TIMEOUT = { timeout: 30_000, interval: 10 }
/** Generous: other work shares the machine. Without what is tested here it would be for ever, or five seconds. */
const SOON_MS = 3_000
const TICK_MS = 50
const MIB = 1024 * 1024

interface Caller {
  readonly socket: Socket
  /** All that was answered so far. */
  heard(): string
  isOver(): boolean
}

/** Answers what was sent once it is whole; at `/no` it refuses without reading, at `/wait` it answers when it is let. */
async function serve(options: Partial<ListenerOptions> = {}) {
  let letGo = () => {}
  const isLet = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const listener = createListener(
    async (request, response) => {
      if (request.url === "/no") return sendRefusal(response, "core", refuse("UNAUTHORIZED", "Nobody knows you."))
      const body = await readBody(request)
      if ("refused" in body) return sendRefusal(response, "core", body)
      if (request.url === "/wait") await isLet
      response.end(JSON.stringify({ bytes: body.bytes.length }))
    },
    {
      host: "127.0.0.1",
      port: 0,
      ids: createIds({ clock: systemClock }),
      rateLimiter: createLimits(0, systemClock),
      ...options,
    },
  )
  await listener.start(new AbortController().signal)
  whenOver(() => listener.stop())
  const { port } = new URL(listener.url())
  const call = (bytes: string, localAddress = "127.0.0.1"): Caller => {
    const heard: Buffer[] = []
    const socket = openSocket(Number(port), { localAddress })
    socket.write(bytes)
    socket.on("data", (chunk) => heard.push(chunk))
    return { socket, heard: () => Buffer.concat(heard).toString(), isOver: () => socket.closed }
  }
  return { listener, call, letGo }
}

const head = (path: string, length: number) => `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-length: ${length}\r\n\r\n`
const WHOLE = `${head("/", 2)}{}`
const UNFINISHED = `${head("/", 1000)}{`
const isAnswered = (caller: Caller, status: number) =>
  vi.waitFor(() => expect(caller.heard()).toMatch(new RegExp(`^HTTP/1.1 ${status} `)), TIMEOUT)
const isCut = (caller: Caller) => vi.waitFor(() => expect(caller.isOver()).toBe(true), TIMEOUT)

/** How long something takes, of the time in which this process gets to run: while the machine lets it stand still, nothing in it is late. */
function stopwatch(): { readonly ms: () => number } {
  let ticks = 0
  const timer = setInterval(() => {
    ticks += 1
  }, TICK_MS)
  whenOver(() => clearInterval(timer))
  return { ms: () => ticks * TICK_MS }
}

describe("a body that comes byte by byte", () => {
  it("is refused after the timeout, and no longer read", async () => {
    const { call } = await serve({ bodyTimeoutMs: TIMEOUT_MS })
    const startedAt = performance.now()
    const slow = call(UNFINISHED)
    const dribble = setInterval(() => slow.socket.write(" "), TIMEOUT_MS / 10)
    await isAnswered(slow, 408)
    expect(performance.now() - startedAt).toBeGreaterThan(TIMEOUT_MS - 50)
    expect(JSON.parse(slow.heard().split("\r\n\r\n")[1] ?? "")).toMatchObject({ error: "REQUEST_TIMEOUT" })
    await isCut(slow)
    clearInterval(dribble)
  })

  it("does not keep a refused caller's connection open", async () => {
    const { call } = await serve()
    const refused = call(`${head("/no", 1000)}{`)
    await isAnswered(refused, 401)
    const dribble = setInterval(() => refused.socket.write(" "), 50)
    await isCut(refused)
    clearInterval(dribble)
  })

  it("is not read without an end of headers: the connection is cut in time", async () => {
    const { call } = await serve()
    const [startedAt, watch] = [performance.now(), stopwatch()]
    const [silent, halfHead] = [call(""), call("POST / HTTP/1.1\r\nhost")]
    await Promise.all([silent, halfHead].map(isCut))
    expect(performance.now() - startedAt).toBeGreaterThan(HEADERS_TIMEOUT_MS - 1_000)
    expect(watch.ms()).toBeLessThan(HEADERS_TIMEOUT_MS + 1_000 + SOON_MS)
  })
})

describe("callers that hang", () => {
  it("have a limit of bodies: beyond it the oldest gets a 503", async () => {
    const limits = { connectionsMax: 100, bodiesMaxBytes: MIB }
    const { call } = await serve({ limits })
    const hanging = Array.from({ length: 12 }, () => call(head("/", 200_000) + "x".repeat(100_000)))
    await vi.waitFor(() => expect(hanging.filter(({ heard }) => heard() !== "").length).toBeGreaterThan(2), TIMEOUT)
    const [told] = hanging.filter(({ heard }) => heard() !== "")
    expect(told?.heard()).toMatch(/^HTTP\/1\.1 503 .*retry-after: \d+.*"SERVICE_UNAVAILABLE"/is)
    const friend = call(WHOLE)
    await isAnswered(friend, 200)
    expect(hanging.filter(({ heard }) => heard() === "").length).toBeGreaterThan(5)
  })

  it("give way to active ones if they are silent", async () => {
    const { call } = await serve({ limits: { connectionsMax: 20, bodiesMaxBytes: MIB } })
    const silent = Array.from({ length: 100 }, () => call(""))
    await vi.waitFor(() => expect(silent.filter(({ isOver }) => isOver()).length).toBe(92), TIMEOUT)
    await isAnswered(call(WHOLE, "127.0.0.2"), 200)
    await isAnswered(call(WHOLE), 200)
  })

  it("take no place of those that are being answered", async () => {
    const { call, letGo } = await serve({ limits: { connectionsMax: 20, bodiesMaxBytes: MIB } })
    const waiting = call(`${head("/wait", 2)}{}`)
    await vi.waitFor(() => expect(waiting.socket.bytesWritten).toBeGreaterThan(0), TIMEOUT)
    const silent = Array.from({ length: 100 }, () => call(""))
    await vi.waitFor(() => expect(silent.filter(({ isOver }) => isOver()).length).toBe(92), TIMEOUT)
    letGo()
    await isAnswered(waiting, 200)
  })
})

describe("a stop", () => {
  it("does not wait for silent, slow or idle connections", async () => {
    const { listener, call } = await serve()
    const [silent, halfHead, unfinished, idle, refused] = [
      "",
      "POST / HTTP/1.1\r\nhost",
      UNFINISHED,
      WHOLE,
      `${head("/no", 9)}{`,
    ].map((bytes) => call(bytes)) as [Caller, Caller, Caller, Caller, Caller]
    await isAnswered(idle, 200)
    await isAnswered(refused, 401)
    const watch = stopwatch()
    await listener.stop()
    expect(watch.ms()).toBeLessThan(SOON_MS)
    await Promise.all([silent, halfHead, unfinished, idle, refused].map(isCut))
    expect(unfinished.heard()).toMatch(/^HTTP\/1\.1 503 .*"SERVICE_UNAVAILABLE"/s)
  })

  it("lets running requests end, and answers them", async () => {
    const { listener, call, letGo } = await serve()
    const waiting = call(`${head("/wait", 2)}{}`)
    await isAnswered(call(WHOLE), 200)
    await vi.waitFor(() => expect(waiting.socket.bytesWritten).toBeGreaterThan(0), TIMEOUT)
    await new Promise((resolve) => setTimeout(resolve, 100))
    let isStopped = false
    const stopped = listener.stop()
    void Promise.resolve(stopped).then(() => {
      isStopped = true
    })
    await new Promise((resolve) => setTimeout(resolve, 200))
    expect([isStopped, waiting.heard()]).toEqual([false, ""])
    letGo()
    const watch = stopwatch()
    await stopped
    expect(watch.ms()).toBeLessThan(SOON_MS)
    await isAnswered(waiting, 200)
  })
})
