/** One attempt over real HTTP: what counts as taken, what is kept of an answer, and where nothing is ever sent. */
import { createServer } from "node:http"
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest"
import { createSender, RECORDED_BODY_MAX_BYTES, type Sender } from "../../../hub/webhooks/send.ts"
import { systemClock } from "../../../runtime/clock.ts"
import { openReceiver, type Receiver } from "../../kit/receiver.ts"

const BODY = Buffer.from('{"event":{"id":"evt_000000000000"}}')
const NEVER = new AbortController().signal

let receiver: Receiver
let sender: Sender
/** For receivers that never answer; whoever does may take its time on a busy machine. */
let hasty: Sender

beforeAll(async () => {
  receiver = await openReceiver()
  sender = createSender({ clock: systemClock, allowPrivate: true })
  hasty = createSender({ clock: systemClock, allowPrivate: true, timeoutMs: 200 })
})
afterAll(() => {
  sender.close()
  hasty.close()
})
beforeEach(() => {
  receiver.mood = "takes"
})

const send = (url = receiver.url, by = sender) => by.send({ url, headers: { "x-mark": "1" }, body: BODY }, NEVER)

it("2xx is accepted, and both sides of the attempt are recorded", async () => {
  receiver.mood = { status: 202, headers: { "x-receiver": "r" }, body: "thanks" }
  const attempt = await send()
  expect(attempt).toMatchObject({ status: 202, error: null, responseBody: "thanks", refused: false })
  expect(attempt.responseHeaders).toMatchObject({ "x-receiver": "r" })
  expect(attempt.requestHeaders).toMatchObject({ "x-mark": "1", "content-type": "application/json" })
  expect(receiver.heard.at(-1)?.raw).toEqual(BODY)
})

it("a redirect is a failure, and is not followed", async () => {
  receiver.mood = "moved"
  const attempt = await send()
  expect(attempt).toMatchObject({ status: 302, error: expect.stringContaining("not followed") })
})

it("4xx and 5xx are failures", async () => {
  receiver.mood = "fails"
  expect(await send()).toMatchObject({ status: 500, error: "answered 500" })
  receiver.mood = "gone"
  expect(await send()).toMatchObject({ status: 410, error: expect.stringContaining("410") })
})

it("the first KiB of a long answer is recorded, and a longer one is accepted too", async () => {
  receiver.mood = { status: 200, body: "x".repeat(300_000) }
  const attempt = await send()
  expect(attempt.error).toBeNull()
  expect(attempt.responseBody).toHaveLength(RECORDED_BODY_MAX_BYTES)
})

it("a timeout is a failure with a text", async () => {
  receiver.mood = "hangs"
  expect(await send(receiver.url, hasty)).toMatchObject({ status: null, error: "no complete answer within 0.2 s" })
})

it("an answer that begins in time but does not end in time is a failure", async () => {
  const server = createServer((_request, response) => void response.writeHead(200).write("…"))
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done))
  const { port } = server.address() as { port: number }
  const attempt = await send(`http://127.0.0.1:${port}/`, hasty)
  expect(attempt).toMatchObject({ error: "no complete answer within 0.2 s" })
  server.closeAllConnections()
  server.close()
})

it("an unreachable receiver is a failure with a text", async () => {
  expect(await send("http://127.0.0.1:9/")).toMatchObject({ status: null, error: expect.stringContaining("nobody") })
})

/** Every spelling of an inside address that a URL may carry. */
const INSIDE = [
  "127.0.0.1",
  "127.1",
  "2130706433",
  "0x7f000001",
  "0177.0.0.1",
  "0",
  "10.0.0.1",
  "172.16.0.1",
  "192.168.1.1",
  "100.64.0.1",
  "169.254.169.254",
  "224.0.0.1",
  "255.255.255.255",
  "[::1]",
  "[::]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::127.0.0.1]",
  "[64:ff9b::7f00:1]",
  "[64:ff9b:1::7f00:1]",
  "[2002:7f00:1::]",
  "[2001::1]",
  "[fe80::1]",
  "[fd00::1]",
  "[ff02::1]",
  "localhost",
]

