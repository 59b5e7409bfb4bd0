/** Hub and box are told to stop while callers hang: they do not wait, and everything that they confirmed is stored. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createOrder, getOrder } from "../../protocol/http/orders.ts"
import { openDay } from "../../protocol/http/register.ts"
import { openSocket } from "../kit/bare-socket.ts"
import { insist } from "./store-day/insist.ts"
import { API_KEY, everythingSent, type Stage, setStage } from "./store-day/stage.ts"

const START_MS = 60_000
const STORY_MS = 120_000
/** Waiting for callers that hang took five seconds at each. */
const STOP_MAX_MS = 4_000
/** Who waits does so each time; a machine that stood still for seconds does not. */
const TRIES = 3
const CALLERS = 5
const PATH = "/api/v1/core/external/orders"
const HEAD = `POST ${PATH} HTTP/1.1\r\nhost: brasa\r\nx-api-key: ${API_KEY}\r\ncontent-type: application/json\r\n`

let stage: Stage

beforeAll(async () => {
  stage = await setStage()
  await insist(() => stage.register.call(openDay, { body: {} }))
}, START_MS)

afterAll(async () => {
  await stage?.strike()
})

/** Each kind of those who are never done: nothing said, half a head, half a body, an answer had and the line kept. */
async function hangAt(url: string): Promise<void> {
  const { port } = new URL(url)
  const said = [
    "",
    HEAD,
    `${HEAD}content-length: 500\r\n\r\n{"orderId":`,
    "GET /healthz HTTP/1.1\r\nhost: brasa\r\n\r\n",
  ]
  for (const bytes of said.flatMap((text) => Array<string>(CALLERS).fill(text))) {
    const socket = openSocket(Number(port))
    await new Promise((resolve) => socket.once("connect", resolve))
    socket.write(bytes)
    if (bytes.startsWith("GET")) await new Promise((resolve) => socket.once("data", resolve))
  }
}

let orders = 0
function aSale() {
  orders += 1
  return {
    orderId: `stop-${orders}`,
    orderCode: `S-${orders}`,
    createdAt: new Date().toISOString(),
    channel: "POS",
    store: { code: "UIO-001" },
    order: { products: [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: "6.5" }] },
    payments: { totals: [{ code: "TOTAL" as const, amount: "6.5" }], currencyCode: "USD", status: "PENDING" as const },
  }
}

/** How long it took to end, in milliseconds. */
async function stopWithCallers(side: "hub" | "box"): Promise<number> {
  const at = side === "hub" ? stage.hub : stage.lan
  await hangAt(side === "hub" ? stage.hubUrl : stage.boxUrl)
  const sale = () => at.call(createOrder, { body: aSale() })
  const made = await insist(sale)
  const meanwhile = Promise.all(Array.from({ length: CALLERS }, sale))
  const startedAt = performance.now()
  let ms = 0
  const restart = side === "hub" ? stage.restartHub : stage.restartBox
  const code = await restart(() => {
    ms = performance.now() - startedAt
  })
  expect(code).toBe(0)
  const taken = (await meanwhile).flatMap((answer) => (answer.ok ? [answer.data.id] : []))
  await everythingSent(stage)
  for (const orderId of [made.id, ...taken]) {
    await insist(() => at.call(getOrder, { params: { orderId }, query: {} }))
  }
  return ms
}

it.each(["hub", "box"] as const)(
  "the %s stops at once and cleanly, with everything that it confirmed",
  async (side) => {
    let ms = await stopWithCallers(side)
    for (let tries = 1; ms >= STOP_MAX_MS && tries < TRIES; tries += 1) ms = await stopWithCallers(side)
    expect(ms).toBeLessThan(STOP_MAX_MS)
  },
  STORY_MS,
)
