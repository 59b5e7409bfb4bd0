/** Kitchen reports to real processes that are killed: every answer was true, each report counts once, both sides agree. */
import { afterAll, beforeAll, expect, it } from "vitest"
import { createOrder, getOrder } from "../../protocol/http/orders.ts"
import { type KitchenState, KITCHEN_STAGES as STAGES } from "../../protocol/shapes/kitchen.ts"
import { eventually, insist } from "./store-day/insist.ts"
import { API_KEY, type OpenStage, openStage } from "./store-day/stage.ts"

const ROUNDS = 4
const STAGE_TIMEOUT_MS = 60_000
const TEST_TIMEOUT_MS = 120_000
const HEADERS = { "x-api-key": API_KEY, "content-type": "application/json" }

let stage: OpenStage

beforeAll(async () => {
  stage = await openStage()
}, STAGE_TIMEOUT_MS)

afterAll(() => stage?.strike())

interface Sold {
  readonly id: string
  readonly eventId: string
}

async function read(side: OpenStage["hub"], orderId: string) {
  const answer = await side.call(getOrder, { params: { orderId }, query: {} })
  return answer.ok ? answer.data : null
}

async function sell(orderId: string): Promise<Sold> {
  const payments = {
    totals: [{ code: "TOTAL" as const, amount: "6.5" }],
    currencyCode: "USD",
    status: "SUCCEEDED" as const,
    paymentMethods: [{ method: "CASH", amount: "6.5" }],
  }
  const products = [{ productId: "p-burger", name: "Hamburguesa", quantity: 1, unitPrice: "6.5" }]
  const named = { orderId, orderCode: orderId, createdAt: new Date().toISOString(), channel: "WEB" }
  const body = { ...named, store: { code: "UIO-001" }, order: { products }, payments }
  const { id } = await insist(() => stage.lan.call(createOrder, { body }))
  const kitchen = (await read(stage.lan, id))?.kitchen as unknown as KitchenState
  return { id, eventId: kitchen.dispatches[0]?.eventId ?? "" }
}

/** The id of the report's record; null when there was no answer. */
async function report(address: string, { id: orderId, eventId }: Sold, eventType: string): Promise<string | null> {
  const occurredAt = "2026-11-21T17:31:00Z"
  const body = JSON.stringify({ eventType, providerEventId: "p", orderId, eventId, occurredAt })
  const url = `${address}/api/v1/webhooks/kds/order-status`
  const answer = await fetch(url, { method: "POST", headers: HEADERS, body }).catch(() => null)
  return answer?.status === 202 ? (await answer.json()).webhookEventId : null
}

async function recordAtHub(webhookEventId: string) {
  const url = `${stage.hubUrl}/api/v1/webhooks/events/${webhookEventId}`
  const answer = await fetch(url, { headers: HEADERS }).catch(() => null)
  return answer?.status === 200 ? (await answer.json()).data : null
}

it(
  "reports of displays to both sides count once while box or hub are killed",
  async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const sold = await sell(`kitchen-${round}`)
      await eventually(async () => ((await read(stage.hub, sold.id)) ? null : "the hub has not heard of the order"))
      const sides = [stage.boxUrl, stage.hubUrl]
      const asked = STAGES.toReversed().flatMap((type) => sides.map((side) => ({ side, type })))
      const first = asked.map(({ side, type }) => report(side, sold, type))
      await (round % 2 === 0 ? stage.killBox() : stage.killHub())
      const answered = (await Promise.all(first)).filter((id) => id !== null)
      for (const { side, type } of asked) {
        await eventually(async () => {
          const id = await report(side, sold, type)
          if (id) answered.push(id)
          return id ? null : `no answer to ${type} from ${side}`
        })
      }
      for (const id of new Set(answered)) {
        await eventually(async () => {
          const record = await recordAtHub(id)
          return record && ["processed", "ignored"].includes(record.status) ? null : { id, record }
        })
      }
      await eventually(async () => {
        const [there, here] = [await read(stage.lan, sold.id), await read(stage.hub, sold.id)]
        return there && JSON.stringify(there) === JSON.stringify(here) ? null : { there, here }
      })
      const order = await read(stage.hub, sold.id)
      const kitchen = order?.kitchen as unknown as KitchenState
      expect([order?.status, kitchen.stage]).toEqual(["COMPLETED", "order.dispatched"])
      expect(kitchen.journey.map(({ eventType }) => eventType).sort()).toEqual([...STAGES].sort())
    }
  },
  TEST_TIMEOUT_MS,
)