it.each(INSIDE)("nothing is sent to %s", async (host) => {
  const careful = createSender({ clock: systemClock, allowPrivate: false })
  const heard = receiver.heard.length
  const url = receiver.url.replace("127.0.0.1", host)
  const attempt = await careful.send({ url, headers: {}, body: BODY }, NEVER)
  careful.close()
  expect(attempt).toMatchObject({ status: null, refused: true, error: expect.stringContaining("public internet") })
  expect(receiver.heard).toHaveLength(heard)
})

/** Of the open internet, in a block that was never given to anybody. */
const NOBODYS = { address: "2d00::1", family: 6 }
const LOOPBACK = { address: "127.0.0.1", family: 4 }

it("a name that resolves to a private address is refused at every attempt, even if it was public before", async () => {
  const answers = [NOBODYS, LOOPBACK]
  const asked: string[] = []
  const careful = createSender({
    clock: systemClock,
    allowPrivate: false,
    timeoutMs: 200,
    lookup(name, _options, answer) {
      asked.push(name)
      answer(null, [answers.shift() ?? LOOPBACK])
    },
  })
  const url = receiver.url.replace("127.0.0.1", "hooks.example")
  const heard = receiver.heard.length
  const attempts = [
    await careful.send({ url, headers: {}, body: BODY }, NEVER),
    await careful.send({ url, headers: {}, body: BODY }, NEVER),
  ]
  careful.close()
  expect(attempts.map(({ refused }) => refused)).toEqual([false, true])
  expect(attempts[1]?.error).toContain("hooks.example (127.0.0.1)")
  expect(asked).toEqual(["hooks.example", "hooks.example"])
  expect(receiver.heard).toHaveLength(heard)
})

it.each([true, false])(
  "attempts at the same moment resolve their name once (private allowed: %s)",
  async (allowPrivate) => {
    const waiting: (() => void)[] = []
    const sharing = createSender({
      clock: systemClock,
      allowPrivate,
      lookup: (_name, _options, answer) => void waiting.push(() => answer(null, [LOOPBACK])),
    })
    const url = receiver.url.replace("127.0.0.1", "hooks.example")
    const attempts = Promise.all([1, 2, 3].map(() => sharing.send({ url, headers: {}, body: BODY }, NEVER)))
    await vi.waitFor(() => expect(waiting).not.toEqual([]))
    for (const tell of waiting) tell()
    const refused = (await attempts).map((attempt) => attempt.refused)
    sharing.close()
    expect(refused).toEqual(Array(3).fill(!allowPrivate))
    expect(waiting).toHaveLength(1)
  },
)

it.each([true, false])("an unknown name is a failure with a text (private allowed: %s)", async (allowPrivate) => {
  const unknown = Object.assign(new Error("getaddrinfo ENOTFOUND hooks.example"), { code: "ENOTFOUND" })
  const asking = createSender({
    clock: systemClock,
    allowPrivate,
    // As the system says it: without any addresses.
    lookup: (_name, _options, answer) => answer(unknown, undefined as never),
  })
  const attempt = await asking.send({ url: "http://hooks.example/", headers: {}, body: BODY }, NEVER)
  asking.close()
  expect(attempt).toMatchObject({ status: null, refused: false, error: "its name is not known (ENOTFOUND)" })
})

it("one private address among those of a name is enough to refuse it", async () => {
  const careful = createSender({
    clock: systemClock,
    allowPrivate: false,
    lookup: (_name, _options, answer) => answer(null, [NOBODYS, { address: "::ffff:10.0.0.1", family: 6 }]),
  })
  const attempt = await careful.send({ url: "https://hooks.example/", headers: {}, body: BODY }, NEVER)
  careful.close()
  expect(attempt).toMatchObject({ refused: true, status: null })
})

it("an untrusted certificate is a failure with a text, and nothing is sent", async () => {
  const secured = await openReceiver({ tls: true })
  const attempt = await send(secured.url)
  expect(attempt).toMatchObject({ status: null, refused: false, error: expect.stringContaining("signed by itself") })
  expect(secured.heard).toHaveLength(0)
})
